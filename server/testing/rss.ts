/** An RSS document as a strict parser reads it. */
import { SaxesParser } from 'saxes';

export interface Rss {
  version: string;
  /** Addresses of the namespaces by their prefix. */
  namespaces: Record<string, string>;
  /** The channel's own elements. */
  channel: Record<string, string>;
  /** Elements of each item in their order: name with prefix, and text. */
  items: [name: string, text: string][][];
}

/** @throws Error when it is not well-formed, or has text or elements where RSS has none */
export function parseRss(xml: string): Rss {
  const rss: Rss = { version: '', namespaces: {}, channel: {}, items: [] };
  const path: string[] = [];
  let text = '';
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    if (tag.name === 'rss') {
      rss.version = tag.attributes.version?.value ?? '';
      rss.namespaces = { ...tag.ns };
    }
    if (tag.name === 'item') rss.items.push([]);
    path.push(tag.name);
    text = '';
  });
  parser.on('text', (more) => (text += more));
  parser.on('closetag', ({ name }) => {
    const depth = path.length;
    const inItem = path[2] === 'item';
    if (path[0] !== 'rss' || (depth > 1 && path[1] !== 'channel') || depth > (inItem ? 4 : 3))
      throw new Error(`${path.join('/')} has no place in RSS.`);
    if (depth === 4) rss.items.at(-1)?.push([name, text]);
    else if (depth === 3 && !inItem) rss.channel[name] = text;
    else if (text.trim() !== '') throw new Error(`${path.join('/')} has text.`);
    path.pop();
    text = '';
  });
  parser.write(xml).close();
  return rss;
}
