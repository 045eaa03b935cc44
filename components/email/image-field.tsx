'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/app/trpc';
import { ImageDrop } from '@/components/uploads/image-drop';
import type { Purpose, StoredImage } from '@/components/uploads/upload-image';
import { useUpload } from '@/components/uploads/use-upload';
import classes from '@/components/uploads/image-drop.module.css';

interface Props {
  label: string;
  help?: string;
  /** The key of the upload; '' when there is none. */
  value: string;
  onChange: (key: string) => void;
  error?: string | undefined;
}

const EMAIL: Purpose = { kind: 'compose-asset' };

/** An uploaded image of a block, by its key; with what it looks like. */
export function ImageField({ label, help, value, onChange, error }: Props) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const take = (stored: StoredImage) => {
    queryClient.setQueryData(trpc.uploads.get.queryKey({ key: stored.key }), stored);
    onChange(stored.key);
  };
  const { state, upload } = useUpload(EMAIL, take);
  const { data } = useQuery({
    ...trpc.uploads.get.queryOptions({ key: value }),
    enabled: value !== '',
    staleTime: Infinity,
  });
  const picture =
    value === '' ? null : data ? (
      <img src={data.publicUrl} alt="" className={classes.thumb} />
    ) : (
      <span className={classes.thumb} />
    );
  return (
    <ImageDrop
      label={label}
      help={help}
      picture={picture}
      state={state}
      onFile={upload}
      onRemove={() => onChange('')}
      onChoose={take}
      error={error}
    />
  );
}
