'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { useFormat } from '@/components/ui/format';
import { providerEntry } from '@/server/providers/catalog';
import { peopleNeeded, smallestTold } from '@/server/lib/sample-size';
import { AB_USUAL, shareOf } from '@/server/resources/broadcasts/vocabulary';
import type { Draft, DraftTest } from './draft';
import classes from './ab-test.module.css';

/** What a share of the people means, and what differences so many can tell at all. */
export function AbPower({ draft, test }: { draft: Draft; test: DraftTest }) {
  const t = useTranslations('abTest');
  const format = useFormat();
  const { audience } = draft;
  // What goes to a channel itself goes to nobody who could be drawn.
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
  const told = each === 0 ? null : smallestTold(rate, each, variants);
  const percents = { rate: format.percent(rate), better: format.percent(better) };
  return (
    <div className={classes.power}>
      <p className={classes.shareLine}>
        <strong>{format.percent(test.share / 100)}</strong>
        <span role="status">{t('shareOf', { people, each, rest: Math.max(0, reachable - people) })}</span>
      </p>
      <p className={classes.fine}>
        {told === null
          ? t('tellsNothing')
          : t('tells', { metric: test.metric, rate: percents.rate, told: format.percent(told) })}{' '}
        {t('needed', { metric: test.metric, ...percents, people: peopleNeeded(rate, better, variants) })}
      </p>
    </div>
  );
}
