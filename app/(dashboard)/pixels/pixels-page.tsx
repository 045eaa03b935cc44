'use client';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { PageHead } from '@/components/ui/page-head';
import { useArrivedAccount } from '@/components/shell/use-account';
import { Conversions } from './conversions';
import { Skeleton, Stack, Button, Switch, PasswordInput, TextInput } from '@mantine/core';
import classes from './pixels.module.css';
import { notifications } from '@mantine/notifications';
import { useId } from 'react';
import { EditorNotices } from '@/components/ui/editing/editor-notices';
import { problemOf } from '@/components/ui/problem';
import { Status } from '@/components/ui/status';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { updateInput } from '@/server/modules/offers/pixels/schema';
import { idsOf, valuesOf, type Pixels, type SecretColumn, looksDifferent, type PixelValues } from './pixel-values';
import { SnippetPanel } from './snippet-panel';
import { IconArrowUpCircle } from '@tabler/icons-react';
import { Notice } from '@/components/ui/notice';
import { useIntoSight } from '@/components/ui/use-into-sight';
import { StickyHead } from '@/components/ui/sticky-head';
import { UpgradeLink } from '@/components/upgrade-link';
import type { UseFormReturnType } from '@mantine/form';

type Form = UseFormReturnType<PixelValues>;
type IdName = 'adPixelAId' | 'analyticsId' | 'adsConversionId' | 'adsPurchaseLabel' | 'adPixelBId';

/** The props of fields for pasted text, which is no prose: no spelling, no capitals, no words of the browser. */
const CODE = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const;

/** A public id: where to find it, and a question when it does not look like one. */
function IdField({ form, name }: { form: Form; name: IdName }) {
  const t = useTranslations('pixels.fields');
  return (
    <div>
      <TextInput
        label={t(`${name}.label`)}
        description={t(`${name}.help`)}
        placeholder={t(`${name}.example`)}
        classNames={{ input: classes.code ?? '' }}
        {...CODE}
        {...form.getInputProps(name)}
      />
      {name !== 'adsPurchaseLabel' && looksDifferent(name, form.values[name]) && (
        <p className={classes.warning}>{t(`${name}.format`)}</p>
      )}
    </div>
  );
}

/** A secret: masked until somebody asks to see it. */
function SecretField({ form, name }: { form: Form; name: SecretColumn }) {
  const t = useTranslations('pixels.fields');
  return (
    <PasswordInput
      label={t(`${name}.label`)}
      description={t(`${name}.help`)}
      visibilityToggleButtonProps={{ 'aria-label': t(`${name}.show`) }}
      classNames={{ innerInput: classes.code ?? '' }}
      {...CODE}
      // Password managers would offer to keep it, or fill in another site's.
      autoComplete="new-password"
      data-1p-ignore
      data-lpignore="true"
      {...form.getInputProps(name)}
    />
  );
}

/** The plan has no pixels. `refusal`: what somebody's try to save was refused with, else null. */
function PlanNotice({ refusal }: { refusal: unknown }) {
  const t = useTranslations('pixels.plan');
  const element = useIntoSight<HTMLDivElement>(refusal);
  const refused = refusal !== null;
  return (
    <Notice ref={element} icon={IconArrowUpCircle} role={refused ? 'alert' : undefined} below="1.5rem">
      <strong>{t('title')}</strong>
      <p>{t(refused ? 'refused' : 'message')}</p>
      <UpgradeLink limit="pixels" beside />
    </Notice>
  );
}

interface Props {
  pixels: Pixels;
  /** '' until it is known. */
  accountId: string;
  plan: string | undefined;
}

/** Null: nothing is stored yet. */
const versionOf = (pixels: Pixels): string | null => ('updatedAt' in pixels ? pixels.updatedAt : null);

/** The form at the left, what the shop pastes at the right; below each other on a phone. */
function PixelForm({ pixels, accountId, plan }: Props) {
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
      <StickyHead leavesIn="62em">
        <PageHead
          title={t('title')}
          lead={t('lead')}
          aside={<PixelsStatus pixels={pixels} />}
          action={<div className={classes.action}>{save}</div>}
        />
      </StickyHead>
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

/** The page before its row is there. */
function PixelsSkeleton() {
  return (
    <div role="status">
      <PageHead title={<Skeleton component="span" display="block" height={24} width={120} my={4} />} />
      <div className={classes.columns}>
        <Stack gap="lg">
          {[40, 64, 64, 64, 64, 64].map((height, at) => (
            <Skeleton key={at} height={height} />
          ))}
        </Stack>
        <Skeleton height={420} />
      </div>
    </div>
  );
}

/** The pixels of the workspace: their ids and secrets, what the shop pastes, and what Meta was told. */
export function PixelsPage() {
  const t = useTranslations('pixels');
  const account = useArrivedAccount();
  const query = useQuery(useTRPC().pixels.get.queryOptions());
  const pixels = query.data;
  if (pixels === undefined) {
    if (!query.isError) return <PixelsSkeleton />;
    return (
      <>
        <PageHead title={t('title')} />
        <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
      </>
    );
  }
  const accountId = account?.workspace?.id ?? '';
  return (
    <>
      <PixelForm pixels={pixels} accountId={accountId} plan={account?.workspace?.plan} />
      <Conversions pixels={pixels} />
      <CurlButton
        title={t('api.title')}
        requests={[
          { title: t('api.get'), help: t('api.getHelp'), method: 'GET', path: '/api/v1/pixels' },
          {
            title: t('api.update'),
            help: t('api.updateHelp'),
            method: 'PATCH',
            path: '/api/v1/pixels',
            body: { analyticsId: 'G-AB12CD34EF' },
          },
          {
            title: t('api.conversions'),
            help: t('api.conversionsHelp'),
            method: 'GET',
            path: '/api/v1/pixels/conversions',
            query: 'status=failed',
          },
        ]}
      />
    </>
  );
}
