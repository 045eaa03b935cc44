'use client';
import type { ReactNode } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import classes from './code-block.module.css';

interface Props {
  /** The code that is copied, and shown. */
  code: string;
  /** The name of the code, for the copy button's name. */
  label: string;
  /** Above the code: what it does. */
  help?: ReactNode;
  /** A part of the code to set off: what the person has to put in. */
  mark?: string;
  onCopied?: () => void;
}

/** A command to paste somewhere, such as a curl. Long lines wrap on the screen; what is copied keeps its own lines. */
export function CodeBlock({ code, label, help, mark, onCopied }: Props) {
  return (
    <figure className={classes.block}>
      <figcaption className={classes.head}>
        <span>{help}</span>
        <CopyButton value={code} what={label} onCopied={onCopied} />
      </figcaption>
      <pre className={classes.code}>
        <code>{marked(code, mark)}</code>
      </pre>
    </figure>
  );
}

function marked(code: string, mark: string | undefined): ReactNode {
  const at = mark ? code.indexOf(mark) : -1;
  if (mark === undefined || at < 0) return code;
  return (
    <>
      {code.slice(0, at)}
      <mark>{mark}</mark>
      {code.slice(at + mark.length)}
    </>
  );
}
