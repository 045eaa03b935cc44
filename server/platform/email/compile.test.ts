/** The compiler by itself: what its output may consist of, and what people's texts can never do to it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, sixDigits, textOn } from '@/server/platform/email/colours';
import { compileEmail } from '@/server/platform/email/compile';
import { SAFE_AT_RULES, SAFE_PROPERTIES, SAFE_STYLE_PROPERTIES, SAFE_TAGS } from '@/server/platform/email/safe-list';
import type { ShownCode, ShownProduct } from '@/server/platform/email/shop-blocks';
import {
  blockDocument,
  BLOCK_KINDS,
  type Block,
  type BlockDocument,
  type SimpleBlock,
} from '@/server/platform/email/blocks-schema';
import type { Language } from '@/server/platform/lib/language';

const LOGO = 'https://cdn.example.com/logo.png';
const compile = (document: Partial<BlockDocument>, language: Language = 'en', more: { marks?: boolean } = {}) =>
  compileEmail(blockDocument.parse({ blocks: [], ...document }), {
    ...more,
    language,
    assets: new Map([['logo', LOGO]]),
    products: new Map([['gayo', PRODUCT]]),
    codes: new Map([['code', CODE]]),
  });
const PRODUCT: ShownProduct = {
  name: 'Gayo <250 g>',
  price: 'Rp85.000',
  imageUrl: 'https://example.com/gayo.jpg?a=1&b=2',
  url: 'https://toko.example/products/gayo',
  available: true,
};
const CODE: ShownCode = { code: 'KOPI<10>', value: 'Diskon 10%', terms: ['Minimal belanja Rp100.000'] };

const ONE_OF_EACH: SimpleBlock[] = [
  { kind: 'header', logoKey: 'logo', brandName: 'Kopi Nusantara' },
  { kind: 'hero', title: 'Gayo Honey', subtitle: 'Panen Oktober' },
  { kind: 'text', body: 'Halo {firstName},\n\nbaris satu\nbaris dua' },
  { kind: 'cta', label: 'Pesan', url: 'https://example.com/a?b=1&c=2' },
  { kind: 'image', src: 'https://example.com/a.jpg', alt: 'Biji kopi', href: '{productUrl}' },
  { kind: 'divider' },
  {
    kind: 'footer',
    text: 'Terima kasih',
    businessAddress: 'Jl. Wahid Hasyim 12',
    unsubscribeUrl: 'https://example.com/u',
  },
];
/** The kinds that came later, in every form. */
const LATER: Block[] = [
  {
    kind: 'text',
    format: 'markdown',
    body: '**Halo** *kamu*, [lihat](https://example.com)\n\n- satu\n- dua\n\n3. tiga',
  },
  {
    kind: 'columns',
    columns: [
      { blocks: [ONE_OF_EACH[4]!, { kind: 'text', body: 'kiri' }] },
      {
        blocks: [
          { kind: 'product', externalRef: 'gayo', layout: 'row' },
          { kind: 'cta', label: 'Kanan', url: '{cartUrl}' },
        ],
      },
    ],
  },
  { kind: 'product', externalRef: 'gayo' },
  { kind: 'product', externalRef: 'gayo', layout: 'row' },
  { kind: 'code', discountCodeId: 'code' },
  {
    kind: 'social',
    links: [
      { network: 'instagram', url: 'https://instagram.com/kopi' },
      { network: 'whatsapp', url: 'https://wa.me/628123' },
    ],
  },
  { kind: 'spacer', height: 40 },
];

interface Tag {
  name: string;
  attributes: Record<string, string>;
}

/** Reads HTML as strictly as it is written: anything that is no whole tag with quoted attributes fails. */
function tagsOf(html: string): Tag[] {
  const tags: Tag[] = [];
  const rest = html
    .replace(/^<!doctype html>/, '')
    .replace(/<!--\[if mso\]>(.*?)<!\[endif\]-->/g, '$1')
    .replace(/<style>([^<]*)<\/style>/g, (_, css: string) => (tags.push({ name: 'style', attributes: { css } }), ''))
    .replace(/<\/([a-z0-9]+)>/g, (_, name: string) => (tags.push({ name: `/${name}`, attributes: {} }), ''))
    .replace(/<([a-z0-9]+)((?: [a-z:-]+="[^"<>]*")*)>/g, (_, name: string, attributes: string) => {
      tags.push({
        name,
        attributes: Object.fromEntries(
          [...attributes.matchAll(/ ([a-z:-]+)="([^"]*)"/g)].map((match) => [match[1]!, match[2]!]),
        ),
      });
      return '';
    });
  expect(rest).not.toMatch(/[<>]/);
  return tags;
}

