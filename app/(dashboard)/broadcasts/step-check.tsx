'use client';
import { Anchor, Skeleton, Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery, useMutation } from '@tanstack/react-query';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { ICON } from '@/components/ui/icon';
import { Panel } from '@/components/ui/panel';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { Finding } from '@/server/modules/messaging/broadcasts/schema';
import { AudienceCount } from './audience-count';
import type { Broadcast } from './broadcast';
import { ContentPreview } from './content-preview';
import type { Draft } from './draft';
import { SendPanel } from './send-panel';
import type { Step } from './steps';
import classes from './composer.module.css';
import { useState } from 'react';
import { useAccount } from '@/components/shell/use-account';
import { LazyCheckList } from '@/components/checks/lazy-check-list';
import { Status } from '@/components/ui/status';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';

const WAITING = new Set(['queued', 'sending']);

/** One real message to oneself, and what became of it. */
function TestPanel({ broadcastId, providers }: { broadcastId: string; providers: readonly ProviderId[] }) {
  const t = useTranslations('broadcasts.test');
  const tStatus = useTranslations('channels.test.status');
  const tChecks = useTranslations('checks');
  const trpc = useTRPC();
  const own = useAccount()?.user.email ?? '';
  const [picked, setPicked] = useState<ProviderId | undefined>(undefined);
  const [typed, setTyped] = useState<string | null>(null);
  const provider = picked ?? providers[0];
  const test = useMutation(trpc.broadcasts.sendTest.mutationOptions());
  const message = useQuery(
    trpc.channels.testMessage.queryOptions(
      { messageId: test.data?.messageId ?? '' },
      {
        enabled: test.data !== undefined,
        refetchInterval: ({ state }) => (state.data !== undefined && !WAITING.has(state.data.status) ? false : 1000),
      },
    ),
  );
  if (provider === undefined) return null;
  const entry = providerEntry(provider);
  const isEmail = entry.family === 'email';
  const recipient = entry.perBroadcast ? 'broadcast' : (typed ?? (isEmail ? own : ''));
  return (
    <Panel title={t('title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          test.mutate({ id: broadcastId, provider, recipient, ...(isEmail && { checks: true }) });
        }}
      >
        <Stack gap="sm">
          {isEmail && <p className={classes.none}>{t('help')}</p>}
          {providers.length > 1 && (
            <NativeSelect
              label={t('channel')}
              value={provider}
              data={providers.map((id) => ({ value: id, label: providerEntry(id).label }))}
              onChange={(event) => {
                setPicked(providers.find((id) => id === event.currentTarget.value));
                setTyped(null);
              }}
            />
          )}
          {!entry.perBroadcast && (
            <TextInput
              label={t('recipient')}
              value={recipient}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          <Button type="submit" variant="default" loading={test.isPending} disabled={recipient.trim() === ''}>
            {t('submit')}
          </Button>
          <div role="status" className={classes.none}>
            {test.isPending && isEmail && t('checking')}
          </div>
          {test.isError && <ErrorNotice error={test.error} act="write" />}
        </Stack>
      </form>
      {message.data !== undefined && (
        <div className={classes.sent} role="status">
          <Status
            kind={
              WAITING.has(message.data.status)
                ? 'waiting'
                : message.data.status === 'failed' || message.data.status === 'bounced'
                  ? 'failed'
                  : 'on'
            }
          >
            {tStatus(message.data.status, { provider: entry.label })}
          </Status>
          {message.data.lastError !== null && <p className={classes.sent}>{message.data.lastError}</p>}
        </div>
      )}
      {test.data?.checks !== undefined && (
        <section className={classes.checks} aria-label={tChecks('list')}>
          <h3>{tChecks('list')}</h3>
          <LazyCheckList checks={test.data.checks} />
        </section>
      )}
    </Panel>
  );
}

interface Props {
  broadcast: Broadcast;
  draft: Draft;
  onChange: (patch: Partial<Draft>) => void;
  onSave: () => Promise<boolean | null>;
  onGo: (step: Step) => void;
}

/** The last look: what would go wrong, who gets it, a test to oneself, then now or later. */
export function StepCheck({ broadcast, draft, onChange, onSave, onGo }: Props) {
  const trpc = useTRPC();
  const check = useQuery(
    trpc.broadcasts.check.queryOptions(
      {
        providers: draft.providers,
        content: draft.content,
        audience: draft.audience,
        test: draft.test,
        tracking: draft.tracking,
      },
      { staleTime: 0 },
    ),
  );
  const blocked = check.data === undefined || check.data.findings.some(({ level }) => level === 'blocks');
  return (
    <div className={classes.page}>
      <div className={classes.column}>
        <Findings
          findings={check.data?.findings}
          error={check.error}
          onRetry={() => void check.refetch()}
          onGo={onGo}
        />
        <ContentPreview providers={draft.providers} content={draft.content} forContacts />
      </div>
      <div className={classes.column}>
        <SendPanel broadcast={broadcast} draft={draft} blocked={blocked} onChange={onChange} onSave={onSave} />
        <TestPanel broadcastId={broadcast.id} providers={draft.providers} />
        <AudienceCount draft={draft} />
      </div>
    </div>
  );
}

/** The step that fixes each finding. */
const STEP_OF: Partial<Record<Finding['kind'], Step>> = {
  no_provider: 'audience',
  no_channel: 'audience',
  empty_audience: 'audience',
  exclusion_gone: 'audience',
  no_recipients: 'audience',
  unreachable_provider: 'audience',
  channel_without_sender: undefined,
  complaints_high: 'audience',
};

/** Returns the subject of the finding in words: tags as they are written, figures as the language writes them. */
function detailOf({ kind, detail }: Finding, format: ReturnType<typeof useFormat>): string {
  if (kind === 'complaints_high') {
    const [complained = 0, delivered = 1] = detail.map(Number);
    return `${format.number(complained)} / ${format.number(delivered)} (${format.rate(complained / delivered)})`;
  }
  const isTag = kind === 'merge_tags_as_text' || kind === 'unknown_merge_tags';
  return detail.map((each) => (isTag ? `{${each}}` : each)).join(', ');
}

function Findings({
  findings,
  error,
  onRetry,
  onGo,
}: {
  findings: readonly Finding[] | undefined;
  error: unknown;
  onRetry: () => void;
  onGo: (step: Step) => void;
}) {
  const t = useTranslations('broadcasts.check');
  const tFamilies = useTranslations('broadcasts.families');
  const format = useFormat();
  if (error !== null) return <ErrorNotice error={error} act="read" onRetry={onRetry} />;
  if (findings === undefined) return <Skeleton height={120} />;
  return (
    <Panel title={t('title')}>
      {findings.length === 0 && (
        <p className={classes.fine}>
          <IconCircleCheck {...ICON} color="var(--accent)" />
          {t('fine')}
        </p>
      )}
      <ul className={classes.findings}>
        {findings.map((finding) => {
          const provider =
            finding.provider !== null
              ? providerEntry(finding.provider).label
              : finding.family !== null
                ? tFamilies(finding.family)
                : '';
          const Mark = finding.level === 'blocks' ? IconCircleX : IconAlertTriangle;
          const detail = detailOf(finding, format);
          const step = finding.kind in STEP_OF ? STEP_OF[finding.kind] : 'content';
          return (
            <li key={`${finding.kind} ${finding.provider} ${finding.family}`} data-level={finding.level}>
              <Mark {...ICON} aria-label={t(finding.level)} />
              <div>
                {t(`kinds.${finding.kind}`, { provider, detail })}
                <small>{t(`advice.${finding.kind}`, { provider, detail })}</small>
                {step !== undefined && (
                  <Anchor component="button" type="button" size="sm" onClick={() => onGo(step)}>
                    {t(`fix.${step === 'audience' ? 'audience' : 'content'}`)}
                  </Anchor>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
