'use client';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { Program } from '@/app/(dashboard)/collaborations/creator';
import classes from '@/app/(dashboard)/collaborations/creators.module.css';
import { PublicLink } from '@/app/(dashboard)/collaborations/public-link';
import { AffiliateProgramStatus } from '@/app/(dashboard)/programs/program-status';
import { useProgramWords } from '@/app/(dashboard)/programs/use-program-words';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { DetailPage } from '@/components/ui/detail-page';
import { DetailSkeleton } from '@/components/ui/detail-skeleton';
import { LazyMarkdown } from '@/components/markdown/lazy-markdown';
import { Fact, Facts } from '@/components/ui/facts';
import { useFormat } from '@/components/ui/format';
import { LinkButton } from '@/components/ui/link-button';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { WithSide } from '@/components/ui/with-side';
import { ProgramActions } from './program-actions';
import { ProgramFigures } from './program-figures';

/** One program: how it stands, what it brought, who is in it. */
export function ProgramDetail({ id }: { id: string }) {
  const t = useTranslations('creators.programs');
  return (
    <DetailPage
      query={useQuery(useTRPC().programs.get.queryOptions({ id }))}
      gone={{ title: t('gone.title'), message: t('gone.message'), list: { href: '/programs', label: t('gone.list') } }}
      skeleton={<DetailSkeleton back={{ href: '/programs', label: t('title') }} parts={[160, 240]} />}
    >
      {(program) => <OneProgram program={program} />}
    </DetailPage>
  );
}

function OneProgram({ program }: { program: Program }) {
  const t = useTranslations('creators.programs');
  const { id, name, description, status, accountId, visibility } = program;
  return (
    <>
      <PageHead
        title={name}
        aside={<AffiliateProgramStatus status={status} />}
        {...(description !== null && { lead: description })}
        back={{ href: '/programs', label: t('title') }}
        action={<ProgramActions program={program} />}
      />
      <WithSide
        side={
          <>
            <Terms program={program} />
            <PublicLink
              kind="program"
              accountId={accountId}
              id={id}
              isOpen={status === 'live' && visibility === 'open'}
            />
          </>
        }
      >
        <ProgramFigures id={id} />
        {program.terms !== null && (
          <Panel title={t('detail.written')}>
            <LazyMarkdown text={program.terms} />
          </Panel>
        )}
        <Panel title={t('detail.people')}>
          <p className={classes.soft}>{t('detail.peopleHelp')}</p>
          <LinkButton variant="default" href={`/collaborations?program=${id}`}>
            {t('detail.seePeople')}
          </LinkButton>{' '}
          <Button component="a" variant="subtle" href={`/commissions?program=${id}`}>
            {t('detail.seeCommissions')}
          </Button>
        </Panel>
      </WithSide>
      <CurlButton
        title={t('api.title')}
        requests={[
          { title: t('api.one'), method: 'GET', path: `/api/v1/programs/${id}` },
          { title: t('api.stats'), method: 'GET', path: `/api/v1/programs/${id}/stats` },
        ]}
      />
    </>
  );
}

function Terms({ program }: { program: Program }) {
  const t = useTranslations('creators.programs.detail');
  const { pays } = useProgramWords();
  const format = useFormat();
  const { customerDiscount, attributionWindowDays, holdDays, minPayout, commission, landingUrl } = program;
  return (
    <Panel title={t('terms')}>
      <Facts labels="7rem">
        <Fact label={t('commission')}>{pays(program) === '' ? t('nothing') : pays(program)}</Fact>
        <Fact label={t('discount')}>
          {customerDiscount === null
            ? t('noDiscount')
            : customerDiscount.type.endsWith('percent')
              ? format.percent(customerDiscount.value / 100)
              : format.money(customerDiscount.value, customerDiscount.currency ?? commission?.currency ?? 'IDR')}
        </Fact>
        <Fact label={t('window')}>{t('days', { days: attributionWindowDays })}</Fact>
        <Fact label={t('hold')}>{t('days', { days: holdDays })}</Fact>
        <Fact label={t('minPayout')}>{format.money(minPayout, commission?.currency ?? 'IDR')}</Fact>
        <Fact label={t('landing')}>
          {landingUrl === null ? t('nothing') : <span className={classes.link}>{landingUrl}</span>}
        </Fact>
      </Facts>
    </Panel>
  );
}
