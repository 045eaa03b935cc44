'use client';
import { useTranslations } from 'next-intl';
import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import classes from './on-the-way.module.css';

/** After this long nothing more is promised: whoever clicked can click again. */
const GIVES_UP_MS = 15_000;

const withoutHash = (address: string): string => address.split('#', 1)[0] ?? '';

/** Whether a click on this link leaves the page for another one of ours, in this tab. */
function leadsOn(link: HTMLAnchorElement, { button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return false;
  if ((link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return false;
  return link.origin === window.location.origin && withoutHash(link.href) !== withoutHash(window.location.href);
}

/**
 * Pages arrive whole, and the page before stays until then. This line says that one is on its way, where it does not
 * come at once.
 */
export function OnTheWay() {
  const t = useTranslations('ui');
  const here = `${usePathname()}?${useSearchParams().toString()}`;
  const [leaving, setLeaving] = useState<string>();
  if (leaving !== undefined && leaving !== here) setLeaving(undefined);
  useEffect(() => {
    const note = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      if (link !== null && leadsOn(link, event)) setLeaving(here);
    };
    document.addEventListener('click', note);
    return () => document.removeEventListener('click', note);
  }, [here]);
  useEffect(() => {
    if (leaving === undefined) return;
    const timer = setTimeout(() => setLeaving(undefined), GIVES_UP_MS);
    return () => clearTimeout(timer);
  }, [leaving]);
  return leaving === here && <div className={classes.line} role="progressbar" aria-label={t('loading')} />;
}
