'use client';
import { Button, NativeSelect, NumberInput, Stack } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { withVariants } from '@/app/(dashboard)/funnels/definition/edits';
import { SMALL_ICON } from '@/components/ui/icon';
import type { StepOf } from '@/server/modules/automation/funnels/step-schema';
import { SPLIT_METRICS } from '@/server/modules/automation/funnels/vocabulary';
import type { FieldsProps } from './step-fields';
import classes from './editor.module.css';

const MOST = 4;
const LEAST = 2;

/** Fields for how people are divided, and for what the sides are compared by. */
export function SplitFields({ step, faults, board, onChange }: FieldsProps<StepOf<'split'>>) {
  const t = useTranslations('funnels.fields.split');
  const { variants, metric } = step.config;
  const sum = variants.reduce((all, { weight }) => all + (Number.isNaN(weight) ? 0 : weight), 0);
  const set = (config: Partial<StepOf<'split'>['config']>) =>
    onChange({ ...step, config: { ...step.config, ...config } });
  return (
    <Stack gap="lg">
      <div className={classes.weights}>
        {variants.map(({ id, weight }, at) => (
          <NumberInput
            key={id}
            label={board.words.variant(id)}
            min={1}
            max={99}
            suffix=" %"
            allowDecimal={false}
            error={faults[`config.variants.${at}.weight`]}
            value={weight}
            onChange={(value) =>
              set({
                variants: variants.map((each) =>
                  each.id === id ? { ...each, weight: value === '' ? Number.NaN : Number(value) } : each,
                ),
              })
            }
          />
        ))}
      </div>
      {(sum !== 100 || faults['config.variants'] !== undefined) && (
        <p className={classes.wrong} role="alert">
          {t('sum', { sum })}
        </p>
      )}
      <div className={classes.tools}>
        {variants.length < MOST && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus {...SMALL_ICON} />}
            onClick={() => onChange(withVariants(step, variants.length + 1))}
          >
            {t('more')}
          </Button>
        )}
        {variants.length > LEAST && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconMinus {...SMALL_ICON} />}
            onClick={() => onChange(withVariants(step, variants.length - 1))}
          >
            {t('less')}
          </Button>
        )}
      </div>
      <NativeSelect
        label={t('metric')}
        description={t('metricHelp')}
        value={metric}
        data={SPLIT_METRICS.map((value) => ({ value, label: t(`metrics.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          set({ metric: SPLIT_METRICS.find((known) => known === value) ?? metric })
        }
      />
    </Stack>
  );
}
