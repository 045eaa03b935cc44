/** Formatted texts by themselves: read back by another parser, and what no text can do. */
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { isLink } from '@/server/platform/email/addresses';
import { markdownParts } from '@/server/platform/email/markdown';
import { expectLinear } from '@/server/testing/cost';

const STYLES = { paragraph: 'p', lastParagraph: 'p', list: 'l', lastList: 'l', item: 'i', linkAttributes: 'class="t"' };
const render = (source: string) => markdownParts(source, STYLES);
const html = (source: string): string => render(source)[0].replaceAll(/ (?:style|class)="[^"]*"/g, '');
const text = (source: string): string => render(source)[1];

/** The page as htmlparser2 reads it: elements with what is in them, and texts. */
type Node = string | { name: string; href?: string; inside: Node[] };
function read(markup: string): Node[] {
  const root: Node[] = [];
  const open: Node[][] = [root];
  const parser = new Parser(
    {
      onopentag(name, { href }) {
        const node = { name, ...(href === undefined ? {} : { href }), inside: [] };
        open.at(-1)!.push(node);
        open.push(node.inside);
      },
      onclosetag: () => void open.pop(),
      ontext(words) {
        const siblings = open.at(-1)!;
        const last = siblings.at(-1);
        if (typeof last === 'string') siblings[siblings.length - 1] = last + words;
        else siblings.push(words);
      },
    },
    { decodeEntities: true },
  );
  parser.end(markup);
  return root;
}
const wordsOf = (nodes: readonly Node[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : wordsOf(node.inside))).join('');
const elementsOf = (nodes: readonly Node[]): Exclude<Node, string>[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...elementsOf(node.inside)]));

