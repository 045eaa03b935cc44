'use client';
/** Keeps people from losing what they typed: asks before a link, the spotlight or closing the window takes them away. */
import { useRouter } from 'next/navigation';
import { createContext, use, useCallback, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslations } from 'next-intl';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';

interface Guard {
  setDirty: (form: string, dirty: boolean) => void;
  /** Does it now, or after the person agreed to lose what is unsaved. */
  leave: (act: () => void) => void;
}

const GuardContext = createContext<Guard | null>(null);

function useGuard(): Guard {
  const guard = use(GuardContext);
  if (guard === null) throw new Error('UnsavedGuard is missing above.');
  return guard;
}

/** Says that this form holds what is not saved. */
export function useUnsavedChanges(dirty: boolean): void {
  const { setDirty } = useGuard();
  const form = useId();
  useEffect(() => {
    setDirty(form, dirty);
    return () => setDirty(form, false);
  }, [dirty, form, setDirty]);
}

/** For navigation by code: `leave(() => router.push('/'))`. */
export const useLeave = (): Guard['leave'] => useGuard().leave;

/** The address in this site that a plain click on a link leads to. */
function internalTarget(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.origin !== window.location.origin)
    return null;
  return link.pathname === window.location.pathname && link.hash !== '' ? null : link.pathname + link.search;
}

export function UnsavedGuard({ children }: { children: ReactNode }) {
  const t = useTranslations('ui.unsaved');
  const router = useRouter();
  const dirty = useRef(new Set<string>());
  const [asked, setAsked] = useState<{ act: () => void } | null>(null);

  const setDirty = useCallback((form: string, value: boolean) => {
    if (value) dirty.current.add(form);
    else dirty.current.delete(form);
  }, []);
  const leave = useCallback((act: () => void) => {
    if (dirty.current.size > 0) setAsked({ act });
    else act();
  }, []);
  const guard = useMemo(() => ({ setDirty, leave }), [setDirty, leave]);

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const target = dirty.current.size > 0 ? internalTarget(event) : null;
      if (target === null) return;
      event.preventDefault();
      event.stopPropagation();
      setAsked({ act: () => router.push(target) });
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (dirty.current.size > 0) event.preventDefault();
    };
    document.addEventListener('click', onClick, true);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onClick, true);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [router]);

  return (
    <GuardContext value={guard}>
      {children}
      <ConfirmDialog
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={t('title')}
        confirm={t('discard')}
        cancel={t('keep')}
        destructive
        onConfirm={() => {
          dirty.current.clear();
          setAsked(null);
          asked?.act();
        }}
      >
        {t('message')}
      </ConfirmDialog>
    </GuardContext>
  );
}
