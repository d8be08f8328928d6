/** An instant as ISO 8601 in UTC, or null when the value is no date. */
export function isoDate(value: string | null | undefined): string | null {
  if (value === null || value === undefined || !/^\s*\d{4}-\d{2}-\d{2}/.test(value)) return null;
  const time = new Date(value.trim());
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** PDF dates (ISO 32000-2 7.9.4): `D:YYYYMMDDHHmmSSOHH'mm`, everything after the year optional. */
export function isoDateOfPdf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const parts =
    /^\s*(?:D:)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?\s*(Z|[+-]\d{2}'?(?:\d{2})?)?/.exec(
      value,
    );
  if (parts === null) return null;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', zone] = parts;
  return isoDate(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset(zone)}`);
}

function offset(zone: string | undefined): string {
  if (zone === undefined || zone === 'Z') return 'Z';
  const digits = zone.slice(1).replace("'", '').padEnd(4, '0');
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2, 4)}`;
}
