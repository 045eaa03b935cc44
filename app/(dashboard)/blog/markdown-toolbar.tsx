'use client';
import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconBlockquote,
  IconBold,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhotoUp,
  type Icon,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useRef, useState, type KeyboardEvent } from 'react';
import { SMALL_ICON } from '@/components/ui/icon';
import { UPLOAD_TYPES } from '@/server/resources/uploads/schema';
import classes from './markdown-editor.module.css';

export const ACTS = ['bold', 'italic', 'heading', 'subheading', 'link', 'bullets', 'numbers', 'quote'] as const;
export type Act = (typeof ACTS)[number];

const ICONS: Readonly<Record<Act, Icon>> = {
  bold: IconBold,
  italic: IconItalic,
  heading: IconH2,
  subheading: IconH3,
  link: IconLink,
  bullets: IconList,
  numbers: IconListNumbers,
  quote: IconBlockquote,
};
/** With Ctrl or Cmd. */
const KEYS: Partial<Record<Act, string>> = { bold: 'B', italic: 'I', link: 'K' };

/** The act that a key stands for while the caret is in the text. */
export function actOfKey({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): Act | undefined {
  if (!(ctrlKey || metaKey) || altKey || shiftKey) return undefined;
  return ACTS.find((act) => KEYS[act]?.toLowerCase() === key.toLowerCase());
}

interface Props {
  /** Id of the field that it works on. */
  controls: string;
  onAct: (act: Act) => void;
  onImages: (files: readonly File[]) => void;
}

/** One stop of the Tab key; the arrow keys go from button to button. */
export function MarkdownToolbar({ controls, onAct, onImages }: Props) {
  const t = useTranslations('blog.editor');
  const [current, setCurrent] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const last = ACTS.length;

  const onKeyDown = (event: KeyboardEvent) => {
    const next = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  };
  const common = (place: number) => ({
    variant: 'subtle' as const,
    color: 'gray',
    tabIndex: place === current ? 0 : -1,
    onFocus: () => setCurrent(place),
    // A click leaves the caret where it is.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
  });
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('toolbar')}
      aria-controls={controls}
      className={classes.toolbar}
      onKeyDown={onKeyDown}
    >
      {ACTS.map((act, place) => {
        const ActIcon = ICONS[act];
        const key = KEYS[act];
        return (
          <Tooltip key={act} label={key === undefined ? t(`acts.${act}`) : `${t(`acts.${act}`)} (Ctrl ${key})`}>
            <ActionIcon
              {...common(place)}
              aria-label={t(`acts.${act}`)}
              aria-keyshortcuts={key && `Control+${key}`}
              onClick={() => onAct(act)}
            >
              <ActIcon {...SMALL_ICON} />
            </ActionIcon>
          </Tooltip>
        );
      })}
      <Tooltip label={t('acts.image')}>
        <ActionIcon {...common(last)} aria-label={t('acts.image')} onClick={() => files.current?.click()}>
          <IconPhotoUp {...SMALL_ICON} />
        </ActionIcon>
      </Tooltip>
      <input
        ref={files}
        hidden
        type="file"
        multiple
        accept={UPLOAD_TYPES.join(',')}
        aria-label={t('acts.image')}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          onImages(chosen);
        }}
      />
    </div>
  );
}
