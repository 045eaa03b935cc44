'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { AttributionStatus, isHeld } from '@/app/(dashboard)/referrals/attribution-status';
import { CallsButton } from '@/app/(dashboard)/referrals/calls-button';
import { HeldReward } from '@/app/(dashboard)/referrals/held-reward';
import { DetailSkeleton } from '@/app/(dashboard)/referrals/detail-skeleton';
import { useTRPC, type Outputs } from '@/app/trpc';
import { DetailPage } from '@/components/ui/detail-page';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { WithSide } from '@/components/ui/with-side';
import { AttributionFacts } from './attribution-facts';
import { Way } from './way';

const LIST = '/referrals?view=attributions';

/** One friend's way from a link to a reward. */
export function AttributionDetail({ id }: { id: string }) {
  const t = useTranslations('referrals.attribution.gone');
  const query = useQuery(useTRPC().referrals.getAttribution.queryOptions({ id }));
  const gone = { title: t('title'), message: t('message'), list: { href: LIST, label: t('action') } };
  return (
    <DetailPage query={query} gone={gone} skeleton={<DetailSkeleton />}>
      {(attribution) => <About attribution={attribution} />}
    </DetailPage>
  );
}

function About({ attribution }: { attribution: Outputs['referrals']['getAttribution'] }) {
  const t = useTranslations('referrals.attribution');
  const { referee, referrer, refereeCustomerId, referrerCustomerId } = attribution;
  return (
    <>
      <PageHead
        title={t('title', {
          referee: referee?.name ?? refereeCustomerId,
          referrer: referrer?.name ?? referrerCustomerId,
        })}
        aside={<AttributionStatus of={attribution} />}
        back={{ href: LIST, label: t('back') }}
      />
      <WithSide
        side={
          <Panel title={t('facts')}>
            <AttributionFacts attribution={attribution} />
          </Panel>
        }
      >
        {isHeld(attribution) && (
          <Panel title={t('review')}>
            <HeldReward attribution={attribution} />
          </Panel>
        )}
        <Panel title={t('way')}>
          <Way way={attribution} />
        </Panel>
      </WithSide>
      <CallsButton link={{ code: attribution.link.code, customerId: referrerCustomerId }} />
    </>
  );
}