describe('a formatted text', () => {
  it.each([
    ['**tebal**', '<strong>tebal</strong>', 'tebal'],
    ['*miring* dan _miring_', '<em>miring</em> dan <em>miring</em>', 'miring dan miring'],
    ['__tebal__ ***dua***', '<strong>tebal</strong> <em><strong>dua</strong></em>', 'tebal dua'],
    ['**a *b***', '<strong>a <em>b</em></strong>', 'a b'],
    ['*a **b***', '<em>a <strong>b</strong></em>', 'a b'],
    [
      '[Toko](https://x.id/a_b_c?d=1&e=2)',
      '<a href="https://x.id/a_b_c?d=1&amp;e=2">Toko</a>',
      'Toko (https://x.id/a_b_c?d=1&e=2)',
    ],
    ['[**Toko** kami]({cartUrl})', '<a href="{cartUrl}"><strong>Toko</strong> kami</a>', 'Toko kami ({cartUrl})'],
    [
      '[wiki](https://x.id/Kopi_(minuman))',
      '<a href="https://x.id/Kopi_(minuman)">wiki</a>',
      'wiki (https://x.id/Kopi_(minuman))',
    ],
    ['[x](javascript:alert(1))', '[x](javascript:alert(1))', '[x](javascript:alert(1))'],
    ['[](https://x.id) [ ](https://x.id)', '[](https://x.id) [ ](https://x.id)', '[](https://x.id) [ ](https://x.id)'],
    ['5 * 3 * 2, a_b_c, 2 ** 3', '5 * 3 * 2, a_b_c, 2 ** 3', '5 * 3 * 2, a_b_c, 2 ** 3'],
    ['\\*bukan\\* \\[x\\]', '*bukan* [x]', '*bukan* [x]'],
    ['**a *b** c*', '<strong>a *b</strong> c*', 'a *b c*'],
    ['Halo {firstName|*teman*}', 'Halo {firstName|*teman*}', 'Halo {firstName|*teman*}'],
    ['# bukan judul', '# bukan judul', '# bukan judul'],
    ['<b>x</b> & "y"', '&lt;b&gt;x&lt;/b&gt; &amp; &quot;y&quot;', '<b>x</b> & "y"'],
  ])('%s', (source, markup, words) => {
    expect([html(source), text(source)]).toEqual([`<p>${markup}</p>`, words]);
  });

  it('has paragraphs, lines and lists', () => {
    const source = 'Satu\ndua\n\n- kopi\n- **teh**\nlalu\n3. tiga\n4) empat\n\n1. satu';
    expect(html(source)).toBe(
      '<p>Satu<br>dua</p><ul><li>kopi</li><li><strong>teh</strong></li></ul><p>lalu</p><ol start="3"><li>tiga</li><li>empat</li></ol><ol><li>satu</li></ol>',
    );
    expect(text(source)).toBe('Satu\ndua\n\n- kopi\n- teh\nlalu\n3. tiga\n4. empat\n\n1. satu');
  });

  it('is read back as it was meant, whatever is put into what', () => {
    const words = fc
      .stringMatching(/^[A-Za-z0-9é<>&"*_[\]\\()!]{1,8}$/)
      .filter((word) => /^[A-Za-z0-9].*[A-Za-z0-9]$/.test(word));
    const url = fc.constantFrom(
      'https://x.id',
      'https://x.id/a_b?c=1&d=*e*',
      'mailto:a@x.id',
      '{cartUrl}',
      '{cartUrl|http://x.id/_y_}',
    );
    const few = (inside: fc.Arbitrary<Node>) => fc.array(inside, { minLength: 1, maxLength: 3 });
    const marked = (name: 'em' | 'strong', inside: fc.Arbitrary<Node>): fc.Arbitrary<Node> =>
      fc.record({ name: fc.constant(name), inside: few(inside) });
    /** Marks in other marks, each kind once. */
    const marks = (inside: fc.Arbitrary<Node>): fc.Arbitrary<Node> =>
      fc.oneof(
        marked('em', fc.oneof(inside, marked('strong', inside))),
        marked('strong', fc.oneof(inside, marked('em', inside))),
      );
    const linked = (inside: fc.Arbitrary<Node>): fc.Arbitrary<Node> =>
      fc.record({ name: fc.constant('a'), href: url, inside: few(inside) });
    const inline = fc.oneof(words, marks(fc.oneof(words, linked(words))), linked(fc.oneof(words, marks(words))));
    const written = (nodes: readonly Node[]): string =>
      nodes
        .map((node) => {
          if (typeof node === 'string') return node.replaceAll(/[\\*_[\]]/g, '\\$&');
          const inside = written(node.inside);
          if (node.name === 'a') return `[${inside}](${node.href})`;
          return node.name === 'em' ? `_${inside}_` : `**${inside}**`;
        })
        .join(' ');
    /** As it was written: a space between the parts of everything, texts that meet are one. */
    const spaced = (nodes: readonly Node[]): Node[] => {
      const result: Node[] = [];
      const push = (node: Node) => {
        const last = result.at(-1);
        if (typeof node === 'string' && typeof last === 'string') result[result.length - 1] = last + node;
        else result.push(node);
      };
      nodes.forEach((node, index) => {
        if (index > 0) push(' ');
        push(typeof node === 'string' ? node : { ...node, inside: spaced(node.inside) });
      });
      return result;
    };
    /** A mark right beside the same one is another mark. */
    const doubled = (source: string): boolean => /\*{3,}|_{2,}/.test(source.replaceAll(/\\./g, ''));
    fc.assert(
      fc.property(fc.array(inline, { minLength: 1, maxLength: 4 }), (nodes) => {
        const source = written(nodes);
        fc.pre(!doubled(source));
        expect(read(html(source))).toEqual([{ name: 'p', inside: spaced(nodes) }]);
      }),
    );
  });

  it('makes nothing but its own few tags, in pairs, and links only where links may lead', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...['*', '**', '***', '_', '__', '[', ']', '](', ')', '](https://x.id)', '](javascript:x)', '](data:x)'],
        ...[
          '\\',
          '\n',
          '\n\n',
          '- ',
          '1. ',
          '{firstName}',
          '{cartUrl|',
          '}',
          '<a href="x">',
          '</p>',
          '"',
          "'",
          '&',
          ' ',
        ],
      ),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
        (source) => {
          const markup = html(source);
          const open: string[] = [];
          for (const [, slash, name] of markup.matchAll(/<(\/?)([a-z]+)(?: [^<>]*)?>/g)) {
            if (name === 'br') continue;
            if (slash === '') open.push(name!);
            else expect(open.pop()).toBe(name);
          }
          expect(open).toEqual([]);
          const nodes = read(markup);
          for (const { name, href } of elementsOf(nodes)) {
            expect(['p', 'ul', 'ol', 'li', 'br', 'strong', 'em', 'a']).toContain(name);
            expect(href === undefined ? name !== 'a' : isLink(href)).toBe(true);
          }
          // Marks are taken away; nothing is added and nothing changes its place.
          let at = 0;
          for (const character of wordsOf(nodes).replaceAll(/\s/g, '')) {
            at = source.indexOf(character, at) + 1;
            expect(at).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each(['*a ', '**', '[', '](', '[a](', '*a* ', ' a*', '_a**', '{a|', '\\', '[a](https://x.id', '(', '***a'])(
    'is walked through once, also when it is made of %j',
    (part) => expectLinear((source) => void render(source), part, 100_000),
  );
});
