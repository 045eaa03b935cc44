'use client';
import { Button, Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import { EditorNotices } from '@/components/ui/editing/editor-notices';
import { ErrorNotice } from '@/components/ui/error-notice';
import { PageHead } from '@/components/ui/page-head';
import { problemOf } from '@/components/ui/problem';
import { Status } from '@/components/ui/status';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { updateInput } from '@/server/resources/pixels/schema';
import { IdField, SecretField } from './pixel-fields';
import { idsOf, valuesOf, type Pixels, type SecretColumn } from './pixel-values';
import { PlanNotice } from './plan-notice';
import { SnippetPanel } from './snippet-panel';
import classes from './pixels.module.css';

interface Props {
  pixels: Pixels;
  /** '' until it is known. */
  accountId: string;
  plan: string | undefined;
}

/** Null: nothing is stored yet. */
const versionOf = (pixels: Pixels): string | null => ('updatedAt' in pixels ? pixels.updatedAt : null);

/** The form at the left, what the shop pastes at the right; below each other on a phone. */
export function PixelForm({ pixels, accountId, plan }: Props) {
  const t = useTranslations('pixels');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const id = useId();
  const client = useTRPCClient();
  const update = useMutation(trpc.pixels.update.mutationOptions());
  const { form, formProps, failure, busy, dirty, editor } = useResourceForm({
    schema: updateInput,
    initialValues: valuesOf(pixels),
    toInput: (values) => values,
    editing: {
      kind: 'pixels',
      record: 'own',
      version: versionOf(pixels),
      secrets: SECRETS,
      reload: async () => {
        const now = await client.pixels.get.query();
        return { values: valuesOf(now), version: versionOf(now) };
      },
      labels: {
        enabled: t('form.enabled'),
        adPixelAId: t('fields.adPixelAId.label'),
        adPixelACapiAccessToken: t('fields.adPixelACapiAccessToken.label'),
        adPixelATestEventCode: t('fields.adPixelATestEventCode.label'),
        analyticsId: t('fields.analyticsId.label'),
        adsConversionId: t('fields.adsConversionId.label'),
        adsPurchaseLabel: t('fields.adsPurchaseLabel.label'),
        adPixelBId: t('fields.adPixelBId.label'),
        adPixelBAccessToken: t('fields.adPixelBAccessToken.label'),
        adPixelBTestEventCode: t('fields.adPixelBTestEventCode.label'),
        analyticsApiSecret: t('fields.analyticsApiSecret.label'),
      },
      words: (path, value) => (SHOWN_MASKED.has(path) && value !== '' ? '••••••••' : undefined),
    },
    save: async (_input, { changes, ifUpdatedAt }) => {
      const saved = await update.mutateAsync({ ...changes, ifUpdatedAt });
      queryClient.setQueryData(trpc.pixels.get.queryKey(), saved);
      notifications.show({ message: t('form.saved'), color: 'gray' });
      return { updatedAt: saved.updatedAt, values: valuesOf(saved) };
    },
  });
  const { values } = form;
  const gated = plan === 'free' || problemOf(failure).code === 'PLAN_LIMIT';
  const save = (
    <Button type="submit" form={id} loading={busy} disabled={!dirty}>
      {t('form.save')}
    </Button>
  );
  return (
    <>
      <div className={classes.head}>
        <PageHead
          title={t('title')}
          lead={t('lead')}
          aside={<PixelsStatus pixels={pixels} />}
          action={<div className={classes.action}>{save}</div>}
        />
      </div>
      {gated && <PlanNotice refusal={failure} />}
      {failure !== null && problemOf(failure).code !== 'PLAN_LIMIT' && <ErrorNotice error={failure} act="write" />}
      <div className={classes.columns}>
        <form id={id} {...formProps} className={classes.form}>
          <EditorNotices editor={editor} />
          <section>
            <Switch
              label={t('form.enabled')}
              description={t('form.enabledHelp')}
              {...form.getInputProps('enabled', { type: 'checkbox' })}
            />
          </section>
          <section aria-labelledby={`${id}-meta`}>
            <h2 id={`${id}-meta`}>{t('form.meta')}</h2>
            <IdField form={form} name="adPixelAId" />
            <SecretField form={form} name="adPixelACapiAccessToken" />
            <SecretField form={form} name="adPixelATestEventCode" />
            {values.adPixelATestEventCode.trim() !== '' && <p className={classes.warning}>{t('form.testCodeSet')}</p>}
          </section>
          <section aria-labelledby={`${id}-google`}>
            <h2 id={`${id}-google`}>{t('form.google')}</h2>
            <IdField form={form} name="analyticsId" />
            <SecretField form={form} name="analyticsApiSecret" />
            <div className={classes.pair}>
              <IdField form={form} name="adsConversionId" />
              <IdField form={form} name="adsPurchaseLabel" />
            </div>
          </section>
          <section aria-labelledby={`${id}-tiktok`}>
            <h2 id={`${id}-tiktok`}>{t('form.tiktok')}</h2>
            <IdField form={form} name="adPixelBId" />
            <SecretField form={form} name="adPixelBAccessToken" />
            <SecretField form={form} name="adPixelBTestEventCode" />
          </section>
        </form>
        <SnippetPanel ids={idsOf(values)} accountId={accountId} enabled={values.enabled} className={classes.snippet} />
      </div>
      {dirty && <div className={classes.foot}>{save}</div>}
    </>
  );
}

const SECRETS: readonly SecretColumn[] = [
  'adPixelACapiAccessToken',
  'adPixelATestEventCode',
  'adPixelBAccessToken',
  'adPixelBTestEventCode',
  'analyticsApiSecret',
];
const SHOWN_MASKED: ReadonlySet<string> = new Set([
  'adPixelACapiAccessToken',
  'adPixelBAccessToken',
  'analyticsApiSecret',
]);

/** Pixels that are on, but of which none has an id, do nothing; a label alone says which purchase, to nobody. */
function PixelsStatus({ pixels }: { pixels: Pixels }) {
  const t = useTranslations('pixels');
  if (!pixels.enabled) return <Status kind="off">{t('off')}</Status>;
  const { adsPurchaseLabel: _, ...ids } = idsOf(valuesOf(pixels));
  const hasId = Object.values(ids).some((id) => id !== null);
  return hasId ? <Status kind="on">{t('on')}</Status> : <Status kind="waiting">{t('onWithoutId')}</Status>;
}
