'use client';
import { SegmentedControl, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { GroupChoice } from '@/app/(dashboard)/broadcasts/group-choice';
import { CountInput } from '@/app/(dashboard)/discount-codes/money-input';
import { FormSection } from '@/components/ui/form-section';
import classes from '@/components/ui/form-fields.module.css';
import { MAX_BATCH } from '@/server/modules/offers/discount-codes/vocabulary';
import { FOR, LENGTH, type BatchFault, type BatchValues } from './batch-values';

interface Props {
  batch: BatchValues;
  faults: Partial<Record<BatchFault, true>>;
  onChange: (patch: Partial<BatchValues>) => void;
}

/**
 * Fields for the number of codes, or the people they are for; for their look, and for the limit on the uses of all of
 * them together.
 */
export function BatchFields({ batch, faults, onChange }: Props) {
  const t = useTranslations('discountBatches.form');
  const fault = (field: BatchFault) => faults[field] && t(`problems.${field}`, { max: MAX_BATCH });
  return (
    <>
      <FormSection title={t('batch')}>
        <TextInput
          label={t('name')}
          description={t('nameHelp')}
          data-autofocus
          autoComplete="off"
          maxLength={120}
          value={batch.name}
          error={fault('name')}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <SegmentedControl
          aria-label={t('for')}
          data={FOR.map((value) => ({ value, label: t(`fors.${value}`) }))}
          value={batch.for}
          onChange={(next) => onChange({ for: next })}
        />
        {batch.for === 'count' ? (
          <CountInput
            label={t('count')}
            description={t('countHelp', { max: MAX_BATCH })}
            value={batch.count}
            error={fault('count')}
            onChange={(count) => onChange({ count })}
          />
        ) : (
          <>
            <GroupChoice groups={batch.audience} onChange={(audience) => onChange({ audience })} />
            {faults.audience && (
              <p className={classes.warning} role="alert">
                {fault('audience')}
              </p>
            )}
          </>
        )}
      </FormSection>
      <FormSection title={t('look')}>
        <div className={classes.pair}>
          <TextInput
            label={t('prefix')}
            description={t('prefixHelp')}
            autoComplete="off"
            maxLength={20}
            value={batch.prefix}
            error={fault('prefix')}
            onChange={(event) => onChange({ prefix: event.currentTarget.value.toUpperCase() })}
          />
          <CountInput
            label={t('length')}
            description={t('lengthHelp')}
            value={batch.length}
            onChange={(next) =>
              onChange({ length: Math.min(LENGTH.max, Math.max(LENGTH.min, next === '' ? LENGTH.min : next)) })
            }
          />
        </div>
        <CountInput
          label={t('totalLimit')}
          description={t('totalLimitHelp')}
          placeholder={t('unlimited')}
          value={batch.totalLimit}
          onChange={(totalLimit) => onChange({ totalLimit })}
        />
      </FormSection>
    </>
  );
}
