'use client';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { Form } from '@/app/(dashboard)/forms/form-address';
import { FAMILIES } from '@/app/(dashboard)/forms/form-values';
import { useTRPC } from '@/app/trpc';
import { Fact, Facts } from '@/components/ui/facts';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';

/** What a form asks, and what comes of it. */
export function FormFacts({ form }: { form: Form }) {
  const t = useTranslations('forms');
  const { fields, consents, doubleOptIn, afterText, afterUrl, popup } = form;
  return (
    <Panel title={t('facts.title')}>
      <Facts labels="7rem">
        <Fact label={t('facts.asks')}>
          {fields.map(({ field, label }) => label ?? t(`fields.${field}`)).join(', ')}
        </Fact>
        <Fact label={t('facts.consents')}>
          {FAMILIES.filter((family) => family in consents)
            .map((family) => t(`families.${family}`))
            .join(', ')}
        </Fact>
        <Fact label={t('facts.confirm')}>{t(doubleOptIn ? 'facts.confirmOn' : 'facts.confirmOff')}</Fact>
        <Fact label={t('facts.list')}>
          <ListName id={form.listId} />
        </Fact>
        <Fact label={t('facts.after')}>{afterUrl ?? afterText ?? t('facts.afterUsual')}</Fact>
        <Fact label={t('facts.popup')}>{popup === null ? t('facts.inline') : <Moments popup={popup} />}</Fact>
      </Facts>
    </Panel>
  );
}

function Moments({ popup: { delaySeconds, scrollPercent, onExit } }: { popup: NonNullable<Form['popup']> }) {
  const t = useTranslations('forms.facts');
  const format = useFormat();
  return [
    ...(delaySeconds === null ? [] : [t('delay', { count: delaySeconds })]),
    ...(scrollPercent === null ? [] : [t('scroll', { percent: format.percent(scrollPercent / 100) })]),
    ...(onExit ? [t('exit')] : []),
  ].join(', ');
}

function ListName({ id }: { id: string | null }) {
  const t = useTranslations('forms.facts');
  const { data } = useQuery(useTRPC().contactLists.list.queryOptions());
  const list = data?.find((each) => each.id === id);
  if (list === undefined) return t('noList');
  return (
    <Anchor component={Link} href={`/contact-lists/${list.id}`} inherit>
      {list.name}
    </Anchor>
  );
}
