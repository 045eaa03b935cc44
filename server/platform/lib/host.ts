/**
 * Returns the host of an address, or of what people write for one: lower case, without `www.`; null when there is none.
 */
export function hostOf(address: string): string | null {
  const match = /^(?:https?:\/\/)?([^/?#:\s]{1,253})/i.exec(address.trim());
  const host = match?.[1]?.toLowerCase().replace(/^www\./, '') ?? '';
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host) ? host : null;
}
