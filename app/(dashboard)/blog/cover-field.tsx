'use client';
import { TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ImageDrop } from '@/components/uploads/image-drop';
import type { Purpose, StoredImage } from '@/components/uploads/upload-image';
import { useUpload } from '@/components/uploads/use-upload';
import { FramedImage } from './framed-image';
import classes from './post-form.module.css';

interface Props {
  /** An address; '' when there is none. */
  value: string;
  onChange: (address: string) => void;
  error?: string | undefined;
}

/** Share cards are 1,200 wide; a page on a good screen shows more. */
const PURPOSE: Purpose = { kind: 'compose-asset', maxWidth: 1600 };
const isAddress = (text: string): boolean => /^https?:\/\/[^\s/]/i.test(text);

/** The picture over the post and on its share card: uploaded, or an address where it stands already. */
export function CoverField({ value, onChange, error }: Props) {
  const t = useTranslations('blog.form');
  // Of pictures that were uploaded here nobody wants to see the address.
  const [own, setOwn] = useState(() => value !== '' && !value.includes('/uploads/'));
  const take = ({ publicUrl }: StoredImage) => {
    setOwn(false);
    onChange(publicUrl);
  };
  const { state, upload } = useUpload(PURPOSE, take);
  const picture = isAddress(value) ? (
    <span className={classes.cover}>
      <FramedImage src={value} ratio={0.525} />
    </span>
  ) : null;
  return (
    <div>
      <ImageDrop
        label={t('cover')}
        help={t('coverHelp')}
        picture={picture}
        state={state}
        onFile={upload}
        onRemove={() => onChange('')}
        onChoose={take}
        error={own ? undefined : error}
      />
      {own ? (
        <TextInput
          mt="xs"
          label={t('coverAddress')}
          inputMode="url"
          spellCheck={false}
          autoCapitalize="none"
          placeholder="https://"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value.trim())}
          error={error}
        />
      ) : (
        <button type="button" className={classes.quiet} onClick={() => setOwn(true)}>
          {t('coverOwn')}
        </button>
      )}
    </div>
  );
}
