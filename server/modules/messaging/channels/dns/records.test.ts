/** SPF and DMARC records are read as the RFCs have them: against records whose meaning is known, and against anything at all. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDkim } from '@/server/modules/messaging/channels/check-dkim';
import { parseDmarc, policyOf, walkOf, type Dmarc } from '@/server/modules/messaging/channels/dns/dmarc';
import {
  allOf,
  asks,
  parseSpf,
  withInclude,
  withSoftFail,
  type Directive,
} from '@/server/modules/messaging/channels/dns/spf';

/** A text in any mixture of capitals and small letters. */
const anyCase = (text: string): fc.Arbitrary<string> =>
  fc.array(fc.boolean(), { minLength: text.length, maxLength: text.length }).map((upper) =>
    Array.from(text)
      .map((letter, at) => (upper[at] ? letter.toUpperCase() : letter.toLowerCase()))
      .join(''),
  );

const label = fc.stringMatching(/^[a-z0-9]{1,8}$/);
const domain = fc.tuple(label, fc.constantFrom('test', 'co.id', 'example', 'xn--p1ai')).map((parts) => parts.join('.'));
const spaces = fc.integer({ min: 1, max: 3 }).map((count) => ' '.repeat(count));

describe('SPF', () => {
  const octet = fc.integer({ min: 0, max: 255 });
  const ip4 = fc.tuple(octet, octet, octet, octet).map((bytes) => bytes.join('.'));
  const length = fc.constantFrom('', '/0', '/24', '/32');
  const both = fc.constantFrom('', '/24', '//64', '/24//128');
  const macro = fc.constantFrom('%{i}._spf.%{d2}', '%{ir}.%{v}._spf.test', '%{h}', 'a%%b.test', '%{l1r-}.test');
  /** What the record says of it, and how it is written. */
  interface Written {
    mechanism: Directive['mechanism'];
    value: string;
    text: string;
  }
  const written: fc.Arbitrary<Written> = fc.oneof(
    fc.tuple(fc.constantFrom('include', 'exists'), fc.oneof(domain, macro)).map(([mechanism, value]) => ({
      mechanism,
      value,
      text: `${mechanism}:${value}`,
    })),
    fc.tuple(fc.constantFrom('a', 'mx'), fc.option(domain), both).map(([mechanism, value, network]) => ({
      mechanism,
      value: value ?? '',
      text: `${mechanism}${value === null ? '' : `:${value}`}${network}`,
    })),
    fc.option(domain).map((value) => ({
      mechanism: 'ptr' as const,
      value: value ?? '',
      text: value === null ? 'ptr' : `ptr:${value}`,
    })),
    fc.tuple(ip4, length).map(([address, network]) => ({
      mechanism: 'ip4' as const,
      value: address + network,
      text: `ip4:${address}${network}`,
    })),
    fc.constantFrom('::1', '2001:db8::/32', '2001:DB8::1/128', '::ffff:192.0.2.1').map((value) => ({
      mechanism: 'ip6' as const,
      value,
      text: `ip6:${value}`,
    })),
    fc.constant({ mechanism: 'all' as const, value: '', text: 'all' }),
  );
  const term = fc.tuple(fc.constantFrom('', '+', '-', '~', '?'), written).chain(([sign, each]) =>
    anyCase(each.mechanism).map((name) => ({
      directive: { qualifier: sign || '+', mechanism: each.mechanism, value: each.value },
      text: sign + name + each.text.slice(each.mechanism.length),
    })),
  );
  const unknown = fc.constantFrom('ra=postmaster', 'rp=100', 'custom-x=%{d}', 'moo=', 'x.y_z=1');
  const record = fc.record({
    version: anyCase('v=spf1'),
    terms: fc.array(term, { maxLength: 12 }),
    unknown: fc.array(unknown, { maxLength: 2 }),
    redirect: fc.option(domain),
    gaps: fc.array(spaces, { minLength: 20, maxLength: 20 }),
    end: fc.constantFrom('', ' ', '  '),
  });
  const text = ({
    version,
    terms,
    unknown: more,
    redirect,
    gaps,
    end,
  }: typeof record extends fc.Arbitrary<infer R> ? R : never) =>
    [
      version,
      ...more,
      ...terms.map((each) => each.text),
      ...(redirect === null ? [] : [`Redirect=${redirect}`]),
    ].reduce((line, part, at) => line + (gaps[at] ?? ' ') + part) + end;

  it('says what was written, whatever the case, the gaps and what nobody knows', () => {
    fc.assert(
      fc.property(record, (written_) => {
        expect(parseSpf(text(written_))).toEqual({
          kind: 'record',
          record: { directives: written_.terms.map(({ directive }) => directive), redirect: written_.redirect },
        });
      }),
    );
  });

  it('names the first part that cannot be read', () => {
    const wrong = fc.constantFrom(
      'includ:a.test', 'include', 'include:', 'include:localhost', 'include:a..1', 'all:x', 'all/24', 'a:', 'a/33', 'a//129', 'mx/024',
      'ip4', 'ip4:1.2.3', 'ip4:1.2.3.256', 'ip4:1.2.3.4/33', 'ip4:01.2.3.4', 'ip6:1.2.3.4', 'ip6::', 'exists', 'ptr:', '++all', '-', '!all',
      'redirect=', 'redirect=localhost', 'include:%{z}.test', 'include:100%.test', 'al', '“all”',
    ); // prettier-ignore
    fc.assert(
      fc.property(record, wrong, fc.nat(), (good, bad, at) => {
        const place = at % (good.terms.length + 1);
        const parts = good.terms.map((each) => each.text);
        parts.splice(place, 0, bad);
        const reading = parseSpf(['v=spf1', ...parts].join(' '));
        expect(reading).toEqual({ kind: 'broken', term: bad });
      }),
    );
  });

  it('is no SPF record unless its version is one word', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('v=spf2', 'v=spf10', ' v=spf1', 'v =spf1', 'spf1', '', 'v=spf1;'),
        record,
        (start, rest) => {
          expect(parseSpf(start + text(rest).slice(6)).kind).toBe('other');
        },
      ),
    );
  });

  it('takes any text without failing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (rubbish) => {
        for (const each of [rubbish, `v=spf1 ${rubbish}`])
          expect(['record', 'broken', 'other']).toContain(parseSpf(each).kind);
      }),
    );
  });

  it('keeps every part when one is added or its end is mended', () => {
    fc.assert(
      fc.property(record, domain, (written_, include) => {
        const before = written_.terms.map(({ directive }) => directive);
        const added = parseSpf(withInclude(text(written_), include));
        const first = before.findIndex(({ mechanism }) => mechanism === 'all');
        const included = { qualifier: '+', mechanism: 'include', value: include };
        expect(added.kind === 'record' && added.record.directives).toEqual(
          first === -1 ? [...before, included] : [...before.slice(0, first), included, ...before.slice(first)],
        );
        const mended = parseSpf(withSoftFail(text(written_)));
        expect(mended.kind === 'record' && allOf(mended.record)).toBe('~');
        expect(mended.kind === 'record' && mended.record.directives.filter(asks)).toEqual(before.filter(asks));
      }),
    );
  });
});

