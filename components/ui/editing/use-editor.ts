'use client';
/** The layer under every editor: guards what is typed, keeps a draft of it, and reports what somebody else saved. */
import { useEffect, useRef, useState } from 'react';
import { useUnsavedChanges } from '@/components/ui/editing/guard';
import { mergeEdits, type Conflict } from '@/components/ui/editing/merge';
import { same } from '@/components/ui/editing/same';
import { useDraft, type DraftOffer } from '@/components/ui/editing/use-draft';
import { problemOf } from '@/components/ui/problem';

/** The facts that an editor states about itself. */
export interface Editing<Fields> {
  /** Names the drafts of its kind: `post`. */
  kind: string;
  /** Id of the record; null for a new one. Of what a workspace has one of, any name. */
  record: string | null;
  /**
   * `updatedAt` of what the fields begin with; null where nothing is stored yet; absent where saves are not tied to a
   * version.
   */
  version?: string | null;
  /** Fields, of any depth, that no draft may hold, beside those whose names say so (draft-store.ts). */
  secrets?: readonly string[];
  /** Reads the record as it is by now, for when somebody else saved it. Needed with a version. */
  reload?: () => Promise<{ values: Fields; version: string | null }>;
  /** Names of the fields, by path (`content.email.subject`) or by their first part. */
  labels?: Readonly<Record<string, string>>;
  /** Words for a value that is no text; undefined: the usual ones. */
  words?: (path: string, value: unknown) => string | undefined;
}

/** The facts that a save may tell: absent facts are as they were sent. */
export interface Saved<Fields> {
  updatedAt?: string;
  /** The values that the fields hold by now, where the server made something of them. */
  values?: Fields;
}

/** The answer of a save that tells something, or nothing. */
export type SaveAnswer<Fields> = Promise<Saved<Fields> | undefined> | Promise<void>;

/** The values that are sent, the ones they were made from, and the version of those. */
export interface Edit<Fields> {
  values: Fields;
  base: Fields;
  version: string | null | undefined;
}

/** Somebody else saved meanwhile, and both changed the same fields. */
export interface ConflictQuestion<Fields> {
  merged: Fields;
  conflicts: readonly Conflict[];
  /** The person who saved; null: not known. */
  by: string | null;
  /** The same person, in another tab or on another device. */
  byYou: boolean;
  /** ISO 8601. */
  at: string | null;
  /** The fields to save; null: back to the editor. */
  answer(values: Fields | null): void;
}

/** The state that EditorNotices shows. */
export interface Editor<Fields> {
  offer: DraftOffer | null;
  conflict: ConflictQuestion<Fields> | null;
  labels: Readonly<Record<string, string>>;
  words: (path: string, value: unknown) => string | undefined;
}

interface Options<Fields> {
  /** Null: a form that edits no record, such as sign-in. Nothing is guarded or kept. */
  editing: Editing<Fields> | null;
  values: Fields;
  /** The initial values of the fields. Later ones are not looked at. */
  initial: Fields;
  /** Puts values into the fields. */
  put: (values: Fields) => void;
}

const noWords = () => undefined;

/**
 * @returns `dirty`: whether the fields hold what is not saved; `commit`, which sends them, and `keep`, which does so
 * unasked; `replace`;
 *   `editor` for EditorNotices
 */
export function useEditor<Fields extends object>({ editing, values, initial, put }: Options<Fields>) {
  const [start, setStart] = useState({ base: initial, version: editing?.version });
  /** The same, for what goes on between two renders. */
  const startNow = useRef(start);
  const begin = (next: typeof start): void => {
    startNow.current = next;
    setStart(next);
  };
  /** Keeping under way. A save waits for it, or the two would be taken for two people. */
  const keeping = useRef<Promise<void> | null>(null);
  const [sending, setSending] = useState(false);
  const [conflict, setConflict] = useState<ConflictQuestion<Fields> | null>(null);
  const latest = useRef(values);
  useEffect(() => {
    latest.current = values;
  }, [values]);
  const dirty = !same(values, start.base);
  useUnsavedChanges(editing !== null && dirty && !sending, true);
  const draft = useDraft({
    of: editing && { kind: editing.kind, record: editing.record },
    secrets: editing?.secrets,
    values,
    ...start,
    dirty,
    sending,
    onRestore: (kept) => {
      put(kept.values);
      begin({ base: kept.base, version: kept.version });
    },
  });

  /** Lets the person choose. @returns the fields to save; null: back to the editor */
  const choose = async (merge: ReturnType<typeof mergeEdits<Fields>>, error: unknown): Promise<Fields | null> => {
    if (merge.conflicts.length === 0) return merge.merged;
    const { details } = problemOf(error);
    const answer = await new Promise<Fields | null>((resolve) =>
      setConflict({
        ...merge,
        by: typeof details?.by === 'string' ? details.by : null,
        byYou: details?.byYou === true,
        at: typeof details?.updatedAt === 'string' ? details.updatedAt : null,
        answer: resolve,
      }),
    );
    setConflict(null);
    return answer;
  };

  /**
   * Sends the fields; when somebody else saved meanwhile, again with what both made of it. The draft goes once they
   * are stored.
   * @returns whether they are; false: the person went back to the editor
   * @throws what `send` throws, but for EDIT_CONFLICT
   */
  const commit = async (send: (edit: Edit<Fields>) => SaveAnswer<Fields>): Promise<boolean> => {
    if (dirty) draft.write();
    setSending(true);
    try {
      const waited = keeping.current;
      await waited;
      let edit: Edit<Fields> = { values: waited === null ? values : latest.current, ...startNow.current };
      for (;;) {
        try {
          const saved: Saved<Fields> = (await send(edit)) ?? {};
          const stored = saved.values ?? edit.values;
          if (saved.values !== undefined && same(latest.current, edit.values)) put(stored);
          begin({ base: stored, version: saved.updatedAt ?? edit.version });
          draft.clear();
          return true;
        } catch (error) {
          if (problemOf(error).code !== 'EDIT_CONFLICT' || editing?.reload === undefined) throw error;
          const { values: theirs, version } = await editing.reload();
          const chosen = await choose(mergeEdits(edit.base, latest.current, theirs), error);
          if (chosen === null) return false;
          edit = { values: chosen, base: theirs, version };
          put(chosen);
          begin({ base: theirs, version });
        }
      }
    } finally {
      setSending(false);
    }
  };

  /**
   * Sends the fields while the person goes on typing: nothing is put into them, nobody is asked, and the draft goes
   * once they hold nothing that is not stored.
   * @param send tells nothing where the fields are kept and not saved
   * @throws what it throws
   */
  const keep = async (send: (edit: Edit<Fields>) => Promise<Saved<Fields> | undefined>): Promise<void> => {
    if (sending || keeping.current !== null) return;
    const edit: Edit<Fields> = { values, ...startNow.current };
    const run = async (): Promise<void> => {
      const saved = await send(edit);
      if (saved !== undefined) begin({ base: edit.values, version: saved.updatedAt ?? edit.version });
    };
    const done = run();
    keeping.current = done.then(noWords, noWords);
    try {
      await done;
    } finally {
      keeping.current = null;
    }
  };

  /** Puts another version of the record into the fields, in place of whatever they hold. */
  const replace = (stored: Fields, version: string | null): void => {
    put(stored);
    begin({ base: stored, version });
    draft.clear();
  };

  const editor: Editor<Fields> = {
    offer: draft.offer,
    conflict,
    labels: editing?.labels ?? {},
    words: editing?.words ?? noWords,
  };
  return { dirty, commit, keep, replace, editor };
}