const declarations = (css: string): string[] =>
  css
    .split(';')
    .filter(Boolean)
    .map((each) => each.slice(0, each.indexOf(':')));

function expectSafe(html: string): void {
  for (const { name, attributes } of tagsOf(html)) {
    if (name.startsWith('/')) continue;
    expect(Object.keys(SAFE_TAGS)).toContain(name);
    if (name === 'style') {
      let css = attributes.css!;
      expect(css.length).toBeLessThan(8192);
      for (const rule of Object.keys(SAFE_AT_RULES)) css = css.replaceAll(rule, '');
      expect(css).not.toContain('@');
      const allowed = [...Object.keys(SAFE_PROPERTIES), ...Object.keys(SAFE_STYLE_PROPERTIES)];
      for (const [, body] of css.matchAll(/\{([^{}]+)\}/g))
        for (const property of declarations(body!)) expect(allowed).toContain(property);
      continue;
    }
    const allowed: readonly string[] = [
      'class',
      'style',
      ...((SAFE_TAGS[name as keyof typeof SAFE_TAGS] as { attributes?: readonly string[] }).attributes ?? []),
    ];
    for (const attribute of Object.keys(attributes)) expect(allowed, `<${name}>`).toContain(attribute);
    for (const property of declarations(attributes.style ?? ''))
      expect(Object.keys(SAFE_PROPERTIES), `<${name}>`).toContain(property);
  }
}

