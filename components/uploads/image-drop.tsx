'use client';
import { Button, Progress } from '@mantine/core';
import { IconPhotoUp, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useId, useState, type DragEvent, type ReactNode } from 'react';
import { SMALL_ICON } from '@/components/ui/icon';
import { LibraryButton } from '@/components/uploads/library-button';
import type { StoredImage } from '@/components/uploads/upload-image';
import type { useUpload } from '@/components/uploads/use-upload';
import { UPLOAD_TYPES } from '@/server/modules/account/uploads/vocabulary';
import classes from './image-drop.module.css';

interface Props {
  label: string;
  help?: string;
  /** The present picture, as it looks; null when there is none. */
  picture: ReactNode;
  state: ReturnType<typeof useUpload>['state'];
  onFile: (file: File) => void;
  onRemove: () => void;
  /** Takes one that was uploaded before; without it the library is not offered. */
  onChoose?: (image: StoredImage) => void;
  error?: string | undefined;
}

/** A place for one image: dropped or chosen, with how far it has come. */
export function ImageDrop({ label, help, picture, state, onFile, onRemove, onChoose, error }: Props) {
  const t = useTranslations('uploads');
  const id = useId();
  const [over, setOver] = useState(false);
  const busy = state.kind === 'uploading';
  const fault = state.kind === 'failed' ? t(`faults.${state.fault}`) : error;
  const there = picture !== null;

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !busy) onFile(file);
  };
  const described = [help && `${id}-help`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className={classes.field}>
      <span className={classes.label} id={`${id}-label`}>
        {label}
      </span>
      {help && (
        <span className={classes.help} id={`${id}-help`}>
          {help}
        </span>
      )}
      <div
        className={classes.zone}
        data-over={over || undefined}
        data-error={fault ? true : undefined}
        aria-busy={busy}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
        }}
        onDrop={onDrop}
      >
        {picture ?? <IconPhotoUp size={22} stroke={1.5} aria-hidden className={classes.icon} />}
        <div className={classes.words}>
          <span>{there ? t('there') : t('drop')}</span>
          <div className={classes.acts}>
            <label className={classes.choose}>
              <input
                type="file"
                accept={UPLOAD_TYPES.join(',')}
                disabled={busy}
                aria-labelledby={`${id}-label ${id}-choose`}
                aria-describedby={described || undefined}
                aria-invalid={fault ? true : undefined}
                onChange={(event) => {
                  const file = event.currentTarget.files?.[0];
                  event.currentTarget.value = '';
                  if (file) onFile(file);
                }}
              />
              <span id={`${id}-choose`}>{there ? t('replace') : t('choose')}</span>
            </label>
            {onChoose && !busy && <LibraryButton className={classes.choose} onChoose={onChoose} />}
            {there && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                leftSection={<IconTrash {...SMALL_ICON} />}
                onClick={onRemove}
              >
                {t('remove')}
              </Button>
            )}
          </div>
        </div>
        {busy && (
          <Progress value={state.share * 100} size="xs" className={classes.progress} aria-label={t('uploading')} />
        )}
      </div>
      {fault && (
        <span className={classes.fault} id={`${id}-fault`} role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}
