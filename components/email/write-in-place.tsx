'use client';
/**
 * Writing in the preview: a click on words lays a field over them, of the same look. The frame itself runs no scripts
 * and is written anew with each version, so nothing is edited inside it. Whoever uses the keyboard has the form.
 */
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Shown } from '@/components/email/email-frame';
import { blockAt, indexOf, placeOf, withWords, wordsAt, wordsOf, type Words } from '@/components/email/words-in-place';
import type { BlockDocument } from '@/server/platform/email/blocks-schema';
import classes from './write-in-place.module.css';

export interface Writing {
  document: BlockDocument;
  /** Path of a block in the frame → in the document (document-faults.ts). */
  places: Readonly<Record<string, string>>;
  onChange: (document: BlockDocument) => void;
  /** Somebody pointed at what is set in the form only. @param index of the block */
  onOpen: (index: number) => void;
}

/** Styles that mark what can be clicked; of nested blocks, the inner one. */
const HINTS =
  '[data-block]{cursor:pointer}[data-block]:not(:has([data-block]:hover)):hover>td{box-shadow:inset 0 0 0 2px #0f766e66;border-radius:4px}';

const CLEAR = new Set(['transparent', 'rgba(0, 0, 0, 0)']);

/** The colour under an element: its own, or the first of what it lies in. */
function groundOf(element: Element, view: Window): string {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const { backgroundColor } = view.getComputedStyle(at);
    if (!CLEAR.has(backgroundColor)) return backgroundColor;
  }
  return '#fff';
}

/** Returns the place of the words in the version that is shown, and their look. Null while they are not in it. */
function lookOf({ document, scale }: Shown, path: string, selector: string) {
  const element = document.querySelector(`[data-block="${path}"]`)?.querySelector(selector);
  const view = document.defaultView;
  if (!element || !view) return null;
  const box = element.getBoundingClientRect();
  const style = view.getComputedStyle(element);
  // Where the cell itself is the place, its words begin inside of its padding.
  const inset = (side: 'Left' | 'Right' | 'Top'): number => Number.parseFloat(style[`padding${side}`]);
  const [left, right, top] = [inset('Left'), inset('Right'), inset('Top')];
  return {
    left: (box.left + left) * scale,
    top: (box.top + top) * scale,
    width: Math.max(box.width - left - right, 160) * scale,
    fontFamily: style.fontFamily,
    fontSize: Number.parseFloat(style.fontSize) * scale,
    fontWeight: style.fontWeight,
    lineHeight:
      style.lineHeight === 'normal' ? 1.4 : Number.parseFloat(style.lineHeight) / Number.parseFloat(style.fontSize),
    textAlign: style.textAlign as 'left',
    color: style.color,
    backgroundColor: groundOf(element, view),
  };
}

interface Pointed extends Words {
  /** The words before the change. */
  before: string;
  /** The place where somebody pointed. */
  caret: number;
}

export function WriteInPlace({ shown, writing }: { shown: Shown; writing: Writing }) {
  const { document: frame, version } = shown;
  const [words, setWords] = useState<Pointed | null>(null);

  const point = useEffectEvent((event: MouseEvent) => {
    event.preventDefault();
    const target = event.target as Element;
    const row = target.closest<HTMLElement>('[data-block]');
    const inFrame = row?.dataset.block;
    if (!row || inFrame === undefined) return;
    const path = writing.places[inFrame] ?? writing.places[`blocks.${indexOf(inFrame)}`];
    if (path === undefined) return;
    const found = wordsAt(writing.document, path, row, target);
    if (found === undefined) writing.onOpen(indexOf(path));
    else {
      const before = wordsOf(writing.document, found);
      // Of one line the letter that was clicked is known; of a text with marks and paragraphs it is not.
      const at =
        'caretPositionFromPoint' in frame
          ? frame.caretPositionFromPoint(event.clientX, event.clientY)?.offset
          : undefined;
      const caret = at ?? before.length;
      setWords({ ...found, before, caret: found.field === 'body' ? before.length : caret });
    }
  });
  useEffect(() => {
    const onClick = (event: MouseEvent) => point(event);
    frame.addEventListener('click', onClick);
    return () => frame.removeEventListener('click', onClick);
  }, [frame]);
  // Each version comes without it.
  useEffect(() => {
    const hints = frame.createElement('style');
    hints.textContent = HINTS;
    frame.head.append(hints);
    return () => hints.remove();
  }, [frame, version]);

  if (words === null) return null;
  return (
    <Field
      key={`${words.path} ${words.field}`}
      shown={shown}
      words={words}
      writing={writing}
      onCancel={() => {
        writing.onChange(withWords(writing.document, words, words.before));
        setWords(null);
      }}
      onDone={() => setWords(null)}
    />
  );
}

interface FieldProps {
  shown: Shown;
  words: Pointed;
  writing: Writing;
  onCancel: () => void;
  onDone: () => void;
}

function Field({ shown, words, writing, onCancel, onDone }: FieldProps) {
  const t = useTranslations('templates.fields');
  const place = placeOf(blockAt(writing.document, words.path), words.field);
  // A block that is not finished leaves the e-mail, and those after it move up in the frame.
  const inFrame = Object.keys(writing.places).find((path) => writing.places[path] === words.path);
  const look = place && inFrame !== undefined ? lookOf(shown, inFrame, place.selector) : null;
  // The place that it had, while what is written leaves the e-mail without these words.
  const [last, setLast] = useState(look);
  if (look && (last?.left !== look.left || last.top !== look.top || last.width !== look.width)) setLast(look);
  const style = look ?? last;
  if (!place || !style) return null;
  return (
    <textarea
      aria-label={t(words.field)}
      className={classes.field}
      style={style}
      rows={1}
      maxLength={place.max}
      value={wordsOf(writing.document, words)}
      autoFocus
      onFocus={(event) => event.currentTarget.setSelectionRange(words.caret, words.caret)}
      onChange={({ currentTarget: { value } }) =>
        writing.onChange(withWords(writing.document, words, place.lines ? value : value.replaceAll('\n', ' ')))
      }
      onBlur={onDone}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          onCancel();
        } else if (event.key === 'Enter' && !place.lines && !event.nativeEvent.isComposing) {
          event.preventDefault();
          onDone();
        }
      }}
    />
  );
}
