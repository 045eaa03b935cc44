/** Markdown becomes HTML that may stand on our own origin, whatever somebody wrote. */
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { ATTACKS } from '@/server/modules/content/blog/pages/attacks';
import { Budget } from '@/server/platform/pages/budget';
import { renderMarkdown, shorten } from '@/server/platform/pages/markdown';

const BASE = 'https://laris.example/b/c1/post';
const render = (body: string) => renderMarkdown(body, BASE, new Budget(60_000));
const html = (body: string): string => render(body).html;

/** Said once more, so that a slip in the list itself is seen: what may be on a page, and the shape of every value. */
const TEXT = /^[^]*$/;
const NUMBER = /^\d{1,5}$/;
const SAFE: Record<string, Record<string, RegExp>> = {
  a: { href: /^(?:https?:\/\/[^\s"<>]+|mailto:[^\s"<>]*|tel:[^\s"<>]*)$/, title: TEXT, rel: /^noopener nofollow ugc$/ },
  img: {
    src: /^https?:\/\/[^\s"<>]+$/,
    alt: TEXT,
    title: TEXT,
    width: NUMBER,
    height: NUMBER,
    loading: /^lazy$/,
    decoding: /^async$/,
  },
  li: { class: /^(?:task)?$/ },
  ol: { start: NUMBER, reversed: /^$/, type: /^[1aAiI]?$/ },
  th: { align: /^(?:left|center|right)?$/, colspan: NUMBER, rowspan: NUMBER, scope: /^(?:col|row)?$/ },
  td: { align: /^(?:left|center|right)?$/, colspan: NUMBER, rowspan: NUMBER },
  div: { class: /^wide$/, tabindex: /^0$/ },
  details: { open: TEXT },
  abbr: { title: TEXT },
  time: { datetime: TEXT },
};
const PLAIN =
  'p h2 h3 h4 h5 h6 hr br blockquote pre figure figcaption summary ul dl dt dd table caption thead tbody tfoot tr strong b em i u s del ins sub sup mark small cite q code kbd samp var span'.split(
    ' ',
  );

/** What a parser of HTML finds that should not be there. */
function faults(output: string): string[] {
  const found: string[] = [];
  const depth: string[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth.push(name);
        const rules = SAFE[name] ?? (PLAIN.includes(name) ? {} : undefined);
        if (rules === undefined) found.push(`<${name}>`);
        for (const [attribute, value] of Object.entries(attributes))
          if (rules?.[attribute]?.test(value) !== true) found.push(`<${name} ${attribute}=${JSON.stringify(value)}>`);
      },
      onclosetag: () => void depth.pop(),
      oncomment: (text) => void found.push(`<!--${text}-->`),
      onprocessinginstruction: (name) => void found.push(`<${name}>`),
      oncdatastart: () => void found.push('<![CDATA['),
      onend: () => void (depth.length > 0 && found.push(`open: ${depth.join()}`)),
    },
    { decodeEntities: true },
  );
  parser.write(output);
  parser.end();
  return found;
}

describe('attacks', () => {
  it('are many', () => expect(ATTACKS.length).toBeGreaterThan(300));

  it('leave nothing but what is on the lists', () => {
    for (const attack of ATTACKS)
      for (const body of [attack, `a ${attack} b`, `> ${attack}`]) expect(faults(html(body)), body).toEqual([]);
  });

  it('leave nothing in their combinations either', () => {
    const piece = fc.oneof(
      fc.constantFrom(...ATTACKS),
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '`',
        '\n',
        '\n\n',
        '</',
        '<!--',
        '-->',
        '<a href="',
        '<img src=',
        '](',
        '![',
        '<p ',
        '</p>',
        '&',
        ';',
        '\0',
        ' ',
        '|',
        '> ',
        '- ',
        '# ',
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (parts) => {
        expect(faults(html(parts.join('')))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('leave nothing that is cut anywhere', () => {
    for (const attack of ATTACKS)
      for (const cut of [0.3, 0.6, 0.9].map((share) => attack.slice(0, attack.length * share)))
        expect(faults(html(cut)), cut).toEqual([]);
  });

  it('do not take the words around them along', () => {
    for (const body of [
      'before <b onclick=x>bold</b> after',
      '<p style="color:red">before bold after</p>',
      '<font color=red>before bold after</font>',
    ])
      expect(
        html(body)
          .replace(/<[^<>]*>/g, '')
          .trim(),
      ).toBe('before bold after');
  });
});

describe('Markdown', () => {
  it.each<[string, string, string]>([
    [
      'emphasis, code and breaks',
      '*a* **b** ~~c~~ `d<e`  \nf',
      '<p><em>a</em> <strong>b</strong> <s>c</s> <code>d&lt;e</code><br />\nf</p>\n',
    ],
    ['lists', '1. a\n2. b\n\n- c', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n<ul>\n<li>c</li>\n</ul>\n'],
    [
      'tasks',
      '- [x] a\n- [ ] b\n- [y] c',
      '<ul>\n<li class="task">☑ a</li>\n<li class="task">☐ b</li>\n<li>[y] c</li>\n</ul>\n',
    ],
    [
      'a link elsewhere',
      '[a](https://a.example/?b=1&c=2 "t")',
      '<p><a href="https://a.example/?b=1&amp;c=2" title="t" rel="noopener nofollow ugc">a</a></p>\n',
    ],
    ['a link to another post', '[a](other)', '<p><a href="https://laris.example/b/c1/other">a</a></p>\n'],
    [
      'an address in the text, but no name with a dot',
      'https://a.example/x and kopi.id',
      '<p><a href="https://a.example/x" rel="noopener nofollow ugc">https://a.example/x</a> and kopi.id</p>\n',
    ],
    [
      'an e-mail address',
      '<a@b.example>',
      '<p><a href="mailto:a@b.example" rel="noopener nofollow ugc">a@b.example</a></p>\n',
    ],
    [
      'an image',
      '![a](/uploads/x.jpg)',
      '<p><img src="https://laris.example/uploads/x.jpg" alt="a" loading="lazy" decoding="async" /></p>\n',
    ],
    ['an image that would be the page itself', 'a ![b]() ![c](#upload-1) <img src=" "> d', '<p>a    d</p>\n'],
    [
      'an image with its size',
      '![a](https://a.example/x.jpg#1600x1067)',
      '<p><img src="https://a.example/x.jpg" alt="a" width="1600" height="1067" loading="lazy" decoding="async" /></p>\n',
    ],
    ['an image from nowhere', '![a](data:image/png;base64,AA==)', '<p></p>\n'],
    ['code', '```js\n<b>\n```', '<pre><code>&lt;b&gt;\n</code></pre>\n'],
    [
      'HTML',
      '<figure>\n<img src="https://a.example/x.jpg" width=3 height=2 style="x">\n<figcaption>c</figcaption>\n</figure>',
      '<figure>\n<img src="https://a.example/x.jpg" alt="" width="3" height="2" loading="lazy" decoding="async" />\n<figcaption>c</figcaption>\n</figure>',
    ],
  ])('%s', (_, body, expected) => expect(html(body)).toBe(expected));

  it('has tables that scroll by themselves, with their columns aligned', () => {
    expect(html('|a|b|\n|:-:|--:|\n|1|2|').replace(/\n/g, '')).toBe(
      '<div class="wide" tabindex="0"><table><thead><tr><th align="center">a</th><th align="right">b</th></tr></thead><tbody><tr><td align="center">1</td><td align="right">2</td></tr></tbody></table></div>',
    );
  });

  it.each([
    ['# A\n## B\n### C', ['h2', 'h3', 'h4']],
    ['## A\n### B', ['h2', 'h3']],
    ['### A\n#### B', ['h2', 'h3']],
    ['# A\n###### B', ['h2', 'h6']],
    ['<h1>A</h1>\n\n## B', ['h2', 'h3']],
    ['A <H3>b</H3>', ['h2']],
  ])('begins its headings below the title of the page: %j', (body, levels) => {
    expect([...html(body).matchAll(/<(h\d)>/g)].map((match) => match[1])).toEqual(levels);
  });

  it.each([
    ['# Title\n\nFirst *words* & [more](x), <b>bold</b>.\n\nSecond.', 'First words & more, bold.'],
    ['> quoted\n\n- item\n\nThe paragraph', 'The paragraph'],
    ['![a](https://a.example/a.jpg)\n\nAfter the picture', 'After the picture'],
    ['<script>x</script>\n\nAfter', 'After'],
    ['a <script>b</script> c', 'a c'],
    ['<p>In HTML</p>', 'In HTML'],
    ['', ''],
    ['# Only a title', ''],
  ])('has a first paragraph of plain words: %j', (body, words) => {
    expect(render(body).firstParagraph).toBe(words);
  });

  it('shortens at a word, and never inside a character', () => {
    expect(shorten('satu dua tiga', 13)).toBe('satu dua tiga');
    expect(shorten('satu dua, tiga', 10)).toBe('satu dua…');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.integer({ min: 2, max: 40 }), (text, units) =>
        shorten(text.toWellFormed(), units).isWellFormed(),
      ),
    );
  });
});
