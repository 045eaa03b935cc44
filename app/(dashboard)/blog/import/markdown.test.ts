/** The HTML of other blogs as Markdown, and what WordPress does to a text before it is HTML. */
import { describe, expect, it } from 'vitest';
import { resolved, withAddresses } from './addresses';
import { markdownOf } from './markdown';
import { paragraphed, withoutShortcodes } from './wordpress';

describe('HTML', () => {
  it('becomes Markdown that a person would write', () => {
    expect(
      markdownOf(
        '<h2>Alat</h2><p>Satu <strong>dua</strong> <em>tiga</em> <del>empat</del>.</p><ul><li>a</li><li>b</li></ul>' +
          '<pre><code class="language-js">let a;\n</code></pre><blockquote><p>q</p></blockquote><hr>',
      ),
    ).toBe('## Alat\n\nSatu **dua** *tiga* ~~empat~~.\n\n-   a\n-   b\n\n```js\nlet a;\n```\n\n> q\n\n---');
  });

  it('keeps pictures with their words, tables, and where films are', () => {
    expect(
      markdownOf('<figure><img src="https://a.example/k.jpg" alt="Kopi"><figcaption>Pagi * hari</figcaption></figure>'),
    ).toBe('![Kopi](https://a.example/k.jpg)\n\n*Pagi \\ hari*');
    expect(markdownOf('<table><tr><th>A</th><th>B</th></tr><tr><td>1|2</td></tr></table>')).toBe(
      '| A | B |\n| --- | --- |\n| 1\\|2 |  |',
    );
    expect(markdownOf('<figure><iframe src="//www.youtube.com/embed/x"></iframe></figure>')).toBe(
      'https://www.youtube.com/embed/x',
    );
    expect(markdownOf('<video controls><source src="https://a.example/f.mp4"></video>')).toBe(
      'https://a.example/f.mp4',
    );
  });

  it('leaves an address in the text as it is, and writes out what would be a mark', () => {
    expect(markdownOf('<p>Lihat https://youtu.be/a_b_c, 2 * 3 * 4_5_</p>')).toBe(
      'Lihat https://youtu.be/a_b_c, 2 \\* 3 \\* 4\\_5\\_',
    );
  });

  it('of Ghost’s card of a link is that link', () => {
    expect(
      markdownOf(
        '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://a.example/x"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Judul [1]</div><div class="kg-bookmark-description">d</div></div></a></figure>',
      ),
    ).toBe('[Judul \\[1\\]](https://a.example/x)');
  });

  it('brings nothing that runs, and nothing of nothing', () => {
    expect(markdownOf('<script>alert(1)</script><style>p{}</style><form><input><button>x</button></form>')).toBe('');
    expect(markdownOf(' \n ')).toBe('');
    expect(markdownOf('<p>a</p><!-- wp:more --><p>b</p>')).toBe('a\n\nb');
  });
});

describe('addresses', () => {
  const absolute = (html: string) =>
    withAddresses(html, (address) => resolved(address, 'https://lama.example/2024/a/'));

  it('that are relative lead to the old blog, as a browser resolved them there', () => {
    expect(
      absolute(
        `<a class="x" href="/sample-page/?a=1&amp;b=2">s</a><img src='../k.jpg' alt="/k"><a href="//cdn.example/a">c</a>`,
      ),
    ).toBe(
      '<a class="x" href="https://lama.example/sample-page/?a=1&amp;b=2">s</a><img src="https://lama.example/2024/k.jpg" alt="/k"><a href="https://cdn.example/a">c</a>',
    );
  });

  it('that lead somewhere already stay, and so does text', () => {
    const html =
      '<a href="#bagian">b</a><a href="mailto:a@kopi.example">m</a><a href="https://kopi.example/x">x</a><code>&lt;a href="/y"&gt;</code> src="/z"';
    expect(absolute(html)).toBe(html);
  });
});

describe('a text of WordPress', () => {
  it('has paragraphs where it has empty lines, but for blocks and what is set as it stands', () => {
    expect(markdownOf(paragraphed('Satu\nbaris.\r\n\r\nDua.\n\n<h2>Tiga</h2>\n\n<pre>a\n\nb</pre>\n\nEmpat'))).toBe(
      'Satu  \nbaris.\n\nDua.\n\n## Tiga\n\na\n\nb\n\nEmpat'.replace('a\n\nb', markdownOf('<pre>a\n\nb</pre>')),
    );
    const blocks = '<!-- wp:paragraph -->\n<p>Satu</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:list --><ul><li>a</li></ul>';
    expect(paragraphed(blocks)).toBe(blocks);
  });

  it('has none of its codes', () => {
    const files = new Map([
      ['7', 'https://a.example/7.jpg'],
      ['9', 'https://a.example/9.jpg?a=1&b=2'],
    ]);
    const of = (content: string) =>
      markdownOf(
        paragraphed(withoutShortcodes(content, files, (address) => resolved(address, 'https://lama.example/2024/a/'))),
      );
    expect(of('[caption id="a" width="3"]<img src="https://a.example/c.jpg" alt="C" /> Pagi[/caption]')).toBe(
      '![C](https://a.example/c.jpg)\n\n*Pagi*',
    );
    expect(of('Ini [gallery ids="7, 8,9"] itu [sic]')).toBe(
      'Ini\n\n![](https://a.example/7.jpg)\n\n![](https://a.example/9.jpg?a=1&b=2)\n\nitu \\[sic\\]',
    );
    expect(of('[video mp4="/wp-content/f.mp4"][/video]')).toBe('https://lama.example/wp-content/f.mp4');
    expect(of('[embed]https://a.example/v[/embed]')).toBe('https://a.example/v');
    expect(of('[video width="1" mp4="https://a.example/f.mp4"][/video][audio src=\'https://a.example/f.mp3\']')).toBe(
      'https://a.example/f.mp4\n\nhttps://a.example/f.mp3',
    );
  });
});