describe('what it writes', () => {
  it('uses only what the list has, and the list names nothing without a source', () => {
    const blocks = [...LATER, ...ONE_OF_EACH];
    expect(new Set(blocks.map(({ kind }) => kind))).toEqual(new Set(BLOCK_KINDS));
    expectSafe(compile({ subject: 's', preheader: 'p', blocks }).html);
    for (const [name, { source }] of Object.entries({
      ...SAFE_TAGS,
      ...SAFE_PROPERTIES,
      ...SAFE_AT_RULES,
      ...SAFE_STYLE_PROPERTIES,
    }))
      expect(source, name).toMatch(/^(?:https:\/\/\S+|(?:css|html)-[a-z0-9-]+)$/);
  });

  it('marks every table as layout, gives every image its alt text, and closes what it opens', () => {
    const tags = tagsOf(compile({ blocks: [...LATER, ...ONE_OF_EACH] }).html);
    for (const { attributes } of tags.filter(({ name }) => name === 'table'))
      expect(attributes.role).toBe('presentation');
    expect(tags.filter(({ name }) => name === 'img').map(({ attributes }) => attributes.alt)).toEqual([
      'Biji kopi',
      ...['Gayo &lt;250 g&gt;', 'Gayo &lt;250 g&gt;', 'Gayo &lt;250 g&gt;'],
      '',
      'Biji kopi',
    ]);
    const open: string[] = [];
    const html = compile({ blocks: [...LATER, ...ONE_OF_EACH] })
      .html.replace(/<!--\[if mso\]>.*?<!\[endif\]-->/g, '')
      .replace('<!doctype html>', '');
    for (const [, slash, name] of html.matchAll(/<(\/?)([a-z0-9]+)/g)) {
      if (['meta', 'img', 'br'].includes(name!)) continue;
      if (slash === '') open.push(name!);
      else expect(open.pop()).toBe(name);
    }
    expect(open).toEqual([]);
  });

  it('has a title, a hidden preheader, a language, a dark scheme and a width of 600', () => {
    const { html } = compile({ subject: 'Kopi & gula', preheader: 'Panen madu', blocks: ONE_OF_EACH }, 'id');
    expect(html).toContain('<title>Kopi &amp; gula</title>');
    expect(html).toMatch(/<div style="display:none;[^"]*">Panen madu(?:&#847;&zwnj;&nbsp;)+<\/div>/);
    expect(html.match(/lang="id"/g)).toHaveLength(2);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    expect(html).toContain('max-width:600px');
    expect(compile({ blocks: [] }).html).not.toContain('display:none');
  });

  it('makes paragraphs of blank lines and breaks of single ones', () => {
    const { html } = compile({ blocks: [{ kind: 'text', body: 'satu\r\n\r\ndua\ntiga\n \n\nempat\n' }] });
    expect([...html.matchAll(/<p style="[^"]*">(.*?)<\/p>/g)].map((match) => match[1])).toEqual([
      'satu',
      'dua<br>tiga',
      'empat',
    ]);
  });

  it('leaves merge tags as they are, in text, links and sources', () => {
    const { html, text } = compile({
      subject: 'Untuk {firstName}',
      blocks: [
        { kind: 'text', body: '{firstName} {lastName} {nobody}' },
        { kind: 'cta', label: '{brandName}', url: '{cartUrl}' },
        { kind: 'image', src: '{productUrl}', alt: 'a' },
      ],
    });
    for (const part of [
      '<title>Untuk {firstName}</title>',
      '{firstName} {lastName} {nobody}',
      'href="{cartUrl}"',
      'src="{productUrl}"',
    ])
      expect(html).toContain(part);
    expect(text).toBe('{firstName} {lastName} {nobody}\n\n{brandName}:\n{cartUrl}\n\n[a]\n');
  });

  it('puts a footer that closes the e-mail under the card, and any other into it', () => {
    const footer = (text: string): Block => ({ kind: 'footer', text });
    const { html } = compile({
      blocks: [footer('upper note'), { kind: 'text', body: 'letter' }, footer('lower note')],
    });
    const card = html.indexOf('class="c"');
    const under = html.indexOf('<table', html.indexOf('>letter<'));
    expect([
      html.indexOf('upper note') > card,
      html.indexOf('upper note') < under,
      html.indexOf('lower note') > under,
    ]).toEqual([true, true, true]);
  });

  it('makes a text part that is good on its own', () => {
    expect(compile({ subject: 's', blocks: ONE_OF_EACH }, 'id').text).toBe(
      'Kopi Nusantara\n\nGayo Honey\n==========\nPanen Oktober\n\nHalo {firstName},\n\nbaris satu\nbaris dua\n\nPesan:\nhttps://example.com/a?b=1&c=2\n\n[Biji kopi]\n{productUrl}\n\n----------\n\nTerima kasih\n\nJl. Wahid Hasyim 12\n\nBerhenti berlangganan: https://example.com/u\n',
    );
    expect(compile({ blocks: [] }).text).toBe('');
    expect(compile({ blocks: LATER }, 'id').text).toBe(
      'Halo kamu, lihat (https://example.com)\n\n- satu\n- dua\n\n3. tiga\n\n[Biji kopi]\n{productUrl}\n\nkiri\n\n' +
        'Gayo <250 g>\nRp85.000\nhttps://toko.example/products/gayo\n\nKanan:\n{cartUrl}\n\n' +
        'Gayo <250 g>\nRp85.000\nhttps://toko.example/products/gayo\n\nGayo <250 g>\nRp85.000\nhttps://toko.example/products/gayo\n\n' +
        'Diskon 10%: KOPI<10>\nMinimal belanja Rp100.000\n\nInstagram: https://instagram.com/kopi\nWhatsApp: https://wa.me/628123\n',
    );
  });

  it('leaves out a product and a code that are gone, in both parts', () => {
    const { html, text } = compile({
      blocks: [
        { kind: 'product', externalRef: 'gone' },
        { kind: 'text', body: 'letter' },
        { kind: 'code', discountCodeId: 'gone' },
      ],
    });
    expect(html).toBe(compile({ blocks: [{ kind: 'text', body: 'letter' }] }).html);
    expect(text).toBe('letter\n');
  });

  it('takes a text without a format for plain, whatever marks are in it', () => {
    const body = '**a** [b](https://example.com)\n- c';
    expect(compile({ blocks: [{ kind: 'text', body, format: null }] })).toEqual(
      compile({ blocks: [{ kind: 'text', body }] }),
    );
    expect(compile({ blocks: [{ kind: 'text', body }] }).html).toContain('**a** [b](https://example.com)<br>- c');
  });

  it('sets columns side by side with room for what is in them', () => {
    const { html } = compile({ blocks: [LATER[1]!] });
    const widths = tagsOf(html).flatMap(({ name, attributes }) => (name === 'img' ? [Number(attributes.width)] : []));
    expect(widths).toEqual([252, 252]);
    expect(tagsOf(html).filter(({ attributes }) => attributes.class === 'w')).toHaveLength(2);
    expect(html).toContain('.w{display:block !important');
  });

  it('stays under 100 KB with 40 full blocks', () => {
    const body = 'Kami menyangrai setiap Selasa dan mengirim pada hari yang sama, agar sampai segar. '.repeat(18);
    const { html } = compile({
      subject: 's',
      preheader: 'p',
      blocks: Array.from({ length: 40 }, (_, index) =>
        index % 8 === 7 ? ONE_OF_EACH[(index >> 3) % 7]! : { kind: 'text', body },
      ),
    });
    expect(Buffer.byteLength(html)).toBeLessThan(100_000);
    expect(
      Buffer.byteLength(compile({ blocks: Array.from({ length: 40 }, () => ONE_OF_EACH[3]!) }).html) / 40,
    ).toBeLessThan(1000);
  });
});

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('marks for an editor', () => {
  const document = { blocks: [...ONE_OF_EACH, ...LATER] };
  const marked = compile(document, 'en', { marks: true });

  it('name every block by its place, those in columns too', () => {
    const paths = [...marked.html.matchAll(/<tr data-block="([^"]*)"/g)].map(([, path]) => path);
    const inColumns = document.blocks.flatMap((block, index) =>
      block.kind === 'columns'
        ? block.columns.flatMap(({ blocks }, side) =>
            blocks.map((_, place) => `blocks.${index}.columns.${side}.blocks.${place}`),
          )
        : [],
    );
    const all = [...document.blocks.map((_, index) => `blocks.${index}`), ...inColumns];
    expect([...paths].sort()).toEqual(all.sort());
  });

  it('are all that they add', () => {
    const plain = compile(document);
    expect(plain.html).not.toContain('data-block');
    expect(marked.html.replaceAll(/ data-block="[^"]*"/g, '')).toBe(plain.html);
    expect(marked.text).toBe(plain.text);
  });
});

describe('an accent of any colour', () => {
  it('has words on the button that can be read, in light and in dark', () => {
    fc.assert(
      fc.property(hex, (accentColor) => {
        expect(contrast(accentColor, textOn(accentColor))).toBeGreaterThanOrEqual(4.5);
        const { html } = compile({ accentColor, blocks: [ONE_OF_EACH[3]!] });
        const [, background, words] =
          /\.k\{background-color:(#[0-9a-f]{6}) !important;color:(#[0-9a-f]{6}) !important\}/.exec(html)!;
        expect(contrast(background!, words!)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(background!, '#1e2124')).toBeGreaterThanOrEqual(3);
        const [, edge] = /<td class="k"[^>]*style="border:1px solid (#[0-9a-f]{6})/.exec(html)!;
        expect(contrast(edge!, '#ffffff')).toBeGreaterThanOrEqual(3);
      }),
    );
  });

  it('may have three digits or six, in any case', () => {
    expect([sixDigits('#0C8'), sixDigits('#00CC88')]).toEqual(['#00cc88', '#00cc88']);
    expect(blockDocument.safeParse({ accentColor: 'red', blocks: [] }).success).toBe(false);
    expect(blockDocument.safeParse({ accentColor: '#ggg', blocks: [] }).success).toBe(false);
  });
});

/** What markup, quoting, comments, CSS and templates are made of, among any other characters. */
const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '`',
        '=',
        '/',
        '\\',
        '-->',
        '<!--',
        ']]>',
        '<![endif]-->',
        '<script>',
        '</td>',
        ' onerror="x"',
        'javascript:',
        '&lt;',
        '{',
        '}',
        '\n',
        '\r',
        '\t',
        '\u0001',
        '\u2028',
        ';',
        ':',
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
    ),
  )
  .map((parts) => parts.join('').replaceAll('\0', '').toWellFormed());
/** The same shape without anything special: what is left of a text when only its line breaks count. */
const tame = (text: string): string => text.replace(/[^\s\u0000-\u001f\u007f-\u009f]+/g, 'x');

describe('texts of people', () => {
  const documentOf = (text: string): Partial<BlockDocument> => ({
    subject: text.slice(0, 200),
    preheader: `x${text.slice(0, 200)}`,
    blocks: [
      { kind: 'header', logoKey: 'logo', brandName: `x${text.slice(0, 100)}` },
      { kind: 'hero', title: `x${text.slice(0, 200)}`, subtitle: `x${text.slice(0, 200)}` },
      { kind: 'text', body: `x${text}` },
      { kind: 'cta', label: `x${text.slice(0, 100)}`, url: 'https://example.com' },
      { kind: 'image', src: 'https://example.com/a.png', alt: text.slice(0, 200) },
      {
        kind: 'columns',
        columns: [
          { blocks: [{ kind: 'text', body: `x${text}` }] },
          { blocks: [{ kind: 'hero', title: `x${text.slice(0, 200)}` }] },
        ],
      },
      { kind: 'footer', text: `x${text}`, businessAddress: `x${text.slice(0, 200)}` },
    ],
  });

  it('never become a tag or an attribute', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const { html } = compile(documentOf(text));
        expectSafe(html);
        const shape = (of: string) => tagsOf(of).map(({ name, attributes }) => [name, Object.keys(attributes)]);
        expect(shape(html)).toEqual(shape(compile(documentOf(tame(text))).html));
      }),
      { numRuns: 200 },
    );
  });

  it('arrive as they were written', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[\s\u0000-\u001f\u007f-\u009f]/.test(text)),
        (text) => {
          const { html } = compile({ blocks: [{ kind: 'text', body: text }] });
          const [, shown] = /<p style="[^"]*">(.*?)<\/p>/s.exec(html)!;
          const entities: Record<string, string> = {
            '&lt;': '<',
            '&gt;': '>',
            '&quot;': '"',
            '&#39;': "'",
            '&amp;': '&',
          };
          expect(shown!.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity]!)).toBe(text);
        },
      ),
    );
  });
});

