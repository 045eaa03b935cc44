/** A formatted text (docs/contract/broadcasts.md#block-document): paragraphs and lists of formatted lines. */
import { paragraphs } from '@/server/platform/email/escape';
import { inlineMarkdown } from '@/server/platform/email/inline-markdown';
import type { Parts } from '@/server/platform/email/markup';

export interface MarkdownStyles {
  paragraph: string;
  lastParagraph: string;
  list: string;
  lastList: string;
  item: string;
  /** Class and style of a link. */
  linkAttributes: string;
}

const BULLET = /^[-*] +(?=\S)/;
const NUMBER = /^(\d{1,4})[.)] +(?=\S)/;

type Kind = 'lines' | 'bullets' | 'numbers';
interface Group {
  kind: Kind;
  /** The first number of a numbered list. */
  first: number;
  lines: string[];
}

/** Groups consecutive lines of the same kind. */
function groupsOf(lines: readonly string[]): Group[] {
  const groups: Group[] = [];
  for (const line of lines) {
    const number = NUMBER.exec(line);
    const bullet = number === null ? BULLET.exec(line) : null;
    const kind: Kind = number !== null ? 'numbers' : bullet !== null ? 'bullets' : 'lines';
    const rest = line.slice((number ?? bullet)?.[0].length ?? 0);
    const last = groups.at(-1);
    if (last?.kind === kind) last.lines.push(rest);
    else groups.push({ kind, first: Number(number?.[1] ?? 1), lines: [rest] });
  }
  return groups;
}

function groupParts({ kind, first, lines }: Group, styles: MarkdownStyles, isLast: boolean): Parts {
  const rendered = lines.map((line) => inlineMarkdown(line, styles.linkAttributes));
  if (kind === 'lines')
    return [
      `<p style="${isLast ? styles.lastParagraph : styles.paragraph}">${rendered.map(({ html }) => html).join('<br>')}</p>`,
      rendered.map(({ text }) => text).join('\n'),
    ];
  const numbered = kind === 'numbers';
  const tag = numbered ? 'ol' : 'ul';
  const items = rendered.map(({ html }) => `<li style="${styles.item}">${html}</li>`).join('');
  return [
    `<${tag}${numbered && first !== 1 ? ` start="${first}"` : ''} style="${isLast ? styles.lastList : styles.list}">${items}</${tag}>`,
    rendered.map(({ text }, index) => `${numbered ? `${first + index}.` : '-'} ${text}`).join('\n'),
  ];
}

export function markdownParts(source: string, styles: MarkdownStyles): Parts {
  const groups = paragraphs(source).map(groupsOf);
  const parts = groups.map((paragraph, place) =>
    paragraph.map((group, index) =>
      groupParts(group, styles, place === groups.length - 1 && index === paragraph.length - 1),
    ),
  );
  return [
    parts.flatMap((paragraph) => paragraph.map(([html]) => html)).join(''),
    parts.map((paragraph) => paragraph.map(([, text]) => text).join('\n')).join('\n\n'),
  ];
}
