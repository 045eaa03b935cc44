'use client';
import { Anchor, Button, Skeleton, TagsInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { RelativeTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Fact, Facts } from '@/components/ui/facts';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import { whenOpened } from '@/components/ui/when-opened';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import { MOST_TAGS } from '@/server/modules/messaging/inbox/vocabulary';
import classes from './inbox.module.css';

const LinkDrawer = whenOpened(async () => (await import('./link-drawer')).LinkDrawer);

/** The person in the conversation: the contact with orders, codes and funnels; tags of the conversation. */
export function Person({ id }: { id: string }) {
  const t = useTranslations('inbox.person');
  const trpc = useTRPC();
  const format = useFormat();
  const [isLinking, setLinking] = useState(false);
  const conversation = useQuery(trpc.inbox.get.queryOptions({ id })).data;
  const query = useQuery(trpc.inbox.person.queryOptions({ id }));
  const onError = useNotifyFailure();
  const update = useMutation(trpc.inbox.update.mutationOptions({ onError }));
  const unlink = useMutation(trpc.inbox.link.mutationOptions({ onError }));
  if (query.isError && conversation !== undefined)
    return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
  if (query.data === undefined || conversation === undefined) return <Skeleton height={240} />;
  const { contact, orders, codes, funnels } = query.data;
  return (
    <aside className={classes.person} aria-label={t('title')}>
      <Panel title={t('title')}>
        {contact === null ? (
          <>
            <p className={classes.soft}>{t('nobody')}</p>
            <Button size="xs" variant="default" onClick={() => setLinking(true)}>
              {t('link')}
            </Button>
          </>
        ) : (
          <>
            <Facts labels="5rem">
              <Fact label={t('contact')}>
                <Anchor component={Link} href={`/contacts/${contact.id}`}>
                  {contact.name === '' ? (contact.email ?? contact.phone) : contact.name}
                </Anchor>
              </Fact>
              {contact.email !== null && <Fact label={t('email')}>{contact.email}</Fact>}
              {contact.phone !== null && <Fact label={t('phone')}>{contact.phone}</Fact>}
            </Facts>
            <Button
              mt="sm"
              size="xs"
              variant="default"
              loading={unlink.isPending}
              onClick={() => unlink.mutate({ id, contactId: null })}
            >
              {t('unlink')}
            </Button>
          </>
        )}
        <TagsInput
          mt="md"
          size="xs"
          label={t('tags')}
          maxTags={MOST_TAGS}
          maxLength={40}
          value={[...conversation.tags]}
          onChange={(tags) => update.mutate({ id, tags })}
        />
      </Panel>
      {orders.length > 0 && (
        <Panel title={t('orders')}>
          <ul className={classes.plain}>
            {orders.map((order) => (
              <li key={order.id}>
                <Anchor component={Link} href={`/orders/${order.id}`}>
                  {order.number}
                </Anchor>{' '}
                {format.money(order.amount, order.currency)}
                <small>
                  <RelativeTime value={order.placedAt} />
                </small>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {codes.length > 0 && (
        <Panel title={t('codes')}>
          <ul className={classes.plain}>
            {codes.map((code) => (
              <li key={code.id}>
                <Anchor component={Link} href={`/discount-codes/${code.id}`}>
                  {code.code}
                </Anchor>
                {code.used && <small>{t('used')}</small>}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {funnels.length > 0 && (
        <Panel title={t('funnels')}>
          <ul className={classes.plain}>
            {funnels.map((funnel) => (
              <li key={funnel.id}>
                <Anchor component={Link} href={`/funnels/${funnel.id}`}>
                  {funnel.name}
                </Anchor>
                <small>
                  <RelativeTime value={funnel.enteredAt} />
                </small>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <LinkDrawer opened={isLinking} conversation={conversation} onClose={() => setLinking(false)} />
    </aside>
  );
}
