'use client';
import { NumberInput, SegmentedControl, Slider, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { Faults } from '@/components/email/document-faults';
import { providerEntry } from '@/server/providers/catalog';
import { AB_LIMITS, AB_METRICS, tellsOf } from '@/server/resources/broadcasts/vocabulary';
import { AbPower } from './ab-power';
import { AbVariants } from './ab-variants';
import type { Draft, DraftTest } from './draft';
import classes from './ab-test.module.css';

interface Props {
  draft: Draft;
  test: DraftTest;
  /** Of each variant the faults of its blocks, by their place. */
  faults: readonly Faults[];
  onChange: (test: DraftTest) => void;
}

const [LEAST_SHARE, MOST_SHARE] = AB_LIMITS.share;
const [LEAST_HOURS, MOST_HOURS] = AB_LIMITS.hours;

/** The variants, and the rules by which one of them wins. */
export function AbTestFields(props: Props) {
  return (
    <Stack gap="xl">
      <AbVariants {...props} />
      <Rules {...props} />
    </Stack>
  );
}

function Rules({ draft, test, onChange }: Props) {
  const t = useTranslations('abTest');
  const entries = draft.providers.map((id) => providerEntry(id));
  // A metric that no channel here reports decides nothing; the check says so where no channel reports any.
  const told = AB_METRICS.filter((metric) => entries.some((entry) => tellsOf(metric, entry, draft.tracking)));
  const offered: readonly DraftTest['metric'][] =
    told.length === 0 ? AB_METRICS : AB_METRICS.filter((each) => told.includes(each) || each === test.metric);
  const hasEmail = entries.some(({ family }) => family === 'email');
  return (
    <div className={classes.rules}>
      <div>
        <span className={classes.label} id="ab-metric">
          {t('metric')}
        </span>
        <SegmentedControl
          fullWidth
          data={offered.map((value) => ({ value, label: t(`metrics.${value}`) }))}
          value={test.metric}
          onChange={(value) => onChange({ ...test, metric: AB_METRICS.find((each) => each === value) ?? test.metric })}
          aria-labelledby="ab-metric"
        />
        <p className={classes.fine}>
          {t(`metricHelp.${test.metric === 'opened' && !hasEmail ? 'read' : test.metric}`)}
        </p>
      </div>
      <NumberInput
        label={t('hours')}
        description={t('hoursHelp')}
        min={LEAST_HOURS}
        max={MOST_HOURS}
        allowDecimal={false}
        clampBehavior="strict"
        value={test.hours}
        onChange={(value) => typeof value === 'number' && value >= LEAST_HOURS && onChange({ ...test, hours: value })}
      />
      <div className={classes.share}>
        <span className={classes.label} id="ab-share">
          {t('share')}
        </span>
        <Slider
          min={LEAST_SHARE}
          max={MOST_SHARE}
          step={5}
          color="var(--ink)"
          label={null}
          value={test.share}
          onChange={(share) => onChange({ ...test, share })}
          aria-labelledby="ab-share"
          thumbLabel={t('share')}
        />
        <AbPower draft={draft} test={test} />
      </div>
    </div>
  );
}
