'use client';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { ReminderStatus } from '@/app/(dashboard)/abandoned-cart/reminder-status';
import { PostStatus } from '@/app/(dashboard)/blog/post-status';
import { figuresOf } from '@/app/(dashboard)/broadcasts/broadcast';
import { BroadcastStatus } from '@/app/(dashboard)/broadcasts/broadcast-status';
import { BriefStatus } from '@/app/(dashboard)/campaigns/brief-status';
import { CodeStatus } from '@/app/(dashboard)/discount-codes/code-status';
import { useCodeWords } from '@/app/(dashboard)/discount-codes/use-code-words';
import type { Child } from '@/app/(dashboard)/marketing-campaigns/campaign';
import { AffiliateProgramStatus } from '@/app/(dashboard)/programs/program-status';
import { ProgramState } from '@/app/(dashboard)/referrals/program-state';
import { RelativeTime } from '@/components/ui/date-time';
import { useFormat } from '@/components/ui/format';
import { Money } from '@/components/ui/money';
import { Status } from '@/components/ui/status';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { useChildName } from './use-child-name';
import classes from './campaign-page.module.css';

type Of<Type extends Child['type']> = Extract<Child, { type: Type }>['item'];

/** The kind of one child, its state, and what it did. `linked` false: without the link to its page, as in a picker. */
export function ChildLine({ child, linked = true }: { child: Child; linked?: boolean }) {
  const name = useChildName(child);
  const { href, detail, status, figure } = usePartsOf(child);
  return (
    <span className={classes.line}>
      <span className={classes.what}>
        {linked ? <Link href={href}>{name}</Link> : <strong>{name}</strong>}
        <span>{detail}</span>
      </span>
      <span>{status}</span>
      <span className={classes.figure}>{figure}</span>
    </span>
  );
}

interface Parts {
  href: string;
  detail: ReactNode;
  status: ReactNode;
  figure: ReactNode;
}

function usePartsOf({ type, item }: Child): Parts {
  const t = useTranslations('marketingCampaigns.children');
  switch (type) {
    case 'broadcast':
      return {
        href: item.status === 'draft' ? `/broadcasts/${item.id}/edit` : `/broadcasts/${item.id}`,
        detail: item.providers.map((id) => providerEntry(id).label).join(', '),
        status: <BroadcastStatus broadcast={item} />,
        figure: <Sent broadcast={item} />,
      };
    case 'discount_code':
      return {
        href: `/discount-codes/${item.id}`,
        detail: <Gives code={item} />,
        status: <CodeStatus code={item} />,
        figure: t('used', { count: item.redemptionCount }),
      };
    case 'blog_post':
      return { href: `/blog/${item.id}`, detail: item.slug, status: <PostStatus post={item} />, figure: null };
    case 'referral_program':
      return {
        href: '/referrals',
        detail: <ProgramState program={item} />,
        status: <Status kind={item.enabled ? 'on' : 'off'}>{t(item.enabled ? 'programOn' : 'programOff')}</Status>,
        figure: null,
      };
    case 'creator_brief':
      return {
        href: `/campaigns/${item.id}`,
        detail: t('slots', { count: item.filledSlots }),
        status: <BriefStatus status={item.status} />,
        figure: null,
      };
    case 'affiliate_program':
      return {
        href: `/programs/${item.id}`,
        detail: item.description ?? '',
        status: <AffiliateProgramStatus status={item.status} />,
        figure: null,
      };
    case 'cart_reminder':
      return {
        href: `/abandoned-cart/reminders/${item.id}`,
        detail: t.rich('reminded', { when: () => <RelativeTime value={item.sentAt} inSentence /> }),
        status: <ReminderStatus recoveredAt={item.recoveredAt} />,
        figure: <Money amount={item.valueAtSend} currency={item.currencyAtSend} />,
      };
    case 'feed':
      return {
        href: '/feeds',
        detail: item.defaultProductCategory ?? t('feedDetail'),
        status: <Status kind={item.enabled ? 'on' : 'off'}>{t(item.enabled ? 'feedOn' : 'feedOff')}</Status>,
        figure: null,
      };
  }
}

function Sent({ broadcast }: { broadcast: Of<'broadcast'> }) {
  const t = useTranslations('marketingCampaigns.children');
  const format = useFormat();
  const { sent, opened } = figuresOf(broadcast.statusCounts);
  return (
    <>
      {t('messagesSent', { count: sent })}
      {opened > 0 && <small>{t('opened', { percent: format.percent(opened / sent) })}</small>}
    </>
  );
}

function Gives({ code }: { code: Of<'discount_code'> }) {
  const words = useCodeWords();
  return [words.gives(code), words.terms(code)].filter((part) => part !== '').join(', ');
}
