'use client';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import classes from './privacy-requests.module.css';

type Request = Outputs['integrations']['privacyRequests']['requests'][number];

/** Customers who want to know what is held of them, until somebody says that they were answered. Nothing when nobody does. */
export function PrivacyRequests() {
  const t = useTranslations('integrations.requests');
  const trpc = useTRPC();
  const [asked, setAsked] = useState<Request | null>(null);
  const requests = useQuery(trpc.integrations.privacyRequests.queryOptions()).data?.requests ?? [];
  const close = useMutation(
    trpc.integrations.closePrivacyRequest.mutationOptions({
      onSuccess: () => {
        setAsked(null);
        notifications.show({ message: t('done'), color: 'gray' });
      },
    }),
  );
  return (
    <>
      {requests.length > 0 && (
        <Panel title={t('title')} className={classes.panel}>
          <p className={classes.help}>{t('help')}</p>
          <ul className={classes.list}>
            {requests.map((request) => (
              <RequestLine key={request.id} request={request} onAnswered={() => setAsked(request)} />
            ))}
          </ul>
        </Panel>
      )}
      <ConfirmDialog
        opened={asked !== null}
        onClose={() => {
          close.reset();
          setAsked(null);
        }}
        title={t('confirm.title')}
        confirm={t('confirm.action')}
        busy={close.isPending}
        error={close.error}
        onConfirm={() => asked && close.mutate({ id: asked.id })}
      >
        {t('confirm.message')}
      </ConfirmDialog>
    </>
  );
}

function RequestLine({ request, onAnswered }: { request: Request; onAnswered: () => void }) {
  const t = useTranslations('integrations.requests');
  const format = useFormat();
  const { shop, email, phone, contactId, orders, receivedAt, answerBy } = request;
  return (
    <li>
      <div>
        <strong>{email ?? phone ?? t('unnamed')}</strong>
        <p>{t('asked', { shop, date: format.dateTime(receivedAt), until: format.dateTime(answerBy) })}</p>
        <p>
          {contactId !== null ? (
            <Link href={`/contacts/${contactId}`}>{t('contact')}</Link>
          ) : orders > 0 ? (
            <Link href="/orders">{t('orders', { orders })}</Link>
          ) : (
            t('nothing')
          )}
        </p>
      </div>
      <Button variant="default" onClick={onAnswered}>
        {t('answered')}
      </Button>
    </li>
  );
}
