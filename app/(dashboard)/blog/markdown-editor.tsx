'use client';
/**
 * The text of a post in Markdown: a plain field with buttons that write the marks, and images that are dropped into it.
 */
import { Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { selectedIn, type } from '@/components/markdown/field-edit';
import { editOf, newLine, type Act } from '@/components/markdown/markdown-edit';
import { ACTS, actOfKey, MarkdownToolbar } from '@/components/markdown/markdown-toolbar';
import { Library } from '@/components/uploads/library-button';
import { WorkProgress } from '@/components/ui/work-progress';
import { useBodyImages } from './use-body-images';
import classes from './markdown-editor.module.css';

interface Props {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  /** Told how far down the text is, 0 to 1. */
  onScroll: (share: number) => void;
}

const imagesOf = (transfer: DataTransfer): File[] =>
  [...transfer.files].filter((file) => file.type.startsWith('image/'));
const countWords = (text: string): number => text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0;

export function MarkdownEditor({ value, onChange, error, onScroll }: Props) {
  const t = useTranslations('blog.editor');
  const tMarkdown = useTranslations('ui.markdown');
  const faults = useTranslations('uploads.faults');
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [over, setOver] = useState(false);
  const { running, fault, addAll, insert } = useBodyImages(field);
  const [choosing, library] = useDisclosure();

  const act = (which: Act) => {
    if (field.current === null) return;
    type(field.current, editOf(selectedIn(field.current), which, tMarkdown('words')));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const which = actOfKey(event, ACTS);
    if (which !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      act(which);
    } else if (
      event.key === 'Enter' &&
      !event.shiftKey &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.nativeEvent.isComposing
    ) {
      const edit = newLine(selectedIn(event.currentTarget));
      if (edit === null) return;
      event.preventDefault();
      type(event.currentTarget, edit);
    }
  };
  const frame = (children: React.ReactNode) => (
    <div className={classes.frame} data-over={over || undefined} data-error={error !== undefined || undefined}>
      <MarkdownToolbar acts={ACTS} controls={id} onAct={act} onImages={addAll} onLibrary={library.open} />
      <Library
        opened={choosing}
        onClose={library.close}
        onChoose={(image) => {
          library.close();
          insert(image);
        }}
      />
      {children}
      <div className={classes.foot}>
        {running.map(({ id: key, name, share }) => (
          <WorkProgress key={key} label={t('uploading', { name })} share={share} />
        ))}
        {fault !== null && (
          <p className={classes.fault} role="alert">
            {fault.name}: {faults(fault.fault)}
          </p>
        )}
        <p>
          <span>{t('help')}</span>
          <span>{t('count', { count: countWords(value) })}</span>
        </p>
      </div>
    </div>
  );
  return (
    <Textarea
      ref={field}
      id={id}
      label={t('body')}
      required
      withAsterisk={false}
      error={error}
      placeholder={t('placeholder')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
        onScroll(scrollHeight > clientHeight ? scrollTop / (scrollHeight - clientHeight) : 0)
      }
      onPaste={(event) => {
        // A copied paragraph often brings a picture of itself along: words come first.
        const images = event.clipboardData.types.includes('text/plain') ? [] : imagesOf(event.clipboardData);
        if (images.length === 0) return;
        event.preventDefault();
        addAll(images);
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        addAll([...event.dataTransfer.files]);
      }}
      inputContainer={frame}
      classNames={{ input: classes.text }}
    />
  );
}
