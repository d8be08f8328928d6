/** RFC 5321 4.5.3.1.3 leaves 254 characters for an address. */
const maxLength = 254;

/** What somebody gave as an e-mail address, as accounts are found by it. It may still be none. */
export function writtenAlike(text: string): string {
  return text.trim().toLowerCase();
}

/** An e-mail address as accounts are found by it, trimmed and in lower case; null when it is none. */
export function emailAddress(text: string): string | null {
  const address = writtenAlike(text);
  return /^[^\s@]+@[^\s@]+$/.test(address) && address.length <= maxLength ? address : null;
}
