import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { writableText, XmlWriter } from '@/server/platform/lib/xml';

interface Node {
  name: string;
  /** Address of its namespace. */
  uri: string;
  attributes: Record<string, string>;
  text: string;
  children: Node[];
}

/** As a strict parser reads it. @throws Error when the document is not well-formed */
function parse(xml: string): Node {
  const top: Node = { name: '', uri: '', attributes: {}, text: '', children: [] };
  const path = [top];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, uri, attributes }) => {
    const node: Node = {
      name,
      uri,
      attributes: Object.fromEntries(Object.entries(attributes).map(([key, { value }]) => [key, value])),
      text: '',
      children: [],
    };
    path.at(-1)?.children.push(node);
    path.push(node);
  });
  parser.on('text', (text) => {
    (path.at(-1) as Node).text += text;
  });
  parser.on('closetag', () => path.pop());
  parser.write(xml).close();
  return top.children[0] as Node;
}

/** What texts hold that documents break on: control characters, lone surrogates, ends of sections, markup. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ']]>',
          '<![CDATA[',
          '&',
          '&amp;',
          '&#0;',
          '<',
          '>',
          '"',
          "'",
          '<!--',
          '-->',
          '<?xml',
          '\0',
          '\u0008',
          '\u000b',
          '\r',
          '\r\n',
          '\n',
          '\t',
          '\u0085',
          '\u2028',
          '\ud800',
          '\udfff',
          '\ufffe',
          '\uffff',
          '🙂',
          ' ',
        ),
        fc.string({ maxLength: 4 }),
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join('')),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
);

describe('XmlWriter', () => {
  it('holds any text, but for what XML cannot hold', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(parse(new XmlWriter('a').element('b', text).end()).children[0]?.text).toBe(writableText(text));
        expect(parse(new XmlWriter('a').text(text).end()).text).toBe(writableText(text));
      }),
      { numRuns: 500 },
    );
  });

  it('holds any attribute and any address of a namespace', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const root = parse(
          new XmlWriter('a', { b: text }).element('c', '', { 'xml:lang': text }).open('d', { e: text }).end(),
        );
        expect([root.attributes.b, root.children[0]?.attributes['xml:lang'], root.children[1]?.attributes.e]).toEqual([
          writableText(text),
          writableText(text),
          writableText(text),
        ]);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves out exactly what XML 1.0 cannot hold', () => {
    const units = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit));
    const left = units.filter((unit) => writableText(unit) === '');
    const codes = left.map((unit) => unit.charCodeAt(0));
    expect(codes.filter((code) => code < 0xd800)).toEqual(
      [...Array.from({ length: 32 }, (_, code) => code)].filter((code) => ![9, 10, 13].includes(code)),
    );
    expect(codes.filter((code) => code >= 0xd800)).toEqual([
      ...Array.from({ length: 0x800 }, (_, at) => 0xd800 + at),
      0xfffe,
      0xffff,
    ]);
    expect(writableText('a🙂b\ud83dc')).toBe('a🙂bc');
  });

  it('nests, and declares namespaces at the root', () => {
    const xml = new XmlWriter('rss', { version: '2.0' }, { g: 'http://base.google.com/ns/1.0', '': 'urn:x' });
    xml.open('channel').element('title', 'T').open('item').element('g:id', '1').close().element('link', 'l').close();
    const root = parse(xml.end());
    expect([root.name, root.uri, root.attributes.version]).toEqual(['rss', 'urn:x', '2.0']);
    const channel = root.children[0] as Node;
    expect(channel.children.map(({ name }) => name)).toEqual(['title', 'item', 'link']);
    expect(channel.children[1]?.children[0]).toMatchObject({
      name: 'g:id',
      uri: 'http://base.google.com/ns/1.0',
      text: '1',
    });
  });

  it('is the same document, however often it is taken', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ text: hostile, takes: fc.boolean() }), { maxLength: 20 }), (elements) => {
        const [whole, pieces] = [new XmlWriter('a'), new XmlWriter('a')];
        let taken = '';
        for (const { text, takes } of elements) {
          whole.element('b', text);
          pieces.element('b', text);
          if (takes) {
            taken += pieces.take();
            expect(pieces.length).toBe(0);
          }
        }
        expect(taken + pieces.end()).toBe(whole.end());
      }),
    );
  });

  it.each([
    '',
    'a b',
    '1a',
    '-a',
    'a>',
    'a<b',
    'a"',
    "a'",
    'a=',
    'é',
    ':a',
    'a:',
    'a:b:c',
    'xmlns',
    'xmlns:g',
    'a\n',
    'g:id',
  ])('refuses %j as a name', (name) => {
    expect(() => new XmlWriter(name)).toThrow();
    expect(() => new XmlWriter('a').open(name)).toThrow();
    expect(() => new XmlWriter('a').element(name)).toThrow();
    expect(() => new XmlWriter('a').element('b', '', { [name]: '' })).toThrow();
  });

  it.each(['g"', 'xml', 'xmlns', 'XMLx', '1', 'a:b'])('refuses %j as a prefix', (prefix) => {
    expect(() => new XmlWriter('a', {}, { [prefix]: 'urn:x' })).toThrow();
  });

  it('refuses to close what is not open, and to write after the end', () => {
    expect(() => new XmlWriter('a').close()).toThrow();
    const ended = new XmlWriter('a');
    ended.end();
    for (const late of [
      () => ended.open('b'),
      () => ended.element('b'),
      () => ended.text('b'),
      () => ended.end(),
      () => ended.close(),
    ])
      expect(late).toThrow();
  });
});
