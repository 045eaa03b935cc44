'use client';
import { TagsInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslations } from 'next-intl';
import { CampaignSelect } from '@/components/campaign-select/campaign-select';
import type { PostValues } from './post';
import classes from './post-form.module.css';
import { useState, type ReactNode } from 'react';
import { ImageDrop } from '@/components/uploads/image-drop';
import type { Purpose, StoredImage } from '@/components/uploads/upload-image';
import { useUpload } from '@/components/uploads/use-upload';
import { FramedImage } from './framed-image';

interface CoverFieldProps {
  /** An address; '' when there is none. */
  value: string;
  onChange: (address: string) => void;
  error?: string | undefined;
}

/** Share cards are 1,200 wide; a page on a good screen shows more. */
const PURPOSE: Purpose = { kind: 'compose-asset', maxWidth: 1600 };
const isAddress = (text: string): boolean => /^https?:\/\/[^\s/]/i.test(text);

/** The picture over the post and on its share card: uploaded, or an address where it stands already. */
function CoverField({ value, onChange, error }: CoverFieldProps) {
  const t = useTranslations('blog.form');
  // An uploaded picture shows no address: nobody needs it.
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

interface Props {
  form: UseFormReturnType<PostValues>;
  /** The text that replaces a missing excerpt. */
  fallback: string;
  /** In which it is written, and where it is in others. */
  languages: ReactNode;
}

const EXCERPT_MAX = 400;
const TAGS_MAX = 20;
const TAG_MAX = 64;
/** Longer ones are cut in a search; kept they are up to the second figure (docs/contract/blog.md#fields). */
const META_TITLE = { shown: 60, max: 160 };
const META_DESCRIPTION = { shown: 155, max: 400 };

/** The details around the text: cover, excerpt, author, tags, and the words for searches. */
export function PostDetails({ form, fallback, languages }: Props) {
  const t = useTranslations('blog.form');
  const { title, excerpt, metaTitle, metaDescription } = form.values;
  return (
    <div className={classes.details}>
      <section className={classes.section}>
        <h2>{t('details')}</h2>
        <CoverField
          value={form.values.coverImage}
          onChange={(address) => form.setFieldValue('coverImage', address)}
          error={form.errors.coverImage as string | undefined}
        />
        <Textarea
          label={t('excerpt')}
          description={
            excerpt.trim() === '' && fallback !== '' ? (
              t('excerptFallback')
            ) : (
              <Count length={excerpt.length} max={EXCERPT_MAX} help={t('excerptHelp')} />
            )
          }
          placeholder={fallback}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={EXCERPT_MAX}
          {...form.getInputProps('excerpt')}
        />
        <TextInput label={t('author')} maxLength={120} {...form.getInputProps('authorName')} />
        <TagsInput
          label={t('tags')}
          description={t('tagsHelp', { max: TAGS_MAX })}
          splitChars={[',', '\n', '\t']}
          maxTags={TAGS_MAX}
          maxLength={TAG_MAX}
          clearable
          clearButtonProps={{ 'aria-label': t('tagsClear') }}
          {...form.getInputProps('tags')}
        />
        <CampaignSelect
          value={form.values.marketingCampaignId}
          onChange={(id) => form.setFieldValue('marketingCampaignId', id)}
          error={form.errors.marketingCampaignId}
        />
      </section>
      {languages}
      <section className={classes.section}>
        <h2>{t('search')}</h2>
        <TextInput
          label={t('metaTitle')}
          description={
            <Count
              length={metaTitle.length}
              shown={META_TITLE.shown}
              max={META_TITLE.max}
              help={metaTitle === '' ? t('metaTitleFallback') : ''}
            />
          }
          placeholder={title}
          maxLength={META_TITLE.max}
          {...form.getInputProps('metaTitle')}
        />
        <Textarea
          label={t('metaDescription')}
          description={
            <Count
              length={metaDescription.length}
              shown={META_DESCRIPTION.shown}
              max={META_DESCRIPTION.max}
              help={metaDescription === '' ? t('metaDescriptionFallback') : ''}
            />
          }
          placeholder={excerpt.trim() === '' ? fallback : excerpt}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={META_DESCRIPTION.max}
          {...form.getInputProps('metaDescription')}
        />
      </section>
    </div>
  );
}

/** The length of the text, and what that means. */
function Count({ length, shown, max, help }: { length: number; shown?: number; max: number; help: string }) {
  const t = useTranslations('blog.form');
  const over = shown !== undefined && length > shown;
  return (
    <span className={classes.count}>
      <span className={over ? classes.warning : undefined}>{over ? t('cutInSearch', { shown }) : help}</span>
      <span>{t('length', { length, max })}</span>
    </span>
  );
}
