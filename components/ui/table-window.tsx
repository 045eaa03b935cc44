'use client';
import { useEffect, useRef, useState, type CSSProperties, type ReactNode, type RefObject } from 'react';
import classes from './data-table.module.css';

/** Rows that come into the page and leave it together. */
export const WINDOW = 50;

/** Tables up to here are in the page whole: the browser's own search finds each row. */
const WHOLE = 200;

/** The distance from sight at which rows are made, in px: more than a flick scrolls between two frames. */
const NEAR = 1_500;

/** The rows as they come into the page: all at once, or in windows where they are many. */
export function windowsOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  if (rows.length <= WHOLE) return [rows];
  const windows: (readonly Row[])[] = [];
  for (let at = 0; at < rows.length; at += WINDOW) windows.push(rows.slice(at, at + WINDOW));
  return windows;
}

interface Props {
  /** The number of rows that it holds. */
  rows: number;
  /** In the page before anybody looks where it is: the first tells how high a row is, the last was just loaded. */
  isAtEnd: boolean;
  /** The only one: it never leaves. */
  isAlone: boolean;
  children: () => ReactNode;
}

/**
 * Rows of a table that are in the page while they are near what is seen, or hold the focus. Before and after that, a
 * room of their height keeps the scrollbar and the place.
 */
export function TableWindow({ rows, isAtEnd, isAlone, children }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { isNear, height } = useNear(body, isAtEnd, isAlone);
  if (!isNear && !isAlone) return <tbody ref={body} aria-hidden className={classes.body} style={room(rows, height)} />;
  return (
    <tbody ref={body} role="rowgroup" className={classes.body}>
      {children()}
    </tbody>
  );
}

/** As high as the rows were when they left, or as so many rows are wont to be. */
const room = (rows: number, height: number | null): CSSProperties => ({
  height: height ?? `calc(var(--row-box, 3.75rem) * ${rows})`,
});

interface Near {
  isNear: boolean;
  /** The height when it left, in px; null: it never was in the page. */
  height: number | null;
}

function useNear(body: RefObject<HTMLTableSectionElement | null>, isAtEnd: boolean, isAlone: boolean): Near {
  const [near, setNear] = useState<Near>({ isNear: isAtEnd, height: null });
  useEffect(() => {
    const element = body.current;
    if (!element || isAlone) return;
    const look = new IntersectionObserver(
      (seen) => {
        const last = seen.at(-1);
        if (!last) return;
        if (last.isIntersecting) setNear((was) => (was.isNear ? was : { isNear: true, height: null }));
        else if (!element.contains(document.activeElement))
          setNear((was) => (was.isNear ? { isNear: false, height: last.boundingClientRect.height } : was));
      },
      { rootMargin: `${NEAR}px 0px` },
    );
    look.observe(element);
    return () => look.disconnect();
  }, [body, isAlone]);
  return near;
}
