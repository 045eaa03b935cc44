/**
 * Writes XML 1.0 with namespaces, piece by piece, so that a long document is never held as a whole: what was written so
 * far is taken whenever there is enough of it. Text and attributes are escaped here and nowhere else; names are ours.
 *
 *   const xml = new XmlWriter('rss', { version: '2.0' }, { g: 'http://base.google.com/ns/1.0' });
 *   xml.open('channel').element('title', title);
 *   if (xml.length > CHUNK) yield xml.take();
 *   yield xml.end();
 */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Matches an ASCII name with at most one prefix. XML allows more letters, but we use none of them. */
const NAME = /^(?:([A-Za-z_][A-Za-z0-9_.-]*):)?[A-Za-z_][A-Za-z0-9_.-]*$/;
const PREFIX = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

/** The characters that XML 1.0 cannot hold in any spelling: control characters, lone surrogates, U+FFFE and U+FFFF. */
const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
/** A `>` too, for `]]>` may not stand in text; a reader would turn a carriage return into a line feed. */
const IN_TEXT = /[&<>\r]/g;
/** Escaped in attributes: a reader turns white space there into spaces unless it is written as a number. */
const IN_ATTRIBUTE = /[&<>"\t\n\r]/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};
const entity = (character: string): string => ENTITIES[character] ?? '';

/** Returns the part of a text that XML can hold; the rest is left out. */
export const writableText = (text: string): string => text.replace(UNWRITABLE, '');

const escapeText = (text: string): string => writableText(text).replace(IN_TEXT, entity);
const escapeAttribute = (text: string): string => writableText(text).replace(IN_ATTRIBUTE, entity);

export class XmlWriter {
  private written = '<?xml version="1.0" encoding="UTF-8"?>\n';
  private readonly stack: string[] = [];
  private readonly prefixes: ReadonlySet<string>;
  /** Names that were checked already: a feed has the same ten names fifty thousand times. */
  private readonly known = new Set<string>();

  /**
   * @param root the outermost element, opened at once
   * @param namespaces addresses by prefix, declared at the root; '' is the default namespace
   */
  constructor(root: string, attributes: XmlAttributes = {}, namespaces: XmlAttributes = {}) {
    const declared = Object.keys(namespaces).filter((prefix) => prefix !== '');
    for (const prefix of declared)
      if (!PREFIX.test(prefix) || /^xml/i.test(prefix)) throw new Error(`${prefix} is no prefix of ours.`);
    this.prefixes = new Set(['xml', ...declared]);
    const declarations = Object.entries(namespaces).map(
      ([prefix, address]) => ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapeAttribute(address)}"`,
    );
    this.written += `<${this.name(root)}${declarations.join('')}${this.attributes(attributes)}>`;
    this.stack.push(root);
  }

  /** Opens an element for further elements. */
  open(name: string, attributes: XmlAttributes = {}): this {
    this.requireOpen();
    this.written += `<${this.name(name)}${this.attributes(attributes)}>`;
    this.stack.push(name);
    return this;
  }

  /** Ends the element that was opened last; the root is ended by `end`. */
  close(): this {
    if (this.stack.length < 2) throw new Error('There is no element to close.');
    this.written += `</${this.stack.pop() ?? ''}>\n`;
    return this;
  }

  /** Writes an element with text, or an empty one. */
  element(name: string, text = '', attributes: XmlAttributes = {}): this {
    this.requireOpen();
    this.written += `<${this.name(name)}${this.attributes(attributes)}${text === '' ? '/>' : `>${escapeText(text)}</${name}>`}\n`;
    return this;
  }

  text(text: string): this {
    this.requireOpen();
    this.written += escapeText(text);
    return this;
  }

  /** The UTF-16 units that are written but not taken yet. */
  get length(): number {
    return this.written.length;
  }

  /** The text that was written since the last call. */
  take(): string {
    const chunk = this.written;
    this.written = '';
    return chunk;
  }

  /** Closes all open elements, the root last. @returns the rest of the document */
  end(): string {
    this.requireOpen();
    while (this.stack.length > 0) this.written += `</${this.stack.pop() ?? ''}>\n`;
    return this.take();
  }

  private requireOpen(): void {
    if (this.stack.length === 0) throw new Error('The document has ended.');
  }

  /** @throws Error for an invalid name, or one with an undeclared prefix */
  private name(name: string): string {
    if (this.known.has(name)) return name;
    const match = NAME.exec(name);
    if (match === null || /^xmlns(?::|$)/.test(name))
      throw new Error(`${JSON.stringify(name)} is no name of an element or attribute.`);
    const prefix = match[1];
    if (prefix !== undefined && !this.prefixes.has(prefix)) throw new Error(`The prefix of ${name} is not declared.`);
    this.known.add(name);
    return name;
  }

  private attributes(attributes: XmlAttributes): string {
    let written = '';
    for (const [name, value] of Object.entries(attributes))
      written += ` ${this.name(name)}="${escapeAttribute(value)}"`;
    return written;
  }
}