describe('addresses', () => {
  const accepts = (url: string): boolean =>
    blockDocument.safeParse({ blocks: [{ kind: 'cta', label: 'x', url }] }).success;

  it.each([
    'https://example.com',
    'http://example.com/a?b={discountCode}',
    'HTTPS://EXAMPLE.COM',
    'mailto:halo@example.com?subject=Hai',
    '{cartUrl}',
    '{productUrl}',
    '{firstName}',
    '{cartUrl|https://example.com/keranjang}',
    'https://例え.jp/コーヒー',
  ])('%s is one', (url) => expect(accepts(url)).toBe(true));

  it.each([
    '',
    ' ',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' https://example.com',
    'https://example.com/ ',
    'java\nscript:alert(1)',
    'https://exa mple.com',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://example.com',
    'vbscript:x',
    '//example.com',
    '/relative',
    'example.com',
    'https:',
    'https://',
    '{cartUrl}{cartUrl}',
    '{cartUrl} ',
    '{nobody}',
    '{{cartUrl}}',
    '{cartUrl|javascript:alert(1)}',
    '{cartUrl|}',
    'x{cartUrl}',
    'https:example.com',
  ])('%j is none', (url) => expect(accepts(url)).toBe(false));

  it('have at most 2,000 characters', () =>
    expect([
      accepts(`https://example.com/${'a'.repeat(1980)}`),
      accepts(`https://example.com/${'a'.repeat(1981)}`),
    ]).toEqual([true, false]));

  it('stay as written but for escaping, and can never leave their attribute', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl({ withQueryParameters: true, withFragments: true }),
          nasty.map((text) => `https://example.com/${text}`),
        ),
        (url) => {
          if (!accepts(url)) return;
          const { html } = compile({ blocks: [{ kind: 'cta', label: 'x', url }] });
          const link = tagsOf(html).find(({ name }) => name === 'a')!;
          expect(Object.keys(link.attributes)).toEqual(['class', 'href', 'style']);
          expect(
            link.attributes
              .href!.replaceAll('&lt;', '<')
              .replaceAll('&gt;', '>')
              .replaceAll('&quot;', '"')
              .replaceAll('&#39;', "'")
              .replaceAll('&amp;', '&'),
          ).toBe(url);
        },
      ),
    );
  });
});
