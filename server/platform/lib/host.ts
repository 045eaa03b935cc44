/**
 * The host that an address, or what people write for one, names: lower case, without `www.`; null of what names none.
 */
export function hostOf(address: string): string | null {
  const match = /^(?:https?:\/\/)?([^/?#:\s]{1,253})/i.exec(address.trim());
  const host = match?.[1]?.toLowerCase().replace(/^www\./, '') ?? '';
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host) ? host : null;
}
