'use client';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations, useLocale } from 'next-intl';
import { FormPageSkeleton } from '@/components/ui/form-page-skeleton';
import { useTRPC, type Outputs } from '@/app/trpc';
import { useAccount } from '@/components/shell/use-account';
import { ErrorNotice } from '@/components/ui/error-notice';
import { permits } from '@/server/platform/access/roles';
import { Button, Select, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useId, useState, useMemo } from 'react';
import type * as z from 'zod';
import { FormPage } from '@/components/ui/form-page';
import { FormSection } from '@/components/ui/form-section';
import { ImageDrop } from '@/components/uploads/image-drop';
import { useUpload } from '@/components/uploads/use-upload';
import { CopyButton } from '@/components/ui/copy-button';
import { EditorNotices } from '@/components/ui/editing/editor-notices';
import { ICON } from '@/components/ui/icon';
import { useResourceForm } from '@/components/ui/use-resource-form';
import {
  LOGO_KIND,
  updateWorkspaceInput,
  COUNTRIES,
  CURRENCIES,
} from '@/server/modules/account/accounts/workspace-schema';
import { addressFault } from '@/server/modules/account/webhooks/schema';
import { WorkspacePreview } from './workspace-preview';
import classes from '@/components/ui/form-fields.module.css';
import own from './workspace.module.css';
import { collator, dateTimeFormat } from '@/server/platform/lib/formats';

interface Option {
  value: string;
  label: string;
}

/** Countries, currencies and time zones in the language of the page; what is chosen is always among them. */
function usePlaces(chosen: { timeZone: string; country: string; currency: string }): {
  countries: Option[];
  currencies: Option[];
  zones: Option[];
} {
  const locale = useLocale();
  const { timeZone } = chosen;
  const countries = useMemo(
    () => named(COUNTRIES, new Intl.DisplayNames(locale, { type: 'region' })).sort(byLabel(locale)),
    [locale],
  );
  const currencies = useMemo(
    () =>
      named(CURRENCIES, new Intl.DisplayNames(locale, { type: 'currency' })).map(({ value, label }) => ({
        value,
        label: value === label ? value : `${value} · ${label}`,
      })),
    [locale],
  );
  const zones = useMemo(() => {
    const names = new Set(['UTC', timeZone, ...Intl.supportedValuesOf('timeZone')]);
    return [...names].sort().map((value) => ({ value, label: `${value.replaceAll('_', ' ')} · ${offsetOf(value)}` }));
  }, [timeZone]);
  return { countries, currencies, zones };
}

const named = (codes: readonly string[], names: Intl.DisplayNames): Option[] =>
  codes.map((value) => ({ value, label: names.of(value) ?? value }));

const byLabel = (locale: string) => {
  const { compare } = collator(locale);
  return (a: Option, b: Option): number => compare(a.label, b.label);
};

/** “GMT+7”, as it is today. */
const offsetOf = (timeZone: string): string =>
  dateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

type Workspace = Outputs['accounts']['workspace'];
type WorkspaceInput = z.input<typeof updateWorkspaceInput>;

/** Pixels: twice what any page shows of it. */
const LOGO_WIDTH = 480;

interface Props {
  workspace: Workspace;
  isManager: boolean;
  save: (changes: WorkspaceInput) => Promise<void>;
}

/** `tokoanda.co.id` as people write it → an address; null where there is none. */
function addressOf(text: string): string | null {
  const typed = text.trim();
  return typed === '' || typed.includes('://') ? typed || null : `https://${typed}`;
}

