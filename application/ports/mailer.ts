/** A letter with the code that signs its reader in. */
export interface SignInLetter {
  readonly to: string;
  /** What `text` says, for who has no way to send a letter. */
  readonly code: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Hands a letter over within seconds, or throws; the error holds neither the address nor the code. */
  send(letter: SignInLetter): Promise<void>;
  close(): Promise<void>;
}
