'use client';
import { Button, Skeleton } from '@mantine/core';
import {
  IconListDetails,
  IconMessages,
  IconPointer,
  IconReceipt,
  IconRoute,
  IconSend,
  IconShoppingCart,
  IconTicket,
} from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useReason } from '@/components/ui/use-reason';
import { CHECKOUT_KINDS, checkoutHref, ORDER_KINDS, orderHref } from '@/app/(dashboard)/orders/order';
import { useExitWords } from '@/app/(dashboard)/funnels/use-exit-words';
import { useTRPC, type Outputs } from '@/app/trpc';
import { RelativeTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { SMALL_ICON } from '@/components/ui/icon';
import { Panel } from '@/components/ui/panel';
import { Status } from '@/components/ui/status';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { isProviderId } from '@/server/platform/vendors/provider-ids';
import { timelineOptions } from './contact-reads';
import classes from './contact-detail.module.css';

type Item = Outputs['contacts']['timeline']['items'][number];
type Message = Extract<Item, { kind: 'message' }>;
type Order = Extract<Item, { kind: 'order' }>;
type Checkout = Extract<Item, { kind: 'checkout' }>;
type Enrolment = Extract<Item, { kind: 'enrolment' }>;

const ICONS = {
  message: IconSend,
  redemption: IconTicket,
  list_added: IconListDetails,
  cart_reminder: IconShoppingCart,
  order: IconReceipt,
  checkout: IconShoppingCart,
  enrolment: IconRoute,
  conversation: IconMessages,
  event: IconPointer,
} as const;

/**
 * The events of this person, newest first: messages, orders, uses of codes, lists, carts left behind, funnels,
 * conversations.
 */
export function Timeline({ id }: { id: string }) {
  const t = useTranslations('contacts.timeline');
  const tUi = useTranslations('ui');
  const trpc = useTRPC();
  const query = useInfiniteQuery(timelineOptions(trpc, id));
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <Panel title={t('title')}>
      {query.isPending && <TimelineSkeleton />}
      {!items && query.isError && <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />}
      {items?.length === 0 && <p className={classes.nothing}>{t('none')}</p>}
      {items && items.length > 0 && (
        <ol className={classes.timeline}>
          {items.map((item) => {
            const Icon = ICONS[item.kind];
            return (
              <li key={`${item.kind}-${item.id}`}>
                <span className={classes.mark}>
                  <Icon {...SMALL_ICON} />
                </span>
                <div className={classes.event}>
                  <Event item={item} />
                </div>
                <span className={classes.when}>
                  <RelativeTime value={item.at} />
                </span>
              </li>
            );
          })}
        </ol>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          mt="md"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {tUi('loadMore')}
        </Button>
      )}
    </Panel>
  );
}

function Event({ item }: { item: Item }): ReactNode {
  const t = useTranslations('contacts.timeline');
  const format = useFormat();
  if (item.kind === 'message') return <MessageEvent message={item} />;
  if (item.kind === 'list_added') {
    return (
      <p>
        {t.rich('list_added', { list: () => <Link href={`/contact-lists/${item.list.id}`}>{item.list.name}</Link> })}
      </p>
    );
  }
  if (item.kind === 'cart_reminder') {
    return (
      <>
        <p>
          {t.rich('cart_reminder', {
            cart: (words) => <Link href={`/abandoned-cart/reminders/${item.id}`}>{words}</Link>,
          })}{' '}
          {item.recoveredAt !== null && <Status kind="on">{t('recovered')}</Status>}
        </p>
        <small>{format.money(item.value, item.currency)}</small>
      </>
    );
  }
  if (item.kind === 'order') return <OrderEvent order={item} />;
  if (item.kind === 'checkout') return <CheckoutEvent checkout={item} />;
  if (item.kind === 'enrolment') return <EnrolmentEvent enrolment={item} />;
  if (item.kind === 'conversation')
    return (
      <>
        <p>
          {t.rich('conversation', {
            conversation: (words) => <Link href={`/inbox?conversation=${item.id}`}>{words}</Link>,
          })}
        </p>
        {item.preview !== '' && <small>{item.preview}</small>}
      </>
    );
  if (item.kind === 'event')
    return (
      <>
        <p>{t('event', { name: item.name })}</p>
        {item.detail !== '' && <small>{item.detail}</small>}
      </>
    );
  const given = [item.appliedAmount, item.appliedShipping]
    .filter((amount) => amount > 0)
    .map((amount) => format.money(amount, item.currency));
  return (
    <>
      <p>
        {t.rich('redemption', { code: () => <Link href={`/discount-codes/${item.discountCodeId}`}>{item.code}</Link> })}
      </p>
      {given.length > 0 && (
        <small>{t(item.appliedAmount > 0 ? 'saved' : 'savedShipping', { amount: given.join(' + ') })}</small>
      )}
    </>
  );
}

