'use client';
import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconBlockquote,
  IconBold,
  IconH2,
  IconH3,
  IconItalic,
  IconLibraryPhoto,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhotoUp,
  type Icon,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { SMALL_ICON } from '@/components/ui/icon';
import { UPLOAD_TYPES } from '@/server/modules/account/uploads/vocabulary';
import type { Act } from './markdown-edit';
import classes from './markdown-toolbar.module.css';

export const ACTS: readonly Act[] = ['bold', 'italic', 'heading', 'subheading', 'link', 'bullets', 'numbers', 'quote'];

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
export function actOfKey(
  { ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent,
  acts: readonly Act[],
): Act | undefined {
  if (!(ctrlKey || metaKey) || altKey || shiftKey) return undefined;
  return acts.find((act) => KEYS[act]?.toLowerCase() === key.toLowerCase());
}

interface Props {
  acts: readonly Act[];
  /** Id of the field that it works on. */
  controls: string;
  onAct: (act: Act) => void;
  /** Without it there is no button for images. */
  onImages?: (files: readonly File[]) => void;
  /** Without it there is no button for images that were uploaded before. */
  onLibrary?: () => void;
}

/** One stop of the Tab key; the arrow keys go from button to button. */
export function MarkdownToolbar({ acts, controls, onAct, onImages, onLibrary }: Props) {
  const t = useTranslations('ui.markdown');
  const [current, setCurrent] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const more = [onImages, onLibrary].filter((each) => each !== undefined).length;
  const last = acts.length + more - 1;

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
      {acts.map((act, place) => {
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
      {onImages && <ImageButton common={common(acts.length)} onImages={onImages} />}
      {onLibrary && (
        <Tooltip label={t('acts.library')}>
          <ActionIcon {...common(last)} aria-label={t('acts.library')} onClick={onLibrary}>
            <IconLibraryPhoto {...SMALL_ICON} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}

function ImageButton({
  common,
  onImages,
}: {
  common: Pick<
    ComponentProps<typeof ActionIcon<'button'>>,
    'variant' | 'color' | 'tabIndex' | 'onFocus' | 'onMouseDown'
  >;
  onImages: (files: readonly File[]) => void;
}) {
  const t = useTranslations('ui.markdown');
  const files = useRef<HTMLInputElement>(null);
  return (
    <>
      <Tooltip label={t('acts.image')}>
        <ActionIcon {...common} aria-label={t('acts.image')} onClick={() => files.current?.click()}>
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
    </>
  );
}
