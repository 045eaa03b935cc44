'use client';
/** The language of a post, and the same post in others. */
import { Button, Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconLanguage } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useMemo, useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { useLeave } from '@/components/ui/editing/guard';
import { SMALL_ICON } from '@/components/ui/icon';
import { Status } from '@/components/ui/status';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import { collator } from '@/server/platform/lib/formats';
import { languageName } from '@/server/platform/lib/locale';
import { inputOf, valuesOf, type Post, type PostValues } from './post';
import { SLUG_MAX } from './slug';
import classes from './post-languages.module.css';

/** The languages that are offered; a client may set any other. */
const OFFERED =
  'id en ban jv ms su ar bn cs da de el es fa fi fil fr he hi hu it ja km ko lo my nl no pl pt pt-BR ro ru sk sv ta th tr uk ur vi zh-Hans zh-Hant'.split(
    ' ',
  );

/** Names of languages in the person's own, in its order. */
function useLanguages(also: string) {
  const ours = useLocale();
  return useMemo(() => {
    const { compare } = collator(ours);
    return [...new Set(also === '' ? OFFERED : [...OFFERED, also])]
      .map((value) => ({ value, label: languageName(value, ours) }))
      .sort((one, other) => compare(one.label, other.label));
  }, [ours, also]);
}

export function PostLanguages({ form, post }: { form: UseFormReturnType<PostValues>; post: Post | null }) {
  const t = useTranslations('blog.form');
  const data = useLanguages(form.values.locale);
  return (
    <section className={classes.languages}>
      <h2>{t('languages')}</h2>
      <Select
        label={t('locale')}
        description={t('localeHelp')}
        placeholder={t('localeNone')}
        data={data}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('localeClear') }}
        value={form.values.locale === '' ? null : form.values.locale}
        onChange={(locale) => form.setFieldValue('locale', locale ?? '')}
        error={form.errors.locale}
      />
      {post?.locale !== undefined && post.locale === form.values.locale && (
        <Translations key={post.id} post={post} data={data} />
      )}
    </section>
  );
}

const KINDS = { draft: 'off', published: 'on' } as const;

function Translations({ post, data }: { post: Post; data: { value: string; label: string }[] }) {
  const t = useTranslations('blog.form');
  const router = useRouter();
  const leave = useLeave();
  const [locale, setLocale] = useState<string | null>(null);
  const creation = useMutation(
    useTRPC().blog.create.mutationOptions({
      onError: useNotifyFailure(),
      onSuccess: ({ post: made }) => leave(() => router.push(`/blog/${made.id}`)),
    }),
  );
  const others = post.translations ?? [];
  const taken = [post.locale, ...others.map((other) => other.locale)];
  const nameOf = (code: string): string => data.find(({ value }) => value === code)?.label ?? code;
  const add = (into: string) => {
    const end = `-${into.toLowerCase()}`;
    creation.mutate({
      ...inputOf(valuesOf(post)),
      slug: post.slug.slice(0, SLUG_MAX - end.length) + end,
      locale: into,
      translationOf: post.id,
    });
  };
  return (
    <div className={classes.translations}>
      <h3>{t('translations')}</h3>
      {others.length > 0 && (
        <ul>
          {others.map(({ id, locale: code, title, status }) => (
            <li key={id}>
              <span>
                <strong>{nameOf(code)}</strong>
                <Link href={`/blog/${id}`} lang={code}>
                  {title}
                </Link>
              </span>
              <Status kind={KINDS[status]}>{t(`translationStatus.${status}`)}</Status>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.add}>
        <Select
          label={t('translateInto')}
          placeholder={t('translateChoose')}
          data={data.filter(({ value }) => !taken.includes(value))}
          searchable
          value={locale}
          onChange={setLocale}
        />
        <Button
          variant="default"
          leftSection={<IconLanguage {...SMALL_ICON} />}
          disabled={locale === null}
          loading={creation.isPending}
          onClick={() => locale !== null && add(locale)}
        >
          {t('translate')}
        </Button>
      </div>
      <p>{t('translateHelp')}</p>
    </div>
  );
}