function OrderEvent({ order: { id, number, status, amount, currency } }: { order: Order }) {
  const t = useTranslations('contacts.timeline');
  const format = useFormat();
  return (
    <>
      <p>
        {t.rich('order', { order: () => <Link href={orderHref(id)}>{number}</Link> })}{' '}
        <Status kind={ORDER_KINDS[status]}>{t(`orderStates.${status}`)}</Status>
      </p>
      <small>{format.money(amount, currency)}</small>
    </>
  );
}

function CheckoutEvent({ checkout: { id, status, value, currency } }: { checkout: Checkout }) {
  const t = useTranslations('contacts.timeline');
  const format = useFormat();
  return (
    <>
      <p>
        {t.rich('checkout', { checkout: (words) => <Link href={checkoutHref(id)}>{words}</Link> })}{' '}
        <Status kind={CHECKOUT_KINDS[status]}>{t(`checkoutStates.${status}`)}</Status>
      </p>
      <small>{format.money(value, currency)}</small>
    </>
  );
}

/** Why somebody left says more than that they did. */
function EnrolmentEvent({ enrolment: { funnel, status, exitReason, goalAt } }: { enrolment: Enrolment }) {
  const t = useTranslations('contacts.timeline');
  const exitWords = useExitWords();
  return (
    <>
      <p>
        {t.rich('enrolment', { funnel: () => <Link href={`/funnels/${funnel.id}`}>{funnel.name}</Link> })}{' '}
        <Status kind={status === 'active' ? 'on' : 'off'}>
          {exitReason === null ? t(`enrolmentStates.${status}`) : exitWords(exitReason)}
        </Status>
      </p>
      {goalAt !== null && exitReason !== 'goal' && <small>{t('goal')}</small>}
    </>
  );
}

const FAILED = new Set(['failed', 'bounced']);
const UNDER_WAY = new Set(['queued', 'sending']);

function MessageEvent({ message }: { message: Message }) {
  const t = useTranslations('contacts.timeline');
  const reasonOf = useReason();
  const { provider, broadcast, funnel, form, recipient, status, lastError } = message;
  const label = isProviderId(provider) ? providerEntry(provider).label : provider;
  const kind = FAILED.has(status) ? 'failed' : UNDER_WAY.has(status) ? 'waiting' : status === 'skipped' ? 'off' : 'on';
  const word = status as 'sent';
  return (
    <>
      <p>
        {broadcast && <Link href={`/broadcasts/${broadcast.id}`}>{broadcast.name}</Link>}
        {funnel && <Link href={`/funnels/${funnel.id}`}>{funnel.name}</Link>}
        {form && t.rich('confirmation', { form: () => <Link href={`/forms/${form.id}`}>{form.name}</Link> })}
        {!broadcast && !funnel && !form && t('message')}{' '}
        <Status kind={kind}>{t.has(`statuses.${word}`) ? t(`statuses.${word}`) : status}</Status>
      </p>
      <small>{t('over', { provider: label, recipient })}</small>
      {lastError !== null && <small>{reasonOf(lastError)}</small>}
    </>
  );
}

/** Lines as high as those that come. */
function TimelineSkeleton() {
  return (
    <ol className={classes.timeline} aria-hidden>
      {[62, 48, 55, 40].map((width) => (
        <li key={width}>
          <Skeleton circle height={28} />
          <Skeleton height={12} width={`${width}%`} />
        </li>
      ))}
    </ol>
  );
}
