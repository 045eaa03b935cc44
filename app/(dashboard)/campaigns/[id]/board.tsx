'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { CreatorStatus } from '@/app/(dashboard)/collaborations/creator-status';
import classes from '@/app/(dashboard)/collaborations/creators.module.css';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { LinkButton } from '@/components/ui/link-button';
import { Panel } from '@/components/ui/panel';
import type { CollaborationStatus } from '@/server/resources/collaborations/vocabulary';
import { boardInput } from './board-input';

/** From left to right, as the work goes. */
const LANES = {
  asked: ['invited', 'applied'],
  working: ['accepted', 'changes_requested'],
  review: ['in_review'],
  done: ['approved', 'completed'],
  over: ['ended', 'declined', 'expired'],
} as const satisfies Record<string, readonly CollaborationStatus[]>;
const LANE_NAMES = ['asked', 'working', 'review', 'done', 'over'] as const;

/** Who is at a brief, by how far they are. */
export function Board({ id }: { id: string }) {
  const t = useTranslations('creators.board');
  const query = useQuery(useTRPC().campaigns.collaborations.queryOptions(boardInput(id)));
  const people = query.data?.data;
  if (people === undefined)
    return query.error === null ? null : (
      <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
    );
  return (
    <Panel
      title={t('title')}
      aside={
        <LinkButton variant="subtle" size="compact-sm" href={`/collaborations?brief=${id}`}>
          {t('list')}
        </LinkButton>
      }
    >
      {people.length === 0 && <p className={classes.soft}>{t('nobody')}</p>}
      <div className={classes.board}>
        {LANE_NAMES.map((lane) => {
          const statuses: readonly CollaborationStatus[] = LANES[lane];
          const here = people.filter(({ status }) => statuses.includes(status));
          return here.length === 0 ? null : (
            <section key={lane} className={classes.lane} aria-label={t(`lanes.${lane}`)}>
              <h3>{t('lane', { name: t(`lanes.${lane}`), count: here.length })}</h3>
              <ul>
                {here.map(({ id: one, creator, status }) => (
                  <li key={one}>
                    <Link href={`/collaborations/${one}`} className={classes.card}>
                      <strong>{creator.name}</strong>
                      <CreatorStatus status={status} />
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </Panel>
  );
}
