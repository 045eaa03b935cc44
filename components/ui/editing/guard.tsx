'use client';
/**
 * Keeps people from losing what they typed: asks before Back, a link, the palette or closing the window takes them
 * away.
 */
import { usePathname, useRouter } from 'next/navigation';
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { useTranslations } from 'next-intl';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { guardHistory, type HistoryGuard } from '@/components/ui/editing/history';

/** A place that holds what is not saved. */
interface Unsaved {
  /** A draft of it is kept in the browser. */
  isDrafted: boolean;
  /** Asks in its own place, such as the drawer that it stands in; a dialog asks when absent. */
  ask?: (act: () => void) => void;
}

interface Guard {
  /** Null: nothing unsaved any more. */
  set: (form: string, unsaved: Unsaved | null) => void;
  /** Does it now, or after the person agreed to leave what is unsaved. */
  leave: (act: () => void) => void;
}

/** Outside the dashboard's frame nothing is guarded. */
const NO_GUARD: Guard = { set: () => undefined, leave: (act) => act() };
const GuardContext = createContext<Guard>(NO_GUARD);

/**
 * Says that this form holds what is not saved.
 * @param isDrafted whether the browser keeps a draft of it, which the question then says
 */
export function useUnsavedChanges(dirty: boolean, isDrafted = false): void {
  const { set } = use(GuardContext);
  const form = useId();
  useEffect(() => {
    set(form, dirty ? { isDrafted } : null);
    return () => set(form, null);
  }, [dirty, isDrafted, form, set]);
}

/** For navigation by code: `leave(() => router.push('/'))`. */
export const useLeave = (): Guard['leave'] => use(GuardContext).leave;

interface Question {
  act: () => void;
  isDrafted: boolean;
}

/**
 * A part of the page that asks about its own forms, such as a drawer.
 * @returns `guard` for GuardedPart around them; `question`: what is being asked, and `answer`: to stay, or to leave and
 * do it
 */
export function useGuardedPart() {
  const outer = use(GuardContext);
  const part = useId();
  const unsaved = useRef(new Map<string, Unsaved>());
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = useCallback((act: () => void) => setQuestion({ act, isDrafted: isAllDrafted(unsaved) }), []);
  const guard = useMemo<Guard>(
    () => ({
      set: (form, value) => {
        if (value === null) unsaved.current.delete(form);
        else unsaved.current.set(form, value);
        const isUnsaved = unsaved.current.size > 0;
        outer.set(part, isUnsaved ? { isDrafted: isAllDrafted(unsaved), ask } : null);
        if (!isUnsaved) setQuestion(null);
      },
      leave: (act) => (unsaved.current.size > 0 ? ask(act) : act()),
    }),
    [outer, part, ask],
  );
  const answer = (leaves: boolean) => {
    setQuestion(null);
    if (!leaves) return;
    unsaved.current.clear();
    outer.set(part, null);
    question?.act();
  };
  return { guard, question, answer };
}

/** The place for the forms of a guarded part. */
export function GuardedPart({ guard, children }: { guard: Guard; children: ReactNode }) {
  return <GuardContext value={guard}>{children}</GuardContext>;
}

const isAllDrafted = (unsaved: RefObject<Map<string, Unsaved>>): boolean =>
  [...unsaved.current.values()].every(({ isDrafted }) => isDrafted);

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
  const pathname = usePathname();
  const unsaved = useRef(new Map<string, Unsaved>());
  const history = useRef<HistoryGuard>(null);
  const [question, setQuestion] = useState<Question | null>(null);

  const ask = useCallback((act: () => void) => {
    const leaving = () => {
      unsaved.current.clear();
      act();
    };
    const own = [...unsaved.current.values()].findLast((each) => each.ask !== undefined)?.ask;
    if (own === undefined) setQuestion({ act: leaving, isDrafted: isAllDrafted(unsaved) });
    else own(leaving);
  }, []);
  const guard = useMemo<Guard>(
    () => ({
      set: (form, value) => {
        if (value === null) unsaved.current.delete(form);
        else unsaved.current.set(form, value);
        if (unsaved.current.size > 0) history.current?.begin();
      },
      leave: (act) => (unsaved.current.size > 0 ? ask(act) : act()),
    }),
    [ask],
  );

  useEffect(() => {
    const isGuarded = () => unsaved.current.size > 0;
    const watched = guardHistory({ isGuarded, ask });
    history.current = watched;
    if (isGuarded()) watched.begin();
    const onClick = (event: MouseEvent) => {
      const target = isGuarded() ? internalTarget(event) : null;
      if (target === null) return;
      event.preventDefault();
      event.stopPropagation();
      ask(() => router.push(target));
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isGuarded()) event.preventDefault();
    };
    document.addEventListener('click', onClick, true);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      watched.stop();
      document.removeEventListener('click', onClick, true);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [router, ask]);
  useEffect(() => history.current?.arrive(), [pathname]);

  return (
    <GuardContext value={guard}>
      {children}
      <ConfirmDialog
        opened={question !== null}
        onClose={() => setQuestion(null)}
        title={t('title')}
        confirm={t('leave')}
        cancel={t('keep')}
        destructive
        onConfirm={() => {
          setQuestion(null);
          question?.act();
        }}
      >
        {t(question?.isDrafted === false ? 'messageLost' : 'message')}
      </ConfirmDialog>
    </GuardContext>
  );
}
