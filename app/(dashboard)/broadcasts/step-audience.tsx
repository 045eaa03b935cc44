'use client';
import { Stack, Switch, TextInput, Checkbox, Skeleton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { CampaignSelect } from '@/components/campaign-select/campaign-select';
import { Panel } from '@/components/ui/panel';
import { AudienceChoice, LeaveOutChoice } from './audience-choice';
import { AudienceCount } from './audience-count';
import type { Draft } from './draft';
import classes from './composer.module.css';
import { useQuery } from '@tanstack/react-query';
import { ProviderIcon } from '@/app/(dashboard)/channels/provider-icon';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { LinkButton } from '@/components/ui/link-button';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';

/** docs/contract/broadcasts.md#fields */
const MOST = 10;

interface ProviderChoiceProps {
  chosen: readonly ProviderId[];
  onChange: (chosen: ProviderId[]) => void;
  missing: boolean;
}

/** The providers that have an active channel; the newest of several is the one that sends. */
function ProviderChoice({ chosen, onChange, missing }: ProviderChoiceProps) {
  const t = useTranslations('broadcasts.composer');
  const query = useQuery(useTRPC().channels.list.queryOptions());
  if (query.isPending) return <Skeleton height={52} />;
  if (query.isError) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
  const active = query.data.filter(({ status }) => status === 'active');
  // One that was picked and whose channel is gone stays in view, so that it can be taken out.
  const providers = [...new Set([...active.map(({ provider }) => provider), ...chosen])];
  if (providers.length === 0) {
    return (
      <>
        <p className={classes.help}>{t('noChannels')}</p>
        <LinkButton variant="default" href="/channels/new">
          {t('connectChannel')}
        </LinkButton>
      </>
    );
  }
  const toggle = (id: ProviderId) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <>
      <div className={classes.choices} role="group" aria-label={t('channels')}>
        {providers.map((id) => {
          const entry = providerEntry(id);
          const channel = active.find(({ provider }) => provider === id);
          const note =
            channel === undefined
              ? t('channelGone')
              : entry.unreachable
                ? t('unreachable')
                : entry.perBroadcast
                  ? t('perBroadcast')
                  : channel.displayName;
          return (
            <label key={id} className={classes.choice}>
              <Checkbox
                size="xs"
                checked={chosen.includes(id)}
                disabled={!chosen.includes(id) && chosen.length >= MOST}
                onChange={() => toggle(id)}
                aria-label={entry.label}
              />
              <ProviderIcon id={id} family={entry.family} />
              <span>
                {entry.label}
                {note !== entry.label && <small>{note}</small>}
              </span>
            </label>
          );
        })}
      </div>
      {missing && (
        <p className={classes.problem} role="alert">
          {t('channelMissing')}
        </p>
      )}
    </>
  );
}

interface Props {
  draft: Draft;
  onChange: (patch: Partial<Draft>) => void;
  /** Somebody tried to go on: what is missing shows. */
  showProblems: boolean;
}

/** The step for the broadcast's name, its channels and its audience; the count follows as one chooses. */
export function StepAudience({ draft, onChange, showProblems }: Props) {
  const t = useTranslations('broadcasts.composer');
  const nameMissing = showProblems && draft.name.trim() === '';
  return (
    <div className={classes.page}>
      <div className={classes.column}>
        <Panel>
          <TextInput
            label={t('name')}
            description={t('nameHelp')}
            value={draft.name}
            maxLength={120}
            autoComplete="off"
            error={nameMissing ? t('nameMissing') : undefined}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
          <CampaignSelect
            className={classes.campaign}
            value={draft.marketingCampaignId}
            onChange={(marketingCampaignId) => onChange({ marketingCampaignId })}
          />
        </Panel>
        <Panel title={t('channels')}>
          <ProviderChoice
            chosen={draft.providers}
            onChange={(providers) => onChange({ providers })}
            missing={showProblems && draft.providers.length === 0}
          />
        </Panel>
        <Panel title={t('people')}>
          <AudienceChoice audience={draft.audience} onChange={(audience) => onChange({ audience })} />
        </Panel>
        <Panel title={t('leaveOut')}>
          <LeaveOutChoice audience={draft.audience} onChange={(audience) => onChange({ audience })} />
          <Switch
            mt="lg"
            label={t('onePerAddress')}
            description={t('onePerAddressHelp')}
            checked={draft.audience.onePerAddress === true}
            onChange={(event) =>
              onChange({ audience: { ...draft.audience, onePerAddress: event.currentTarget.checked } })
            }
          />
        </Panel>
      </div>
      <Stack className={classes.sticky}>
        <AudienceCount draft={draft} />
      </Stack>
    </div>
  );
}