describe('DMARC', () => {
  const policy = fc.constantFrom('none' as const, 'quarantine' as const, 'reject' as const);
  const model = fc.record(
    {
      p: policy,
      sp: policy,
      adkim: fc.constantFrom('r', 's'),
      aspf: fc.constantFrom('r', 's'),
      pct: fc.integer({ min: 0, max: 100 }).map(String),
      t: fc.constantFrom('y', 'n'),
      psd: fc.constantFrom('y', 'n', 'u'),
      rua: fc
        .array(domain, { minLength: 1, maxLength: 3 })
        .map((names) => names.map((name) => `mailto:d@${name}`).join(', ')),
      fo: fc.constant('1:d'),
      zz: fc.constant('what nobody knows'),
    },
    { requiredKeys: [] },
  );
  const gap = fc.constantFrom('', ' ', '   ', '\t');
  const rubbish = fc.constantFrom('', ' ', 'hello', '=none', '1=2', 'p', 'rua', '?p=none');
  const written = model.chain((tags) =>
    fc
      .tuple(
        fc.shuffledSubarray(Object.entries(tags), { minLength: Object.keys(tags).length }),
        fc.array(fc.tuple(gap, gap, gap), { minLength: 12, maxLength: 12 }),
        fc.array(rubbish, { maxLength: 3 }),
        fc.boolean(),
        fc.boolean(),
      )
      .map(([entries, gaps, more, upper, semicolon]) => ({
        tags,
        text:
          [
            'v=DMARC1',
            ...entries.map(([name, value], at) => {
              const [a, b, c] = gaps[at] ?? ['', '', ''];
              const cased = (word: string): string => (upper ? word.toUpperCase() : word);
              return `${a}${cased(name)}${b}=${c}${cased(value)}${a}`;
            }),
            ...more,
          ].join(';') + (semicolon ? ';' : ''),
      })),
  );

  it('says what was written, whatever the order, the case, the gaps and the rubbish between', () => {
    fc.assert(
      fc.property(written, ({ tags, text }) => {
        const expected: Dmarc = {
          policy: tags.p ?? 'none',
          subdomainPolicy: tags.sp ?? tags.p ?? 'none',
          strictDkim: tags.adkim === 's',
          strictSpf: tags.aspf === 's',
          percent: tags.pct === undefined ? 100 : Number(tags.pct),
          testing: tags.t === 'y',
          reports: tags.rua !== undefined,
          publicSuffix: tags.psd === 'y' ? 'y' : tags.psd === 'n' ? 'n' : 'u',
        };
        expect(parseDmarc(text)).toEqual({ kind: 'record', record: expected });
      }),
    );
  });

  it('is broken with another policy, another version, or the version elsewhere', () => {
    fc.assert(
      fc.property(written, fc.constantFrom('', 'no', 'rejected', 'none none'), ({ text }, value) => {
        expect(parseDmarc(text.replace('v=DMARC1', `v=DMARC1; p=${value}`)).kind).toBe('broken');
        expect(parseDmarc(text.replace('v=DMARC1', 'v=DMARC2')).kind).toBe('broken');
        expect(parseDmarc(text.replace('v=DMARC1', 'v=dmarc1')).kind).toBe('broken');
        expect(parseDmarc(`x=1; ${text}`).kind).toBe('other');
      }),
    );
  });

  it('takes any text without failing, as DKIM does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (any) => {
        for (const each of [any, `v=DMARC1;${any}`, `v=DKIM1;p=${any}`]) {
          expect(['record', 'broken', 'other']).toContain(parseDmarc(each).kind);
          expect(['key', 'revoked', 'broken', 'other']).toContain(parseDkim(each).kind);
        }
      }),
    );
  });

  it('walks from the domain to its top, eight names at the most', () => {
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 20 }), (labels) => {
        const names = walkOf(labels.join('.'));
        expect(names[0]).toBe(labels.join('.'));
        expect(names.at(-1)).toBe(labels.at(-1));
        expect(names).toHaveLength(Math.min(labels.length, 8));
      }),
    );
  });

  it('finds the organization as RFC 9989 walks it', () => {
    const plain = (publicSuffix: Dmarc['publicSuffix'] = 'u'): Dmarc => ({
      policy: 'none', subdomainPolicy: 'none', strictDkim: false, strictSpf: false, percent: 100, testing: false, reports: true, publicSuffix,
    }); // prettier-ignore
    const at = (name: string, suffix?: Dmarc['publicSuffix']) => ({ name, record: plain(suffix) });
    const of = (...found: { name: string; record: Dmarc }[]) => {
      const { organization, holds } = policyOf('a.b.toko.co.id', found);
      return [organization, holds?.name ?? null];
    };
    expect(of()).toEqual(['a.b.toko.co.id', null]);
    expect(of(at('toko.co.id'))).toEqual(['toko.co.id', 'toko.co.id']);
    expect(of(at('a.b.toko.co.id'), at('toko.co.id'))).toEqual(['toko.co.id', 'a.b.toko.co.id']);
    expect(of(at('b.toko.co.id', 'n'), at('toko.co.id'))).toEqual(['b.toko.co.id', 'b.toko.co.id']);
    expect(of(at('co.id', 'y'))).toEqual(['toko.co.id', 'co.id']);
    expect(of(at('toko.co.id'), at('co.id', 'y'), at('id'))).toEqual(['toko.co.id', 'toko.co.id']);
  });
});
