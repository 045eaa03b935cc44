'use client';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { faultsOf, serverFaults, type Faults } from '@/components/email/document-faults';
import { useEditor, type Edit, type Editing, type SaveAnswer } from '@/components/ui/editing/use-editor';
import { problemOf } from '@/components/ui/problem';
import type { TemplateDraft } from './saved-template';

/** Faults by place: of `name`, and of the document as document-faults.ts has them. */
interface Found {
  name: string | undefined;
  document: Faults;
}

const NONE: Found = { name: undefined, document: {} };

/**
 * A template while it is written: unsaved changes are guarded, faults show once one tried to save and go as they are
 * mended.
 * @param save sends it; rejects with the error of tRPC
 */
export function useTemplateForm(
  initial: TemplateDraft,
  editing: Editing<TemplateDraft>,
  save: (edit: Edit<TemplateDraft>) => SaveAnswer<TemplateDraft>,
) {
  const t = useTranslations('templates.faults');
  const [draft, setDraft] = useState(initial);
  const [found, setFound] = useState<Found>(NONE);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const words = useTranslations('templates.fields');
  const { dirty, commit, editor } = useEditor({
    editing: {
      ...editing,
      labels: {
        name: words('name'),
        description: words('description'),
        'document.subject': words('subject'),
        'document.preheader': words('preheader'),
        'document.accentColor': words('accentColor'),
        document: words('body'),
      },
    },
    values: draft,
    initial,
    put: setDraft,
  });

  const check = ({ name, document }: TemplateDraft): Found => ({
    name: name.trim() === '' ? t('name') : undefined,
    document: faultsOf(document, t),
  });
  const isClean = ({ name, document }: Found): boolean => name === undefined && Object.keys(document).length === 0;
  const show = (faults: Found) => {
    setFound(faults);
    // Once the block with the first of them is open.
    setTimeout(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), 50);
  };

  const change = (patch: Partial<TemplateDraft>) => {
    const next = { ...draft, ...patch };
    setDraft(next);
    // What was wrong and is right now loses its words; nothing new is blamed before the next try.
    if (!isClean(found)) {
      const now = check(next);
      setFound({
        name: found.name && now.name,
        document: Object.fromEntries(Object.entries(found.document).filter(([place]) => place in now.document)),
      });
    }
  };

  const submit = async (): Promise<void> => {
    if (busy) return;
    setFailure(null);
    const faults = check(draft);
    if (!isClean(faults)) {
      show(faults);
      return;
    }
    setBusy(true);
    try {
      await commit(save);
      setFound(NONE);
    } catch (error) {
      const { code, issues } = problemOf(error);
      const document = code === 'VALIDATION' ? serverFaults(issues, 'blocks.', t) : {};
      if (code === 'NAME_EXISTS') show({ name: t('nameTaken'), document: {} });
      else if (Object.keys(document).length > 0) show({ name: undefined, document });
      else setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { draft, change, found, failure, busy, dirty, editor, element, submit: () => void submit() };
}
