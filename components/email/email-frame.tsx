'use client';
/**
 * An e-mail as a mail program shows it, or a page of ours as its readers get it. The frame is sandboxed without scripts
 * and its document is /email-frame (server/doors/email-frame.ts), whose own policy lets styles and images in and
 * nothing else. We write into it rather than load each version, so that it neither flickers nor fills the browser's
 * history.
 */
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import classes from './email-frame.module.css';

interface Props {
  html: string;
  /** Says what it is to screen readers. */
  title: string;
  /** The width of the window that the e-mail sees, in pixels; drawn smaller where there is less room. */
  width: number;
  /** The mail program's scheme. */
  scheme: 'light' | 'dark';
  /** A picture of it that cannot be entered. */
  still?: boolean;
  /** The layer over the e-mail, drawn anew with each version that is in the frame. */
  over?: (shown: Shown) => ReactNode;
}

/** The e-mail that is in the frame. */
export interface Shown {
  document: Document;
  /** Pixels on the page for each of the frame's. */
  scale: number;
  /** Another one with each version. */
  version: number;
}

const DARK_QUERY = /@media\s*\(\s*prefers-color-scheme\s*:\s*dark\s*\)/gi;
const LEAST_HEIGHT = 240;
/** A picture fills its place, however short the e-mail is. */
const STILL_HEIGHT = 560;

/** Browsers cannot be told which scheme a frame prefers, so the question is answered in the style itself. */
const inScheme = (html: string, scheme: 'light' | 'dark'): string =>
  html.replace(DARK_QUERY, scheme === 'dark' ? '@media all' : '@media not all');

/** Parsed by the frame's own document, so that its policy decides what is in it and not the dashboard's. */
function write(document: Document, html: string): void {
  const root = document.documentElement;
  root.innerHTML = html;
  // The frame is as high as its document and never scrolls: the document is not as high as the frame, nor keeps room
  // for a bar.
  root.style.overflowY = 'hidden';
  root.style.setProperty('scrollbar-gutter', 'auto', 'important');
  document.body.style.setProperty('min-height', '0', 'important');
  // Links lead nowhere: a frame that may open no windows does nothing with them.
  const base = document.createElement('base');
  base.target = '_blank';
  document.head.prepend(base);
}

export function EmailFrame({ html, title, width, scheme, still = false, over }: Props) {
  const { ref: box, width: room } = useElementSize();
  const frame = useRef<HTMLIFrameElement>(null);
  const [loaded, setLoaded] = useState(false);
  const least = still ? STILL_HEIGHT : LEAST_HEIGHT;
  const [height, setHeight] = useState(least);
  const [shown, setShown] = useState<Omit<Shown, 'scale'> | null>(null);

  // A frame that came with the page has loaded before anybody listened.
  useEffect(() => {
    const document = frame.current?.contentDocument;
    if (document?.readyState === 'complete' && document.URL.endsWith('/email-frame')) setLoaded(true);
  }, []);

  const isCovered = over !== undefined;
  useEffect(() => {
    const document = loaded ? frame.current?.contentDocument : null;
    if (!document) return;
    write(document, inScheme(html, scheme));
    const measure = () => {
      setHeight(Math.max(least, Math.ceil(document.body.getBoundingClientRect().height)));
      if (isCovered) setShown((before) => ({ document, version: (before?.version ?? 0) + 1 }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    measure();
    return () => observer.disconnect();
  }, [html, scheme, loaded, least, isCovered]);

  const scale = room > 0 && room < width ? room / width : 1;
  return (
    <div
      ref={box}
      className={classes.box}
      style={{ height: height * scale }}
      inert={still}
      aria-hidden={still || undefined}
    >
      <iframe
        ref={frame}
        src="/email-frame"
        sandbox="allow-same-origin"
        title={title}
        tabIndex={still ? -1 : undefined}
        className={classes.frame}
        onLoad={() => setLoaded(true)}
        style={{ width, height, transform: scale === 1 ? undefined : `scale(${scale})`, colorScheme: scheme }}
      />
      {shown && over && (
        <div className={classes.over} style={{ width: width * scale }}>
          {over({ ...shown, scale })}
        </div>
      )}
    </div>
  );
}
