'use client';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { serverFaults, type Faults } from '@/components/email/document-faults';
import { ErrorNotice } from '@/components/ui/error-notice';
import { PageHead } from '@/components/ui/page-head';
import { problemOf } from '@/components/ui/problem';
import { useUnsavedChanges } from '@/components/ui/unsaved-guard';
import { useAddress } from '@/components/ui/use-address';
import type { Broadcast } from './broadcast';
import { blockFaults, type Draft } from './draft';
import { StepAudience } from './step-audience';
import { StepCheck } from './step-check';
import { StepContent } from './step-content';
import { Steps, STEPS, type Step } from './steps';
import classes from './composer.module.css';

const ADDRESS = { step: 'audience' };

/**
 * The three steps to a broadcast: who gets it, what it says, and a last look before it leaves. Each step saves.
 * @param begin what the fields hold at first
 */
export function Composer({ broadcast, begin }: { broadcast: Broadcast | null; begin: Draft }) {
  const t = useTranslations('broadcasts.composer');
  const tFaults = useTranslations('templates.faults');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [address, setAddress] = useAddress(ADDRESS);
  const [draft, setDraft] = useState(begin);
  const [saved, setSaved] = useState(draft);
  const [asked, setAsked] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const create = useMutation(trpc.broadcasts.create.mutationOptions());
  const update = useMutation(trpc.broadcasts.update.mutationOptions());
  const dirty = JSON.stringify(draft) !== JSON.stringify(saved);
  const step = broadcast === null ? 'audience' : (STEPS.find((known) => known === address.step) ?? 'audience');
  const ready = draft.name.trim() !== '' && draft.providers.length > 0;
  useUnsavedChanges(dirty);

  /** Saves what differs. @returns whether it is stored; null: it was made just now, and its own page opens */
  const save = async (next: Step): Promise<boolean | null> => {
    setAsked(true);
    const found = blockFaults(draft, tFaults);
    setFaults(found);
    if (!ready || Object.keys(found).length > 0) return false;
    try {
      if (broadcast === null) {
        const made = await create.mutateAsync(draft);
        setSaved(draft);
        void queryClient.invalidateQueries(trpc.marketingCampaigns.pathFilter());
        await queryClient.invalidateQueries(trpc.broadcasts.overview.pathFilter());
        router.replace(`/broadcasts/${made.id}/edit?step=${next}`);
        return null;
      }
      if (dirty) {
        const stored = await update.mutateAsync({ id: broadcast.id, ...draft });
        // The server compiles blocks on save, so what is stored may hold more than what was sent.
        const kept = { ...draft, content: stored.content };
        setDraft(kept);
        setSaved(kept);
        void queryClient.invalidateQueries(trpc.marketingCampaigns.pathFilter());
        await queryClient.invalidateQueries(trpc.broadcasts.overview.pathFilter());
      }
      return true;
    } catch (error) {
      // Shows below as well; what concerns a block shows there.
      setFaults(serverFaults(problemOf(error).issues, 'content.email.blocks.', tFaults));
      return false;
    }
  };
  const go = async (next: Step): Promise<void> => {
    if ((await save(next)) === true) {
      setAddress({ step: next });
      window.scrollTo({ top: 0 });
    }
  };
  const change = (patch: Partial<Draft>): void => setDraft((before) => ({ ...before, ...patch }));
  const following = STEPS[STEPS.indexOf(step) + 1];
  const failure = broadcast === null ? create.error : update.error;
  const busy = create.isPending || update.isPending;
  return (
    <>
      <PageHead
        title={broadcast === null ? t('newTitle') : draft.name || t('untitled')}
        back={{ href: '/broadcasts', label: t('back') }}
      />
      <Steps current={step} onGo={(next) => void go(next)} />
      {step === 'audience' && <StepAudience draft={draft} onChange={change} showProblems={asked} />}
      {step === 'content' && <StepContent draft={draft} faults={faults} onChange={change} />}
      {step === 'check' && broadcast !== null && (
        <StepCheck broadcast={broadcast} draft={draft} onSave={() => save('check')} onGo={(next) => void go(next)} />
      )}
      {failure !== null && (
        <div className={classes.failure}>
          <ErrorNotice error={failure} act="write" />
        </div>
      )}
      {following !== undefined && (
        <div className={classes.foot}>
          <Button
            variant="default"
            loading={busy}
            disabled={!dirty && broadcast !== null}
            onClick={() => void save(step)}
          >
            {t('save')}
          </Button>
          <Button loading={busy} onClick={() => void go(following)}>
            {t(`next.${following}`)}
          </Button>
        </div>
      )}
    </>
  );
}
