'use client';
import { Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC, type Outputs } from '@/app/trpc';
import { EmailFrame } from '@/components/email/email-frame';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FormDrawer } from '@/components/ui/form-drawer';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { AnswerBar } from './answer-bar';
import { OutboxStatusMark } from './outbox-status';
import classes from './outbox.module.css';

type Message = Outputs['sandbox']['message'];

/** One message as its receiver would see it, and as the vendor would have got it. */
export function OutboxMessage({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('channels.sandbox.detail');
  const query = useQuery(useTRPC().sandbox.message.queryOptions({ id }, { enabled: id !== '', refetchInterval: 3000 }));
  const message = query.data;
  return (
    <FormDrawer
      opened={id !== ''}
      onClose={onClose}
      title={message === undefined ? '' : t('title', { recipient: message.recipient })}
    >
      {query.isError && <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />}
      {message === undefined ? <Skeleton height={400} /> : <Content message={message} />}
    </FormDrawer>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function Content({ message }: { message: Message }) {
  const t = useTranslations('channels.sandbox');
  const { content, from } = message;
  const html = textOf(content.html);
  const text = textOf(content.text) || textOf(content.body) || textOf(content.title);
  const sender = [from.name, from.address].filter((part) => part !== null).join(' · ');
  return (
    <>
      <dl className={classes.envelope}>
        {sender !== '' && <Line label={t('detail.from')}>{sender}</Line>}
        {textOf(content.subject) !== '' && <Line label={t('detail.subject')}>{textOf(content.subject)}</Line>}
        <Line label={t('columns.provider')}>{`${providerEntry(message.provider).label} · ${message.channelName}`}</Line>
        <Line label={t('columns.status')}>
          <OutboxStatusMark status={message.status} />
        </Line>
      </dl>
      {message.answers.length > 0 ? (
        <AnswerBar chosen={[message.id]} answers={message.answers} />
      ) : (
        <p className={classes.help}>{t('answer.sent', { count: 0 })}</p>
      )}
      <Tabs defaultValue={html === '' ? 'text' : 'html'} color="var(--ink)" keepMounted={false} mt="md">
        <Tabs.List mb="sm">
          {html !== '' && <Tabs.Tab value="html">{t('detail.html')}</Tabs.Tab>}
          <Tabs.Tab value="text">{t('detail.text')}</Tabs.Tab>
          <Tabs.Tab value="request">{t('detail.request')}</Tabs.Tab>
        </Tabs.List>
        {html !== '' && (
          <Tabs.Panel value="html">
            <div className={classes.mail}>
              <EmailFrame html={html} title={t('detail.html')} width={600} scheme="light" />
            </div>
          </Tabs.Panel>
        )}
        <Tabs.Panel value="text">
          {text === '' ? (
            <pre className={classes.text}>{JSON.stringify(content, null, 2)}</pre>
          ) : (
            <p className={classes.bubble}>{text}</p>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="request">
          <p className={classes.help}>{t('detail.requestHelp', { provider: providerEntry(message.provider).label })}</p>
          <pre className={classes.text}>
            {`${message.request.method} ${message.request.url}\n${Object.entries(message.request.headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}\n\n${message.request.body ?? ''}`}
          </pre>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Line({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
