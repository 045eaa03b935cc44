'use client';
import { NumberInput, SegmentedControl, Slider, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { Faults } from '@/components/email/document-faults';
import { providerEntry } from '@/server/platform/vendors/catalog';
import {
  AB_LIMITS,
  AB_METRICS,
  reportsMetric,
  AB_USUAL,
  shareOf,
} from '@/server/modules/messaging/broadcasts/vocabulary';
import { AbVariants } from './ab-variants';
import type { Draft, DraftTest } from './draft';
import classes from './ab-test.module.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/app/trpc';
import { useFormat } from '@/components/ui/format';
import { peopleNeeded, smallestDetectable } from '@/server/platform/lib/sample-size';

/** The number of people that a share means, and the differences that so many people can show at all. */
function AbPower({ draft, test }: { draft: Draft; test: DraftTest }) {
  const t = useTranslations('abTest');
  const format = useFormat();
  const { audience } = draft;
  // A post in a channel has no recipients, so nobody could be drawn for the test.
  const providers = draft.providers.filter((id) => providerEntry(id).perBroadcast !== true);
  const isNamed = audience.listIds.length + audience.segmentIds.length + audience.contactIds.length > 0;
  const query = useQuery(
    useTRPC().broadcasts.audience.queryOptions(
      { audience, providers },
      { enabled: isNamed, placeholderData: keepPreviousData },
    ),
  );
  const reachable = isNamed ? (query.data?.reachable ?? 0) : 0;
  const variants = test.variants.length;
  const people = shareOf(reachable, test.share, variants);
  const each = Math.floor(people / variants);
  const { rate, better } = AB_USUAL[test.metric];
  const detectable = each === 0 ? null : smallestDetectable(rate, each, variants);
  const percents = { rate: format.percent(rate), better: format.percent(better) };
  return (
    <div className={classes.power}>
      <p className={classes.shareLine}>
        <strong>{format.percent(test.share / 100)}</strong>
        <span role="status">{t('shareOf', { people, each, rest: Math.max(0, reachable - people) })}</span>
      </p>
      <p className={classes.fine}>
        {detectable === null
          ? t('tellsNothing')
          : t('tells', { metric: test.metric, rate: percents.rate, detectable: format.percent(detectable) })}{' '}
        {t('needed', { metric: test.metric, ...percents, people: peopleNeeded(rate, better, variants) })}
      </p>
    </div>
  );
}

interface Props {
  draft: Draft;
  test: DraftTest;
  /** The faults of the blocks of each variant, by their place. */
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
  const detectable = AB_METRICS.filter((metric) =>
    entries.some((entry) => reportsMetric(metric, entry, draft.tracking)),
  );
  const offered: readonly DraftTest['metric'][] =
    detectable.length === 0
      ? AB_METRICS
      : AB_METRICS.filter((each) => detectable.includes(each) || each === test.metric);
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
