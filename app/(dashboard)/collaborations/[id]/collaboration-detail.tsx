'use client';
import { Anchor, Button, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { CreatorStatus } from '@/app/(dashboard)/collaborations/creator-status';
import classes from '@/app/(dashboard)/collaborations/creators.module.css';
import { useTRPC, type Outputs } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { CopyButton } from '@/components/ui/copy-button';
import { DateTime, RelativeTime } from '@/components/ui/date-time';
import { DetailPage } from '@/components/ui/detail-page';
import { DetailSkeleton } from '@/components/ui/detail-skeleton';
import { Fact, Facts } from '@/components/ui/facts';
import { Figure } from '@/components/ui/figure';
import { useFormat } from '@/components/ui/format';
import { OutsideLink } from '@/components/ui/outside-link';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { WithSide } from '@/components/ui/with-side';
import { CollaborationActions } from './collaboration-actions';
import { Submissions } from './submissions';
import { useEffect, useState } from 'react';
import type { Collaboration } from '@/app/(dashboard)/collaborations/creator';
import { useMay } from '@/components/shell/use-may';
import { usePassOn } from '@/app/(dashboard)/collaborations/use-pass-on';
import { ErrorNotice } from '@/components/ui/error-notice';
import { messagesInput } from './messages-input';

/** The messages that merchant and creator wrote to each other. */
function Talk({ id }: { id: string }) {
  const t = useTranslations('creators.talk');
  const trpc = useTRPC();
  const [text, setText] = useState('');
  const query = useQuery(trpc.collaborations.messages.queryOptions(messagesInput(id)));
  const passOn = usePassOn();
  const write = useMutation(
    trpc.collaborations.write.mutationOptions({
      onSuccess: (sent) => {
        setText('');
        passOn(sent);
      },
    }),
  );
  const said = [...(query.data?.data ?? [])].reverse();
  return (
    <Panel title={t('title')}>
      {said.length === 0 && <p className={classes.soft}>{t('none')}</p>}
      <ul className={classes.talk}>
        {said.map(({ id: one, author, text: words, createdAt }) => (
          <li key={one}>
            <span data-note>
              {t(`authors.${author}`)} · <RelativeTime value={createdAt} />
            </span>
            {words}
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') write.mutate({ id, text: text.trim() });
        }}
      >
        <Textarea
          label={t('write')}
          autosize
          minRows={2}
          maxLength={4000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {write.error !== null && <ErrorNotice error={write.error} act="write" />}
        <Button mt="sm" type="submit" variant="default" loading={write.isPending} disabled={text.trim() === ''}>
          {t('send')}
        </Button>
      </form>
    </Panel>
  );
}

/** Marks as read what the creator did, when somebody opens it; what comes later is unread again. */
function useMarkRead({ id, unreadAt }: Pick<Collaboration, 'id' | 'unreadAt'>): void {
  const isTheirs = useMay()('write');
  const { mutate } = useMutation(useTRPC().collaborations.read.mutationOptions());
  useEffect(() => {
    if (isTheirs && unreadAt !== undefined && document.visibilityState === 'visible') mutate({ id, seen: unreadAt });
  }, [isTheirs, id, unreadAt, mutate]);
}

type Page = Outputs['collaborations']['page'];

/** One creator or affiliate: how things stand, what they made or sold, what was written. */
export function CollaborationDetail({ id }: { id: string }) {
  const t = useTranslations('creators.people');
  return (
    <DetailPage
      query={useQuery(useTRPC().collaborations.page.queryOptions({ id }))}
      gone={{
        title: t('gone.title'),
        message: t('gone.message'),
        list: { href: '/collaborations', label: t('gone.list') },
      }}
      skeleton={<DetailSkeleton back={{ href: '/collaborations', label: t('title') }} parts={[200, 200]} />}
    >
      {(page) => <OneCollaboration page={page} />}
    </DetailPage>
  );
}

function OneCollaboration({ page }: { page: Page }) {
  const t = useTranslations('creators.people');
  const { collaboration, about } = page;
  const { id, creator, status, kind, programId, campaignId } = collaboration;
  useMarkRead(collaboration);
  const href = kind === 'affiliate' ? `/programs/${programId ?? ''}` : `/campaigns/${campaignId ?? ''}`;
  return (
    <>
      <PageHead
        title={creator.name}
        aside={<CreatorStatus status={status} />}
        lead={
          <Anchor component={Link} href={href} inherit>
            {about}
          </Anchor>
        }
        back={{ href: '/collaborations', label: t('title') }}
        action={<CollaborationActions collaboration={collaboration} />}
      />
      <WithSide side={<Who page={page} />}>
        {kind === 'affiliate' && <Sold page={page} />}
        {kind === 'brief' && <Submissions collaboration={collaboration} />}
        <Talk id={id} />
      </WithSide>
      <CurlButton
        title={t('api.title')}
        requests={[{ title: t('api.one'), method: 'GET', path: `/api/v1/collaborations/${id}` }]}
      />
    </>
  );
}

function Sold({ page: { collaboration, figures, code } }: { page: Page }) {
  const t = useTranslations('creators.people.sold');
  const format = useFormat();
  const { id, linkUrl } = collaboration;
  return (
    <Panel
      title={t('title')}
      aside={
        <Button component="a" variant="subtle" size="compact-sm" href={`/commissions?collaboration=${id}&status=all`}>
          {t('commissions')}
        </Button>
      }
    >
      <div className={classes.figures}>
        <Figure label={t('clicks')} current={figures.clicks} />
        <Figure label={t('sales')} current={figures.sales} />
        {figures.earned.map(({ currency, amount }) => (
          <Figure
            key={currency}
            label={t('earned', { currency })}
            current={amount}
            write={(value) => format.money(value, currency)}
          />
        ))}
      </div>
      {linkUrl !== null && (
        <Facts labels="5rem">
          <Fact label={t('link')}>
            <span className={classes.link}>{linkUrl}</span> <CopyButton value={linkUrl} what={t('link')} />
          </Fact>
          {code !== null && (
            <Fact label={t('code')}>
              <code>{code}</code>
            </Fact>
          )}
        </Facts>
      )}
    </Panel>
  );
}

function Who({ page: { collaboration, hasAddress, wantsMails } }: { page: Page }) {
  const t = useTranslations('creators.people.who');
  const format = useFormat();
  const { creator, contactId, emailVerified, message, portalUrl, fee, invitedAt, acceptedAt, endedAt } = collaboration;
  const { shipping, internalNote } = collaboration;
  const sent = [shipping.carrier, shipping.trackingRef].filter((part) => part !== null).join(' ');
  const handles = Object.values(creator.socialHandles);
  return (
    <>
      <Panel title={t('title')}>
        <Facts labels="6rem">
          <Fact label={t('email')}>
            {contactId === null ? (
              creator.email
            ) : (
              <Anchor component={Link} href={`/contacts/${contactId}`} inherit>
                {creator.email}
              </Anchor>
            )}{' '}
            <span className={classes.soft}>{t(emailVerified ? 'proved' : 'unproved')}</span>
          </Fact>
          {creator.phone !== null && <Fact label={t('phone')}>{creator.phone}</Fact>}
          {handles.length > 0 && (
            <Fact label={t('handles')}>
              {handles.map((handle) => (
                <div key={handle}>{handle}</div>
              ))}
            </Fact>
          )}
          {creator.followers !== null && <Fact label={t('followers')}>{format.number(creator.followers)}</Fact>}
          {fee !== null && <Fact label={t('fee')}>{format.money(fee.amount, fee.currency)}</Fact>}
          {shipping.state !== 'none' && (
            <Fact label={t('shipping')}>
              {t(`shippingStates.${shipping.state}`)}
              {sent !== '' && <div className={classes.soft}>{sent}</div>}
            </Fact>
          )}
          {internalNote !== null && internalNote !== '' && (
            <Fact label={t('note')}>
              <span style={{ whiteSpace: 'pre-wrap' }}>{internalNote}</span>
            </Fact>
          )}
          {message !== null && message !== '' && <Fact label={t('message')}>{message}</Fact>}
          {invitedAt !== null && (
            <Fact label={t('invited')}>
              <DateTime value={invitedAt} />
            </Fact>
          )}
          {acceptedAt !== null && (
            <Fact label={t('accepted')}>
              <DateTime value={acceptedAt} />
            </Fact>
          )}
          {endedAt !== null && (
            <Fact label={t('ended')}>
              <DateTime value={endedAt} />
            </Fact>
          )}
        </Facts>
        {hasAddress && <Address id={collaboration.id} />}
      </Panel>
      {portalUrl !== '' && (
        <Panel title={t('portal')}>
          <p className={classes.soft}>{t('portalHelp')}</p>
          <p>
            <OutsideLink href={portalUrl}>{t('openPortal')}</OutsideLink>
          </p>
          <CopyButton value={portalUrl} label={t('copyPortal')} />
          {!wantsMails && <p className={classes.soft}>{t('noMails')}</p>}
        </Panel>
      )}
    </>
  );
}

/** Shown when somebody asks, which the audit log keeps. */
function Address({ id }: { id: string }) {
  const t = useTranslations('creators.people.who');
  const read = useMutation(useTRPC().collaborations.address.mutationOptions({ meta: { touches: ['auditLog'] } }));
  return read.data === undefined ? (
    <Button variant="default" size="xs" loading={read.isPending} onClick={() => read.mutate({ id })}>
      {t('showAddress')}
    </Button>
  ) : (
    <p style={{ whiteSpace: 'pre-wrap' }}>{read.data.address}</p>
  );
}
