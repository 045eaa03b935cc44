/** tag=value lists, as DKIM keys and DMARC records are written (RFC 6376 §3.2, RFC 9989 §4.8). */

export interface Tag {
  /** The name as written. */
  name: string;
  /** The value without surrounding white space. */
  value: string;
}

const NAME = /^[A-Za-z]\w*$/;

/**
 * Returns the tags of a list in their order. @returns `rubbish`: the parts that are no tags. DMARC ignores such parts;
 * DKIM rejects a key that has any
 */
export function parseTags(text: string): { tags: Tag[]; rubbish: string[] } {
  const tags: Tag[] = [];
  const rubbish: string[] = [];
  for (const part of text.split(';')) {
    const spec = part.trim();
    // After the last semicolon nothing has to come.
    if (spec === '') continue;
    const equals = spec.indexOf('=');
    const name = spec.slice(0, Math.max(equals, 0)).trim();
    if (NAME.test(name)) tags.push({ name, value: spec.slice(equals + 1).trim() });
    else rubbish.push(spec);
  }
  return { tags, rubbish };
}
