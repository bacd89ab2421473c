/** A comma, an apostrophe, or a space: plain, no-break, thin, figure or narrow. The same one throughout a number. */
const GROUPED = /^(-?[1-9]\d{0,2})([,'\u2019 \u00a0\u2007\u2009\u202f])(\d{3}(?:\2\d{3})*)(\.\d+)?$/;

/**
 * A number that is written in groups of three, without what separates them: `1003` of `1,003`; null for anything else.
 * Dots are no separators here: nobody can tell `1.003` from a fraction.
 */
export function ungrouped(text: string): string | null {
  const match = GROUPED.exec(text);
  if (match === null) return null;
  const [, first = '', separator = '', rest = '', fraction = ''] = match;
  return first + rest.replaceAll(separator, '') + fraction;
}

/** How the `reason` of a read begins whose number was written in groups; what stood there follows. */
export const SEPARATED = 'read without its separators:';

/** How the `reason` of a read begins that counted items of one page, and whose answer says that there is another. */
export const ONE_PAGE = 'there is another page:';
