'use client';
import { Select, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import type { CodeFields } from './code-form';

/** Members of a segment, whoever orders for the first time, or everybody. */
export function EligibilityFields({ form }: CodeFields) {
  const t = useTranslations('discountCodes.form');
  const { data } = useQuery(useTRPC().audienceSegments.list.queryOptions({ status: 'active' }));
  const { segmentId } = form.values;
  const segments = (data?.segments ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isGone = data !== undefined && segmentId !== null && !segments.some(({ value }) => value === segmentId);
  return (
    <>
      <Select
        label={t('segment')}
        description={t('segmentHelp')}
        placeholder={t('segmentAnybody')}
        clearable
        searchable
        data={isGone ? [...segments, { value: segmentId, label: t('segmentGone') }] : segments}
        error={form.errors['eligibility.segmentId']}
        value={segmentId}
        onChange={(next) => form.setFieldValue('segmentId', next)}
      />
      <Switch
        label={t('firstOrder')}
        description={t('firstOrderHelp')}
        {...form.getInputProps('firstOrderOnly', { type: 'checkbox' })}
      />
    </>
  );
}
