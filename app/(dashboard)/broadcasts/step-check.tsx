'use client';
import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
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
import { TestPanel } from './test-panel';
import classes from './composer.module.css';

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
