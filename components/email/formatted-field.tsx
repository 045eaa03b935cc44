'use client';
/** The text of a block with a toolbar of bold, italic, links and lists, which write the marks of Markdown. */
import { useTranslations } from 'next-intl';
import { useId, useRef, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { TagField } from '@/components/email/tag-field';
import { selectedIn, type } from '@/components/markdown/field-edit';
import classes from '@/components/markdown/formatted-frame.module.css';
import { editOf, newLine, type Act } from '@/components/markdown/markdown-edit';
import { actOfKey, MarkdownToolbar } from '@/components/markdown/markdown-toolbar';
import { BLOCK_LIMITS, type Block } from '@/server/platform/email/blocks-schema';

const ACTS: readonly Act[] = ['bold', 'italic', 'link', 'bullets', 'numbers'];

type TextBlock = Extract<Block, { kind: 'text' }>;

interface Props {
  block: TextBlock;
  onChange: (block: TextBlock) => void;
  error: string | undefined;
}

/** A plain text so that it stays what it says when marks come to count in it. */
const asWritten = (body: string): string => body.replace(/[\\*[]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&');

export function FormattedField({ block, onChange, error }: Props) {
  const t = useTranslations('templates.fields');
  const tMarkdown = useTranslations('ui.markdown');
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);

  const act = (which: Act) => {
    const area = field.current;
    if (area === null) return;
    if (block.format !== 'markdown') {
      const { start, end, text } = selectedIn(area);
      const [before, inside] = [asWritten(text.slice(0, start)), asWritten(text.slice(start, end))];
      const body = before + inside + asWritten(text.slice(end));
      flushSync(() => onChange({ ...block, body, format: 'markdown' }));
      area.setSelectionRange(before.length, before.length + inside.length);
    }
    type(area, editOf(selectedIn(area), which, tMarkdown('words')));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const which = actOfKey(event, ACTS);
    const isEnter = event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey;
    if (which !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      act(which);
    } else if (isEnter && block.format === 'markdown' && !event.nativeEvent.isComposing) {
      const edit = newLine(selectedIn(event.currentTarget));
      if (edit === null) return;
      event.preventDefault();
      type(event.currentTarget, edit);
    }
  };
  return (
    <TagField
      label={t('body')}
      description={block.format === 'markdown' ? t('formattedHelp') : t('bodyHelp')}
      required
      lines={{ min: 4, max: 16 }}
      value={block.body}
      onChange={(body) => onChange({ ...block, body })}
      maxLength={BLOCK_LIMITS.body}
      error={error}
      formatted={{
        id,
        field,
        onKeyDown,
        frame: (area) => (
          <div className={classes.frame} data-error={error !== undefined || undefined}>
            <MarkdownToolbar acts={ACTS} controls={id} onAct={act} />
            {area}
          </div>
        ),
      }}
    />
  );
}
