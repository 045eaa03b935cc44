'use client';
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useId, useMemo, useState, type ReactNode, useRef } from 'react';
import { BlockEditor } from '@/components/email/block-editor';
import { ContactPreview } from '@/components/email/contact-preview';
import { finishedPart, faultsOf, serverFaults, type Faults } from '@/components/email/document-faults';
import { MergeTagsNotice } from '@/components/email/merge-tags-notice';
import { useCompiled } from '@/components/email/use-compiled';
import { useAccount } from '@/components/shell/use-account';
import { EditorNotices } from '@/components/ui/editing/editor-notices';
import { type Edit, type Editing, type SaveAnswer, useEditor } from '@/components/ui/editing/use-editor';
import { ErrorNotice } from '@/components/ui/error-notice';
import { LinkButton } from '@/components/ui/link-button';
import { PageHead } from '@/components/ui/page-head';
import { StickyHead } from '@/components/ui/sticky-head';
import type { TemplateDraft } from './saved-template';
import classes from './template-editor.module.css';
import { problemOf } from '@/components/ui/problem';

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
function useTemplateForm(
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
    // A fault that is mended loses its message. New faults are shown at the next attempt to save.
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

interface Props {
  title: string;
  initial: TemplateDraft;
  submit: string;
  /** Beside the buttons of the head. */
  menu?: ReactNode;
  editing: Editing<TemplateDraft>;
  save: (edit: Edit<TemplateDraft>) => SaveAnswer<TemplateDraft>;
}

const NAME_MAX = 120;
const DESCRIPTION_MAX = 2000;
type Side = 'edit' | 'preview';

/** The blocks at the left, the e-mail as it arrives at the right; on a phone one or the other. */
export function TemplateEditor({ title, initial, submit: submitWords, menu, editing, save }: Props) {
  const t = useTranslations('templates');
  const id = useId();
  const [side, setSide] = useState<Side>('edit');
  const { draft, change, found, failure, busy, dirty, editor, element, submit } = useTemplateForm(
    initial,
    editing,
    save,
  );
  const { document } = draft;
  const { compiled, error } = useCompiled(document);
  const [pointed, setPointed] = useState<{ index: number }>();
  const email = useMemo(
    () => ({ subject: document.subject, preheader: document.preheader, blocks: finishedPart(document) }),
    [document],
  );
  const shop = useAccount()?.workspace?.name;

  const actions = (
    <>
      {menu}
      <LinkButton href="/templates" variant="default">
        {t('back')}
      </LinkButton>
      <Button type="submit" form={id} loading={busy}>
        {submitWords}
      </Button>
    </>
  );
  return (
    <>
      <StickyHead leavesIn="48em">
        <PageHead
          title={title}
          back={{ href: '/templates', label: t('title') }}
          aside={dirty ? <span className={classes.unsaved}>{t('unsaved')}</span> : undefined}
          action={<div className={classes.actions}>{actions}</div>}
        />
      </StickyHead>
      <SegmentedControl
        className={classes.sides}
        fullWidth
        value={side}
        onChange={setSide}
        aria-label={t('sides.label')}
        data={[
          { value: 'edit', label: t('sides.edit') },
          { value: 'preview', label: t('sides.preview') },
        ]}
      />
      <div className={classes.columns} data-side={side}>
        <form
          id={id}
          ref={element}
          noValidate
          method="post"
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            setSide('edit');
            submit();
          }}
        >
          <EditorNotices editor={editor} />
          {failure !== null && <ErrorNotice error={failure} act="write" />}
          <TextInput
            label={t('fields.name')}
            description={t('fields.nameHelp')}
            required
            withAsterisk={false}
            maxLength={NAME_MAX}
            value={draft.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            error={found.name}
          />
          <TextInput
            label={t('fields.description')}
            maxLength={DESCRIPTION_MAX}
            value={draft.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
          <hr className={classes.rule} />
          <MergeTagsNotice content={document} />
          <BlockEditor
            value={document}
            onChange={(next) => change({ document: next })}
            faults={found.document}
            pointed={pointed}
          />
        </form>
        <div className={classes.preview}>
          {error !== null && error !== undefined && compiled === undefined && <ErrorNotice error={error} act="read" />}
          <ContactPreview
            email={email}
            html={compiled?.html}
            text={compiled?.text}
            subject={document.subject ?? ''}
            preheader={document.preheader ?? ''}
            sender={shop}
            writing={
              compiled && {
                document,
                places: compiled.places,
                onChange: (next) => change({ document: next }),
                onOpen: (index) => {
                  setSide('edit');
                  setPointed({ index });
                },
              }
            }
          />
        </div>
      </div>
      <div className={classes.foot}>
        <Button type="submit" form={id} loading={busy} fullWidth>
          {submitWords}
        </Button>
      </div>
    </>
  );
}
