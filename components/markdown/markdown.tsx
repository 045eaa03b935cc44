'use client';
/** Markdown as elements of React: no HTML is ever written as a text, so nothing in it can run. */
import MarkdownIt, { type Token } from 'markdown-it';
import { createElement, Fragment, type ReactNode } from 'react';
import classes from './markdown.module.css';

/** Plain CommonMark. HTML in it stays text; markdown-it lets no `javascript:` address be a link; pictures stay out. */
const parser = new MarkdownIt({ html: false, linkify: true }).disable('image');

/** The page has headings of its own. */
const tagOf = (tag: string): string => (/^h[1-6]$/.test(tag) ? 'h4' : tag);

/** The content between an opening token and the one that closes it. */
interface Open {
  token: Token | null;
  children: ReactNode[];
}

function propsOf(token: Token): Record<string, string | number> {
  const href = token.attrGet('href');
  const start = token.attrGet('start');
  return { ...(href !== null && { href, target: '_blank', rel: 'noreferrer' }), ...(start !== null && { start }) };
}

/** A token that holds no others. */
function leaf(token: Token): ReactNode {
  switch (token.type) {
    case 'inline':
      return elements(token.children ?? []);
    case 'softbreak':
      return ' ';
    case 'hardbreak':
      return <br />;
    case 'hr':
      return <hr />;
    case 'code_inline':
      return <code>{token.content}</code>;
    case 'code_block':
    case 'fence':
      return (
        <pre>
          <code>{token.content}</code>
        </pre>
      );
    default:
      return token.content;
  }
}

/** From the flat list of the parser to a tree. */
function elements(tokens: readonly Token[]): ReactNode {
  const open: Open[] = [{ token: null, children: [] }];
  const add = (node: ReactNode) => {
    const parent = open.at(-1);
    parent?.children.push(<Fragment key={parent.children.length}>{node}</Fragment>);
  };
  for (const token of tokens) {
    if (token.nesting === 1) {
      open.push({ token, children: [] });
    } else if (token.nesting === -1) {
      const closed = open.pop();
      if (closed?.token)
        add(
          closed.token.hidden
            ? closed.children
            : createElement(tagOf(closed.token.tag), propsOf(closed.token), ...closed.children),
        );
    } else {
      add(leaf(token));
    }
  }
  return open[0]?.children;
}

export function Markdown({ text }: { text: string }) {
  return <div className={classes.text}>{elements(parser.parse(text, {}))}</div>;
}
