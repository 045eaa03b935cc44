'use client';
import { Button, Progress } from '@mantine/core';
import { IconPhotoUp, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState, type DragEvent } from 'react';
import { useTRPC } from '@/app/trpc';
import { useUpload } from '@/components/email/use-upload';
import { SMALL_ICON } from '@/components/ui/icon';
import { UPLOAD_TYPES } from '@/server/resources/uploads/schema';
import classes from './image-field.module.css';

interface Props {
  label: string;
  help?: string;
  /** Of the upload; '' when there is none. */
  value: string;
  onChange: (key: string) => void;
  error?: string | undefined;
}

/** An uploaded image: dropped, chosen or pasted; with what it looks like. */
export function ImageField({ label, help, value, onChange, error }: Props) {
  const t = useTranslations('templates.image');
  const trpc = useTRPC();
  const id = useId();
  const [over, setOver] = useState(false);
  const { state, upload } = useUpload(onChange);
  const { data } = useQuery({ ...trpc.uploads.get.queryOptions({ key: value }), enabled: value !== '', staleTime: Infinity });
  const busy = state.kind === 'uploading';
  const fault = state.kind === 'failed' ? t(`faults.${state.fault}`) : error;

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !busy) upload(file);
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
        {value !== '' && data ? <img src={data.publicUrl} alt="" className={classes.thumb} /> : <IconPhotoUp size={22} stroke={1.5} aria-hidden className={classes.icon} />}
        <div className={classes.words}>
          <span>{value === '' ? t('drop') : t('there')}</span>
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
                  if (file) upload(file);
                }}
              />
              <span id={`${id}-choose`}>{value === '' ? t('choose') : t('replace')}</span>
            </label>
            {value !== '' && (
              <Button variant="subtle" color="gray" size="compact-sm" leftSection={<IconTrash {...SMALL_ICON} />} onClick={() => onChange('')}>
                {t('remove')}
              </Button>
            )}
          </div>
        </div>
        {busy && <Progress value={state.share * 100} size="xs" className={classes.progress} aria-label={t('uploading')} />}
      </div>
      {fault && (
        <span className={classes.fault} id={`${id}-fault`} role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}
