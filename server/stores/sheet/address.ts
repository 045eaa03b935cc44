/** Where a sheet's file is. */

/** Google's own names for a spreadsheet's page, of a person with several accounts, and of a company's domain. */
const GOOGLE_SHEET = /^\/(?:a\/[^/]+\/)?spreadsheets\/(?:u\/\d+\/)?d\/(?!e\/)([\w-]+)(?:\/|$)/;
const GOOGLE_PUBLISHED = /^\/(?:a\/[^/]+\/)?spreadsheets\/d\/e\/([\w-]+)\/pub(?:html)?$/;
export const GOOGLE_HOST = 'docs.google.com';

/** Which sheet of a spreadsheet; null: the first. It stands behind ? or #, or both. */
const sheetOf = ({ searchParams, hash }: URL): string | null =>
  searchParams.get('gid') ?? new URLSearchParams(hash.slice(1)).get('gid');

/**
 * The address of the file: of a Google Sheet, its CSV export; any other as it is.
 * @param text a valid address
 */
export function fileAddress(text: string): { url: string; isGoogle: boolean } {
  const url = new URL(text);
  if (url.hostname !== GOOGLE_HOST) return { url: text, isGoogle: false };
  const gid = sheetOf(url);
  const id = GOOGLE_SHEET.exec(url.pathname)?.[1];
  const published = GOOGLE_PUBLISHED.exec(url.pathname)?.[1];
  if (id === undefined && published === undefined) return { url: text, isGoogle: false };
  const file =
    id === undefined
      ? new URL(`https://${GOOGLE_HOST}/spreadsheets/d/e/${published ?? ''}/pub?output=csv`)
      : new URL(`https://${GOOGLE_HOST}/spreadsheets/d/${id}/export?format=csv`);
  if (gid !== null) file.searchParams.set('gid', gid);
  if (gid !== null && published !== undefined) file.searchParams.set('single', 'true');
  return { url: file.href, isGoogle: true };
}
