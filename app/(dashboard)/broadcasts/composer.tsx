'use client';
import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import { serverFaults, type Faults } from '@/components/email/document-faults';
import { EditorNotices } from '@/components/ui/editing/editor-notices';
import { changesOf } from '@/components/ui/editing/same';
import { useEditor } from '@/components/ui/editing/use-editor';
import { ErrorNotice } from '@/components/ui/error-notice';
import { PageHead } from '@/components/ui/page-head';
import { problemOf } from '@/components/ui/problem';
import { useAddress } from '@/components/ui/use-address';
import type { Broadcast } from './broadcast';
import { blockFaults, draftOf, type Draft } from './draft';
import { StepAudience } from './step-audience';
import { StepCheck } from './step-check';
import { Steps, STEPS, type Step } from './steps';
import classes from './composer.module.css';
import { AbTestPanel } from './ab-test-panel';
import { ContentEditors, familiesOf } from './content-editors';
import { TrackingPanel } from './tracking-panel';

interface Props {
  draft: Draft;
  /** The faults of the e-mail's blocks, by the place of the block. */
  faults: Faults;
  /** The same of each variant of a test. */
  variantFaults: readonly Faults[];
  onChange: (patch: Partial<Draft>) => void;
}

/** The step for the content of the broadcast, and for how it leaves. */
function StepContent({ draft, faults, variantFaults, onChange }: Props) {
  const families = familiesOf(draft.providers);
  return (
    <Stack gap="xl">
      <div>
        <ContentEditors
          families={families}
          content={draft.content}
          faults={faults}
          onChange={(family, part) => onChange({ content: { ...draft.content, [family]: part } })}
        />
      </div>
      {families.includes('email') && <TrackingPanel draft={draft} onChange={onChange} />}
      <AbTestPanel draft={draft} faults={variantFaults} onChange={onChange} />
    </Stack>
  );
}

const ADDRESS = { step: 'audience' };

/**
 * The three steps to a broadcast: who gets it, what it says, and a last look before it leaves. Each step saves.
 * @param begin what the fields hold at first
 */
export function Composer({ broadcast, begin }: { broadcast: Broadcast | null; begin: Draft }) {
  const t = useTranslations('broadcasts.composer');
  const tContent = useTranslations('broadcasts.content');
  const tTiming = useTranslations('broadcasts.timing');
  const tTest = useTranslations('abTest');
  const tFaults = useTranslations('templates.faults');
  const trpc = useTRPC();
  const router = useRouter();
  const [address, setAddress] = useAddress(ADDRESS);
  const [draft, setDraft] = useState(begin);
  const [asked, setAsked] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [variantFaults, setVariantFaults] = useState<Faults[]>([]);
  const create = useMutation(trpc.broadcasts.create.mutationOptions());
  const update = useMutation(trpc.broadcasts.update.mutationOptions());
  const client = useTRPCClient();
  const { dirty, commit, editor } = useEditor({
    editing: {
      kind: 'broadcast',
      record: broadcast?.id ?? null,
      version: broadcast?.updatedAt,
      reload: async () => {
        const now = await client.broadcasts.get.query({ id: broadcast?.id ?? '' });
        return { values: draftOf(now), version: now.updatedAt };
      },
      labels: {
        name: t('name'),
        providers: t('channels'),
        audience: t('step.audience'),
        content: t('step.content'),
        perHour: tTiming('rate'),
        localTime: tTiming('hour'),
        test: tTest('title'),
        'content.email.subject': tContent('subject'),
        'content.email.text': tContent('plain'),
      },
    },
    values: draft,
    initial: begin,
    put: setDraft,
  });
  const step = broadcast === null ? 'audience' : (STEPS.find((known) => known === address.step) ?? 'audience');
  const ready = draft.name.trim() !== '' && draft.providers.length > 0;

  /** Saves what differs. @returns whether it is stored; null: it was made just now, and its own page opens */
  const save = async (next: Step): Promise<boolean | null> => {
    setAsked(true);
    const found = blockFaults(draft, tFaults);
    setFaults(found);
    const ofVariants = (draft.test?.variants ?? []).map(({ content = {} }) => blockFaults({ content }, tFaults));
    setVariantFaults(ofVariants);
    if (!ready || [found, ...ofVariants].some((each) => Object.keys(each).length > 0)) return false;
    try {
      if (broadcast !== null && !dirty) return true;
      const made: { id: string | null } = { id: null };
      const isStored = await commit(async ({ values, base, version }) => {
        if (broadcast === null) {
          made.id = (await create.mutateAsync(values)).id;
          return;
        }
        const changes = { ...changesOf(base, values), ifUpdatedAt: version };
        const stored = await update.mutateAsync({ id: broadcast.id, ...changes });
        // The server compiles blocks on save, so what is stored may hold more than what was sent.
        const { updatedAt, content, test = null } = stored;
        return { updatedAt, values: { ...values, content, test } };
      });
      if (!isStored) return false;
      if (made.id === null) return true;
      router.replace(`/broadcasts/${made.id}/edit?step=${next}`);
      return null;
    } catch (error) {
      // Shows below as well; what concerns a block shows there.
      const { issues } = problemOf(error);
      setFaults(serverFaults(issues, 'content.email.blocks.', tFaults));
      setVariantFaults(
        (draft.test?.variants ?? []).map((_, place) =>
          serverFaults(issues, `test.variants.${place}.content.email.blocks.`, tFaults),
        ),
      );
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
      <EditorNotices editor={editor} />
      <Steps current={step} onGo={(next) => void go(next)} />
      {step === 'audience' && <StepAudience draft={draft} onChange={change} showProblems={asked} />}
      {step === 'content' && (
        <StepContent draft={draft} faults={faults} variantFaults={variantFaults} onChange={change} />
      )}
      {step === 'check' && broadcast !== null && (
        <StepCheck
          broadcast={broadcast}
          draft={draft}
          onChange={change}
          onSave={() => save('check')}
          onGo={(next) => void go(next)}
        />
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
