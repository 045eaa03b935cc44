'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { CallsButton } from '@/app/(dashboard)/abandoned-cart/calls-button';
import { ROOT } from '@/app/(dashboard)/abandoned-cart/reminder';
import { ReminderStatus } from '@/app/(dashboard)/abandoned-cart/reminder-status';
import { nameOf } from '@/app/(dashboard)/contacts/contact';
import { useTRPC, type Outputs } from '@/app/trpc';
import { DetailPage } from '@/components/ui/detail-page';
import { RelativeTime } from '@/components/ui/date-time';
import { PageHead } from '@/components/ui/page-head';
import { WithSide } from '@/components/ui/with-side';
import { CartPanel } from './cart-panel';
import { ReminderFacts } from './reminder-facts';
import { Skeleton } from '@mantine/core';

/** The page of a reminder before it is there. */
function ReminderSkeleton() {
  return (
    <div role="status">
      <PageHead
        title={<Skeleton component="span" display="block" height={24} width={220} my={4} />}
        lead={<Skeleton component="span" display="block" height={14} width={280} />}
      />
      <WithSide side={<Skeleton height={360} />}>
        <Skeleton height={360} />
      </WithSide>
    </div>
  );
}

/** One reminder: what was in the cart, whom it went to, and what came of it. */
export function ReminderPage({ id }: { id: string }) {
  const t = useTranslations('abandonedCart.detail.gone');
  const query = useQuery(useTRPC().abandonedCart.getReminder.queryOptions({ id }));
  const gone = { title: t('title'), message: t('message'), list: { href: ROOT, label: t('action') } };
  return (
    <DetailPage query={query} gone={gone} skeleton={<ReminderSkeleton />}>
      {(reminder) => <About reminder={reminder} />}
    </DetailPage>
  );
}

function About({ reminder }: { reminder: Outputs['abandonedCart']['getReminder'] }) {
  const t = useTranslations('abandonedCart');
  const { email, contact } = reminder;
  return (
    <>
      <PageHead
        title={contact === null ? email : nameOf({ ...contact, email, phone: null })}
        aside={<ReminderStatus recoveredAt={reminder.recoveredAt} />}
        lead={t.rich('detail.lead', { when: () => <RelativeTime value={reminder.sentAt} inSentence /> })}
        back={{ href: ROOT, label: t('title') }}
      />
      <WithSide side={<ReminderFacts reminder={reminder} />}>
        <CartPanel reminder={reminder} />
      </WithSide>
      <CallsButton of={reminder} />
    </>
  );
}
