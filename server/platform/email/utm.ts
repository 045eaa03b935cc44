/** Parameters that tell a shop's statistics where a visitor came from (docs/contract/broadcasts.md#options). */

export interface Utm {
  source?: string | undefined;
  medium?: string | undefined;
  campaign?: string | undefined;
}

const NAMES = ['source', 'medium', 'campaign'] as const;

/**
 * Adds the parameters that an address does not have yet, before its fragment. The rest stays byte for byte.
 * @param address an absolute web address
 */
export function withUtm(address: string, utm: Utm): string {
  const hash = address.indexOf('#');
  const whole = hash === -1 ? address : address.slice(0, hash);
  const asked = whole.indexOf('?');
  const query = asked === -1 ? '' : whole.slice(asked + 1);
  const present = new URLSearchParams(query);
  const added = NAMES.flatMap((name) => {
    const value = utm[name];
    return value === undefined || present.has(`utm_${name}`)
      ? []
      : [`utm_${name}=${encodeURIComponent(value.toWellFormed())}`];
  }).join('&');
  if (added === '') return address;
  const joint = asked === -1 ? '?' : query === '' || query.endsWith('&') ? '' : '&';
  return whole + joint + added + address.slice(whole.length);
}
