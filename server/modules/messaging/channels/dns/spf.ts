/** SPF records (RFC 7208): parses a record, and tells which look-ups a receiver needs to follow it. */

export type Qualifier = '+' | '-' | '~' | '?';
const MECHANISMS = ['all', 'include', 'a', 'mx', 'ptr', 'ip4', 'ip6', 'exists'] as const;
export type Mechanism = (typeof MECHANISMS)[number];

export interface Directive {
  qualifier: Qualifier;
  mechanism: Mechanism;
  /** After the colon, without a length of the network; '' where there is none. */
  value: string;
}

export interface Spf {
  directives: Directive[];
  /** The domain whose record holds where nothing here matches; null: nobody's. */
  redirect: string | null;
}

/** `other`: the TXT record is no SPF record. `broken`: receivers stop at `term` (permerror). */
export type SpfReading = { kind: 'record'; record: Spf } | { kind: 'broken'; term: string } | { kind: 'other' };

/** Look-ups that a receiver makes at the most (RFC 7208 §4.6.4). */
export const MOST_LOOKUPS = 10;
const ASKS: ReadonlySet<Mechanism> = new Set(['include', 'a', 'mx', 'ptr', 'exists']);
/** True when a receiver needs a DNS look-up for the directive. */
export const asks = ({ mechanism }: Directive): boolean => ASKS.has(mechanism);

/** The version, then a space or nothing (§4.5). */
export const isSpf = (text: string): boolean => /^v=spf1(?: |$)/i.test(text);

export function parseSpf(text: string): SpfReading {
  if (!isSpf(text)) return { kind: 'other' };
  const directives: Directive[] = [];
  const modifiers = new Map<string, string>();
  for (const term of text.slice('v=spf1'.length).split(' ')) {
    if (term === '') continue;
    const modifier = /^([A-Za-z][\w.-]*)=(.*)$/s.exec(term);
    if (modifier === null) {
      const directive = directiveOf(term);
      if (directive === null) return { kind: 'broken', term };
      directives.push(directive);
      continue;
    }
    const [, name = '', value = ''] = modifier;
    const known = name.toLowerCase();
    const isKnown = known === 'redirect' || known === 'exp';
    // §6: what is not known is ignored; redirect and exp stand once, and name a domain.
    if (isKnown ? modifiers.has(known) || !isDomainSpec(value) : !isMacroString(value)) return { kind: 'broken', term };
    if (isKnown) modifiers.set(known, value);
  }
  return { kind: 'record', record: { directives, redirect: modifiers.get('redirect') ?? null } };
}

function directiveOf(term: string): Directive | null {
  const sign = term.charAt(0);
  const hasSign = sign === '+' || sign === '-' || sign === '~' || sign === '?';
  const rest = hasSign ? term.slice(1) : term;
  const [name = ''] = rest.split(/[:/]/, 1);
  const mechanism = MECHANISMS.find((known) => known === name.toLowerCase());
  if (mechanism === undefined) return null;
  const after = rest.slice(mechanism.length);
  const value = valueOf(mechanism, after);
  return value === null ? null : { qualifier: hasSign ? sign : '+', mechanism, value };
}

/** Returns the value that follows a mechanism's name; null where it may not. */
function valueOf(mechanism: Mechanism, after: string): string | null {
  const given = after.startsWith(':') ? after.slice(1) : null;
  switch (mechanism) {
    case 'all':
      return after === '' ? '' : null;
    case 'include':
    case 'exists':
      return given !== null && isDomainSpec(given) ? given : null;
    case 'ptr':
      return after === '' ? '' : given !== null && isDomainSpec(given) ? given : null;
    case 'a':
    case 'mx': {
      const length = lengthAtEnd(after);
      const name = after.slice(0, after.length - length);
      if (name === '') return '';
      return name.startsWith(':') && isDomainSpec(name.slice(1)) ? name.slice(1) : null;
    }
    case 'ip4':
      return given !== null && isNetwork4(given) ? given : null;
    case 'ip6':
      return given !== null &&
        /^[0-9a-f:.]{2,45}(?:\/(?:\d|[1-9]\d|1[01]\d|12[0-8]))?$/i.test(given) &&
        given.includes(':')
        ? given
        : null;
  }
}

/** Characters of `/24`, `//64` or `/24//64` at the end of a or mx (§5.6). */
function lengthAtEnd(text: string): number {
  const found = /(?:\/(\d{1,3}))?(?:\/\/(\d{1,3}))?$/.exec(text);
  const [all = '', v4, v6] = found ?? [];
  const fits = (digits: string | undefined, most: number): boolean =>
    digits === undefined || (/^(?:0|[1-9]\d*)$/.test(digits) && Number(digits) <= most);
  return fits(v4, 32) && fits(v6, 128) ? all.length : 0;
}

function isNetwork4(text: string): boolean {
  const [address = '', length, ...more] = text.split('/');
  const isLength = length === undefined || (/^(?:0|[1-9]\d?)$/.test(length) && Number(length) <= 32);
  const bytes = address.split('.');
  return (
    more.length === 0 &&
    isLength &&
    bytes.length === 4 &&
    bytes.every((byte) => /^(?:0|[1-9]\d{0,2})$/.test(byte) && Number(byte) <= 255)
  );
}

/** §7.1: macros, and visible characters beside them. */
const isMacroString = (text: string): boolean =>
  /^[\x21-\x7e]*$/.test(text) && !text.replace(/%(?:\{[slodiphcrtv]\d*r?[.+,/_=-]*\}|[%_-])/gi, '').includes('%');

/** A macro string that ends in a top-level name or a macro (§7.1). */
function isDomainSpec(text: string): boolean {
  if (text === '' || text.length > 255 || !isMacroString(text)) return false;
  if (text.endsWith('}')) return true;
  const name = text.endsWith('.') ? text.slice(0, -1) : text;
  const dot = name.lastIndexOf('.');
  const top = name.slice(dot + 1);
  return dot !== -1 && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i.test(top) && !/^\d+$/.test(top);
}

/** True when a name depends on the message (a macro), so that nobody can look it up beforehand. */
export const hasMacro = (name: string): boolean => name.includes('%');

/**
 * Returns the record's result for senders that match no part; null when the record has none, or redirects to another
 * record.
 */
export const allOf = ({ directives }: Spf): Qualifier | null =>
  directives.find(({ mechanism }) => mechanism === 'all')?.qualifier ?? null;

/** Adds an include to a record, before its final `all` or redirect. */
export function withInclude(text: string, include: string): string {
  const terms = text.split(' ').filter((term) => term !== '');
  const at = terms.findIndex((term, index) => index > 0 && /^[+~?-]?all$|^redirect=/i.test(term));
  terms.splice(at === -1 ? terms.length : at, 0, `include:${include}`);
  return terms.join(' ');
}

/** The record with `~all` at its end, in place of any other `all`. */
export const withSoftFail = (text: string): string =>
  [
    ...text.split(' ').filter((term, index) => term !== '' && (index === 0 || !/^[+~?-]?all$/i.test(term))),
    '~all',
  ].join(' ');
