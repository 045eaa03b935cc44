'use client';
/**
 * The definition while it is edited: every change is saved by itself, one save at a time, and can be undone. Of a
 * funnel that was live the saves go into its draft, so nobody inside notices.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { shownDefinition, type Funnel } from '@/app/(dashboard)/funnels/funnel';
import { useTRPC } from '@/app/trpc';
import { useUnsavedChanges } from '@/components/ui/editing/guard';
import { problemOf } from '@/components/ui/problem';

type Definition = Funnel['definition'];

const PAUSE_MS = 700;
const MOST_UNDONE = 100;

interface History {
  past: readonly Definition[];
  now: Definition;
  future: readonly Definition[];
}

export interface DefinitionEditing {
  definition: Definition;
  change: (next: Definition) => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  state: 'saved' | 'saving' | 'unsaved';
  /** Why the last save failed; what was changed is still here. */
  error: unknown;
  /** Saves again what is here, over what somebody else saved meanwhile if they did. */
  again: () => void;
  /** Takes what is stored instead of what is here. */
  takeStored: () => void;
  /** Once all is saved. @returns whether it is */
  settle: () => Promise<boolean>;
}

export function useDefinition(funnel: Funnel): DefinitionEditing {
  const trpc = useTRPC();
  const client = useQueryClient();
  const [history, setHistory] = useState<History>(() => ({ past: [], now: shownDefinition(funnel), future: [] }));
  const [state, setState] = useState<DefinitionEditing['state']>('saved');
  const [error, setError] = useState<unknown>(null);
  const update = useMutation(trpc.funnels.update.mutationOptions({ meta: { touches: [] } }));
  const key = trpc.funnels.editor.queryKey({ id: funnel.id });
  /** The definition to save, and the version of the row on which it was made. */
  const work = useRef<{ wanted: Definition | null; version: string; running: Promise<boolean> | null }>({
    wanted: null,
    version: funnel.updatedAt,
    running: null,
  });
  useUnsavedChanges(state !== 'saved');

  const run = async (isForced: boolean): Promise<boolean> => {
    setState('saving');
    while (work.current.wanted !== null) {
      const { wanted, version } = work.current;
      try {
        const stored = await update.mutateAsync({
          id: funnel.id,
          definition: wanted,
          ...(!isForced && { ifUpdatedAt: version }),
        });
        work.current.version = stored.updatedAt;
        if (work.current.wanted === wanted) work.current.wanted = null;
        client.setQueryData(key, (before) => before && { ...before, funnel: stored });
      } catch (failure) {
        setError(failure);
        setState('unsaved');
        return false;
      }
    }
    setError(null);
    setState('saved');
    void client.invalidateQueries({ queryKey: trpc.funnels.list.queryKey() });
    return true;
  };
  const save = (isForced = false): Promise<boolean> => {
    work.current.running ??= run(isForced).finally(() => (work.current.running = null));
    return work.current.running;
  };

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const want = (definition: Definition): void => {
    work.current.wanted = definition;
    setState('unsaved');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), PAUSE_MS);
  };
  // Whoever goes on within the pause has made the change as well.
  const saveWhatIsLeft = useEffectEvent((): void => {
    clearTimeout(timer.current);
    if (work.current.wanted !== null) void save();
  });
  useEffect(() => () => saveWhatIsLeft(), []);

  // Somebody else saved, or it was published: nothing of ours is in the way. What is older was asked for before our
  // save.
  const stored = shownDefinition(funnel);
  useEffect(() => {
    if (work.current.wanted !== null || funnel.updatedAt <= work.current.version) return;
    work.current.version = funnel.updatedAt;
    setHistory((before) =>
      JSON.stringify(before.now) === JSON.stringify(stored) ? before : { past: [], now: stored, future: [] },
    );
  }, [funnel.updatedAt, stored]);

  const { past, now, future } = history;
  const go = (next: History): void => {
    setHistory(next);
    want(next.now);
  };
  const [before] = past.slice(-1);
  const [after] = future;
  return {
    definition: now,
    // Called later as well, by the way back that is offered after a deletion: what is there by then is what it changes.
    change: (next) => {
      setHistory((then) =>
        then.now === next ? then : { past: [...then.past, then.now].slice(-MOST_UNDONE), now: next, future: [] },
      );
      want(next);
    },
    undo: before && (() => go({ past: past.slice(0, -1), now: before, future: [now, ...future] })),
    redo: after && (() => go({ past: [...past, now], now: after, future: future.slice(1) })),
    state,
    error,
    again: () => void save(problemOf(error).code === 'EDIT_CONFLICT'),
    takeStored: () => {
      work.current.wanted = null;
      setError(null);
      setState('saved');
      void client.refetchQueries({ queryKey: key });
    },
    settle: async () => {
      clearTimeout(timer.current);
      if (work.current.running !== null && !(await work.current.running)) return false;
      return work.current.wanted === null || (await save());
    },
  };
}
