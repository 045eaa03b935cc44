'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { CallsButton } from '@/app/(dashboard)/abandoned-cart/calls-button';
import { ROOT } from '@/app/(dashboard)/abandoned-cart/reminder';
import { ReminderStatus } from '@/app/(dashboard)/abandoned-cart/reminder-status';
import { nameOf } from '@/app/(dashboard)/contacts/contact';
import { useTRPC } from '@/app/trpc';
import { RelativeTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { LinkButton } from '@/components/ui/link-button';
import { MessagePage } from '@/components/ui/message-page';
import { PageHead } from '@/components/ui/page-head';
import { problemOf } from '@/components/ui/problem';
import { CartPanel } from './cart-panel';
import { ReminderFacts } from './reminder-facts';
import { ReminderSkeleton } from './reminder-skeleton';
import classes from './reminder.module.css';

/** One reminder: what was in the cart, whom it went to, and what came of it. */
export function ReminderPage({ id }: { id: string }) {
  const t = useTranslations('abandonedCart');
  const trpc = useTRPC();
  const query = useQuery(trpc.abandonedCart.getReminder.queryOptions({ id }));
  const reminder = query.data;
  if (!reminder && query.isError) {
    if (problemOf(query.error).code !== 'NOT_FOUND')
      return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
    return (
      <MessagePage
        title={t('detail.gone.title')}
        action={<LinkButton href={ROOT}>{t('detail.gone.action')}</LinkButton>}
      >
        <p>{t('detail.gone.message')}</p>
      </MessagePage>
    );
  }
  if (!reminder) return <ReminderSkeleton />;
  const { email, contact } = reminder;
  return (
    <>
      <PageHead
        title={contact === null ? email : nameOf({ ...contact, email, phone: null })}
        aside={<ReminderStatus recoveredAt={reminder.recoveredAt} />}
        lead={t.rich('detail.lead', { when: () => <RelativeTime value={reminder.sentAt} inSentence /> })}
        back={{ href: ROOT, label: t('title') }}
      />
      <div className={classes.page}>
        <CartPanel reminder={reminder} />
        <div>
          <ReminderFacts reminder={reminder} />
          <CallsButton of={reminder} className={classes.curl} />
        </div>
      </div>
    </>
  );
}
