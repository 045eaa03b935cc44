'use client';
import { Stack, Switch, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { CampaignSelect } from '@/components/campaign-select/campaign-select';
import { Panel } from '@/components/ui/panel';
import { AudienceChoice, LeaveOutChoice } from './audience-choice';
import { AudienceCount } from './audience-count';
import type { Draft } from './draft';
import { ProviderChoice } from './provider-choice';
import classes from './composer.module.css';

interface Props {
  draft: Draft;
  onChange: (patch: Partial<Draft>) => void;
  /** Somebody tried to go on: what is missing shows. */
  showProblems: boolean;
}

/** What it is called, over which channels it goes, and to whom; the count follows as one chooses. */
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
