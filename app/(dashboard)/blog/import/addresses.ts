/** Addresses in the HTML of another blog that lead nowhere once the text stands on this one. */

const TAG = /<[a-z][^<>]*>/gi;
const ADDRESS = /(\s(?:href|src|poster)\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi;

/** @param base the page that the text stood on; an address that a browser cannot resolve stays as it is */
export function resolved(address: string, base: string): string {
  // A place on the page itself stays one here.
  if (address === '' || address.startsWith('#')) return address;
  try {
    return new URL(address, base).href;
  } catch {
    return address;
  }
}

/** Changes every address of links, pictures and players in HTML. Text between the tags stays as it is. */
export function withAddresses(html: string, change: (address: string) => string): string {
  return html.replace(TAG, (tag) =>
    tag.replace(ADDRESS, (_all, name: string, double: string | undefined, single: string | undefined) => {
      const address = (double ?? single ?? '').trim().replaceAll('&amp;', '&');
      return `${name}"${change(address).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
    }),
  );
}
