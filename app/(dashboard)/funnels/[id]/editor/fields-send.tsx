'use client';
import { Button, Checkbox, Input, NumberInput, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ContentPreview } from '@/app/(dashboard)/broadcasts/content-preview';
import { blockFaults, fromTemplate, partOf } from '@/app/(dashboard)/broadcasts/draft';
import { FamilyContent } from '@/app/(dashboard)/broadcasts/content-editors';
import { useTRPC } from '@/app/trpc';
import { useAccount } from '@/components/shell/use-account';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FormSection } from '@/components/ui/form-section';
import { isRecord } from '@/server/platform/lib/narrow';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { StepOf } from '@/server/modules/automation/funnels/step-schema';
import type { FieldsProps } from './step-fields';
import classes from './editor.module.css';

/** Over which channel, what it says, and what it heeds. */
export function SendFields({ step, faults, funnelId, isSaved, settle, onChange }: FieldsProps<StepOf<'send'>>) {
  const t = useTranslations('funnels.fields.send');
  const tFaults = useTranslations('templates.faults');
  const trpc = useTRPC();
  const { config } = step;
  const { provider, templateId, content, holdoutPercent, ignoreWindow, ignoreCap } = config;
  const channels = useQuery(trpc.channels.list.queryOptions());
  const templates = useQuery(trpc.broadcasts.templates.list.queryOptions());
  const set = (next: Partial<typeof config>) => onChange({ ...step, config: { ...config, ...next } });
  const { family, perBroadcast } = providerEntry(provider);
  const own = isRecord(content) ? content : {};
  const offered = [
    ...new Set([
      ...(channels.data ?? []).filter(({ status }) => status === 'active').map((channel) => channel.provider),
      provider,
    ]),
  ];
  const usable = (templates.data?.templates ?? []).filter((each) => isRecord(partOf(each.content, family)));
  const template = usable.find(({ id }) => id === templateId);
  const setSource = (source: string): void => {
    const { templateId: _template, content: _content, ...rest } = config;
    const [first] = usable;
    if (source === 'own')
      return onChange({
        ...step,
        config: { ...rest, content: template === undefined ? {} : fromTemplate(template).content },
      });
    if (first !== undefined) onChange({ ...step, config: { ...rest, templateId: first.id } });
  };
  return (
    <Stack gap="lg">
      <div className={classes.sendHead}>
        <Select
          label={t('channel')}
          description={t('channelHelp')}
          allowDeselect={false}
          value={provider}
          error={faults['config.provider']}
          data={offered.map((id) => ({ value: id, label: providerEntry(id).label }))}
          onChange={(id) => set({ provider: offered.find((each) => each === id) ?? provider })}
        />
        <Input.Wrapper label={t('message')} component="div">
          <SegmentedControl
            fullWidth
            aria-label={t('source')}
            value={templateId === undefined ? 'own' : 'template'}
            data={[
              { value: 'own', label: t('own') },
              { value: 'template', label: t('template'), disabled: usable.length === 0 },
            ]}
            onChange={setSource}
          />
        </Input.Wrapper>
      </div>
      {templateId === undefined ? (
        <FamilyContent
          family={family}
          part={partOf(own, family)}
          faults={blockFaults({ content: own }, tFaults)}
          onChange={(part) => set({ content: { ...own, [family]: part } })}
        />
      ) : (
        <>
          <Select
            label={t('whichTemplate')}
            description={t('templateHelp')}
            searchable
            allowDeselect={false}
            value={templateId}
            data={usable.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => id !== null && set({ templateId: id })}
          />
          {template !== undefined && <ContentPreview providers={[provider]} content={fromTemplate(template).content} />}
        </>
      )}
      <FormSection title={t('heeds')}>
        <Stack gap="md">
          <Checkbox
            label={t('ignoreWindow')}
            checked={ignoreWindow}
            onChange={({ currentTarget }) => set({ ignoreWindow: currentTarget.checked })}
          />
          <Checkbox
            label={t('ignoreCap')}
            checked={ignoreCap}
            onChange={({ currentTarget }) => set({ ignoreCap: currentTarget.checked })}
          />
          <NumberInput
            label={t('holdout')}
            description={t('holdoutHelp')}
            min={0}
            max={50}
            suffix=" %"
            allowDecimal={false}
            className={classes.short}
            error={faults['config.holdoutPercent']}
            value={holdoutPercent}
            onChange={(value) => set({ holdoutPercent: value === '' ? 0 : Number(value) })}
          />
        </Stack>
      </FormSection>
      <TestSend
        funnelId={funnelId}
        stepId={step.id}
        isSaved={isSaved}
        isToPerson={perBroadcast !== true}
        isMail={family === 'email'}
        settle={settle}
      />
    </Stack>
  );
}

interface TestProps {
  funnelId: string;
  stepId: string;
  isSaved: boolean;
  isToPerson: boolean;
  isMail: boolean;
  settle: () => Promise<boolean>;
}

/** One real message to oneself, of what is stored. */
function TestSend({ funnelId, stepId, isSaved, isToPerson, isMail, settle }: TestProps) {
  const t = useTranslations('funnels.fields.send');
  const mail = useAccount()?.user.email ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const test = useMutation(useTRPC().funnels.sendTest.mutationOptions({ meta: { touches: [] } }));
  const recipient = isToPerson ? (typed ?? (isMail ? mail : '')) : 'broadcast';
  return (
    <FormSection title={t('test')}>
      <div className={classes.sendHead}>
        {isToPerson && (
          <TextInput
            label={t('testTo')}
            value={recipient}
            autoComplete="off"
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
        <Button
          variant="default"
          loading={test.isPending}
          disabled={!isSaved || recipient.trim() === ''}
          onClick={() => void settle().then((saved) => saved && test.mutate({ id: funnelId, stepId, recipient }))}
        >
          {t('testSend')}
        </Button>
      </div>
      <p className={classes.help} role="status">
        {test.isSuccess ? t('testSent') : t(isSaved ? 'testHelp' : 'testAfter')}
      </p>
      {test.isError && <ErrorNotice error={test.error} act="write" />}
    </FormSection>
  );
}