/** The settings at the left, where they show at the right; below each other on a phone. */
function WorkspaceForm({ workspace, isManager, save }: Props) {
  const t = useTranslations('settings.workspace');
  const id = useId();
  const [logo, setLogo] = useState({ key: workspace.logoKey, url: workspace.logoUrl });
  const { name, logoKey, shopUrl, timeZone, country, currency } = workspace;
  const { form, formProps, failure, busy, dirty, editor } = useResourceForm({
    schema: updateWorkspaceInput,
    initialValues: { name, logoKey, shopUrl: shopUrl ?? '', timeZone, country, currency },
    toInput: (values) => ({ ...values, shopUrl: addressOf(values.shopUrl) }),
    check: (values): Record<string, string> => {
      const address = addressOf(values.shopUrl);
      const fault = address === null ? null : addressFault(address);
      return fault === null ? {} : { shopUrl: t(`shopProblems.${fault}`) };
    },
    problems: { logoKey: t('logoProblem'), shopUrl: t('shopProblems.invalid') },
    editing: { kind: 'workspace-settings', record: 'own' },
    save: (_input, { changes }) => save(changes),
  });
  const places = usePlaces(form.values);
  const upload = useUpload({ kind: LOGO_KIND, maxWidth: LOGO_WIDTH }, ({ key, publicUrl }) => {
    setLogo({ key, url: publicUrl });
    form.setFieldValue('logoKey', key);
  });
  const logoUrl = form.values.logoKey === logo.key ? logo.url : null;
  const action = isManager && (
    <Button type="submit" form={id} loading={busy} disabled={!dirty}>
      {t('save')}
    </Button>
  );
  return (
    <FormPage
      title={t('title')}
      actions={action}
      id={id}
      formProps={formProps}
      aside={
        <WorkspacePreview
          name={form.values.name}
          logoUrl={logoUrl}
          timeZone={form.values.timeZone}
          currency={form.values.currency}
          workspaceId={workspace.id}
        />
      }
    >
      <EditorNotices editor={editor} />
      {failure !== null && <ErrorNotice error={failure} act="write" />}
      {!isManager && (
        <p className={own.note}>
          <IconInfoCircle {...ICON} />
          <span>{t('ownersOnly')}</span>
        </p>
      )}
      <FormSection title={t('identity')}>
        <TextInput
          label={t('name')}
          description={t('nameHelp')}
          disabled={!isManager}
          autoComplete="organization"
          maxLength={120}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('shop')}
          description={t('shopHelp')}
          placeholder="https://"
          inputMode="url"
          autoComplete="url"
          disabled={!isManager}
          maxLength={2048}
          {...form.getInputProps('shopUrl')}
        />
        {isManager && (
          <ImageDrop
            label={t('logo')}
            help={t('logoHelp')}
            picture={logoUrl === null ? null : <img src={logoUrl} alt="" className={own.logo} />}
            state={upload.state}
            onFile={upload.upload}
            onRemove={() => form.setFieldValue('logoKey', null)}
            error={typeof form.errors.logoKey === 'string' ? form.errors.logoKey : undefined}
          />
        )}
      </FormSection>
      <FormSection title={t('region')}>
        <Select
          label={t('timeZone')}
          description={t('timeZoneHelp')}
          data={places.zones}
          searchable
          allowDeselect={false}
          disabled={!isManager}
          nothingFoundMessage={t('nothing')}
          {...form.getInputProps('timeZone')}
        />
        <Select
          label={t('country')}
          description={t('countryHelp')}
          data={places.countries}
          searchable
          allowDeselect={false}
          disabled={!isManager}
          nothingFoundMessage={t('nothing')}
          {...form.getInputProps('country')}
        />
        <Select
          label={t('currency')}
          description={t('currencyHelp')}
          data={places.currencies}
          searchable
          allowDeselect={false}
          disabled={!isManager}
          nothingFoundMessage={t('nothing')}
          {...form.getInputProps('currency')}
        />
        {form.values.currency !== workspace.currency && (
          <p className={classes.warning} role="status">
            {t('currencyNote', { before: workspace.currency, after: form.values.currency })}
          </p>
        )}
        {form.values.country !== workspace.country && (
          <p className={classes.warning} role="status">
            {t('countryNote')}
          </p>
        )}
      </FormSection>
      <FormSection title={t('developers')}>
        <div className={own.id}>
          <div>
            <span>{t('id')}</span>
            <code>{workspace.id}</code>
          </div>
          <CopyButton value={workspace.id} what={t('id')} />
        </div>
      </FormSection>
    </FormPage>
  );
}

/** The name and the look of the workspace, and where it sells. */
export function WorkspaceSettings() {
  const t = useTranslations('settings.workspace');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const role = useAccount()?.workspace?.role;
  const query = useQuery(trpc.accounts.workspace.queryOptions());
  // The frame, the charts' days and the public pages all go by it.
  const update = useMutation(trpc.accounts.updateWorkspace.mutationOptions({ meta: { touches: 'everything' } }));
  if (!query.data || role === undefined)
    return query.isError ? (
      <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
    ) : (
      <FormPageSkeleton />
    );
  const save = async (input: WorkspaceInput) => {
    const saved = await update.mutateAsync(input);
    queryClient.setQueryData(trpc.accounts.workspace.queryKey(), saved);
    notifications.show({ message: t('saved'), color: 'gray' });
  };
  return <WorkspaceForm workspace={query.data} isManager={permits(role, 'manage')} save={save} />;
}
