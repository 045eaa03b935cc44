/** What WordPress does to a post's text when it shows it: its own codes in brackets, and paragraphs of empty lines. */

/** Elements that are no part of a paragraph. */
const BLOCK =
  /^<\/?(?:address|article|aside|blockquote|dd|details|div|dl|dt|figure|figcaption|h[1-6]|hr|iframe|li|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul|video|audio|!--)\b/i;

const attributeOf = (code: string, name: string): string =>
  new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)'|([^\\s\\]]+))`, 'i').exec(code)?.slice(1).find(Boolean) ?? '';

const quoted = (address: string): string => address.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * @param files addresses of uploads by their ids
 * @param absolute gives an address that leads to the old blog from anywhere
 */
export function withoutShortcodes(
  content: string,
  files: ReadonlyMap<string, string>,
  absolute: (address: string) => string,
): string {
  return content
    .replace(
      /\[caption\b[^\]]*\]\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([^[]*)\[\/caption\]/gi,
      (_all, picture: string, words: string) =>
        `<figure>${picture}${words.trim() === '' ? '' : `<figcaption>${words.trim()}</figcaption>`}</figure>`,
    )
    .replace(/\[embed\b[^\]]*\]([^[]*)\[\/embed\]/gi, (_all, address: string) => `\n\n${absolute(address.trim())}\n\n`)
    .replace(/\[gallery\b([^\]]*)\]/gi, (_all, code: string) =>
      attributeOf(code, 'ids')
        .split(',')
        .map((id) => files.get(id.trim()) ?? '')
        .filter((address) => address !== '')
        .map((address) => `\n\n<img src="${quoted(address)}" alt="">\n\n`)
        .join(''),
    )
    .replace(/\[(?:audio|video)\b([^\]]*)\](?:\s*\[\/(?:audio|video)\])?/gi, (_all, code: string) => {
      const source = ['src', 'mp4', 'mp3', 'm4a', 'webm', 'ogg'].map((name) => attributeOf(code, name)).find(Boolean);
      return source === undefined ? '' : `\n\n${absolute(source)}\n\n`;
    });
}

/** A text of the old editor, where an empty line ends a paragraph and a line's end is one. That of blocks says so itself. */
export function paragraphed(content: string): string {
  if (content.includes('<!-- wp:')) return content;
  // Inside <pre> every line is as it stands.
  return content
    .split(/(<pre\b[\s\S]*?<\/pre>)/i)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part
            .split(/\r?\n[ \t]*\r?\n\s*/)
            .map((words) => words.trim())
            .filter((words) => words !== '')
            .map((words) => (BLOCK.test(words) ? words : `<p>${words.replace(/\r?\n/g, '<br>\n')}</p>`))
            .join('\n'),
    )
    .join('\n');
}
