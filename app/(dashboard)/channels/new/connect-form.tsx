'use client';
import { Anchor, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { CatalogFields } from '@/app/(dashboard)/channels/catalog-fields';
import { useTRPC } from '@/app/trpc';
import { DrawerForm } from '@/components/ui/drawer-form';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { WITH_SMTP } from '@/server/platform/vendors/provider-ids';
import type { Field, ProviderEntry } from '@/server/platform/vendors/provider-entry';
import { connectInput } from '@/server/modules/messaging/channels/schema';
import classes from './connect.module.css';

type Texts = Record<string, string>;

const empty = (fields: readonly Field[]): Texts =>
  Object.fromEntries(fields.map(({ key, options }) => [key, options?.[0] ?? '']));
/** Returns the values that were filled in. A key that is left empty is not sent. */
const filled = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]) => (value.trim() === '' ? [] : [[key, value.trim()]])),
  );

interface Props {
  entry: ProviderEntry;
}

/** Connects by keys: the form is drawn from the catalogue's list of them. */
export function ConnectForm({ entry }: Props) {
  const t = useTranslations('channels.connect');
  const tFields = useTranslations('fields');
  const trpc = useTRPC();
  const router = useRouter();
  const connect = useMutation(trpc.channels.connect.mutationOptions());
  const { form, ...state } = useResourceForm({
    schema: connectInput,
    initialValues: { displayName: entry.label, credentials: empty(entry.credentials), config: empty(entry.config) },
    toInput: (values) => ({
      provider: entry.id,
      displayName: values.displayName,
      credentials: filled(values.credentials),
      config: filled(values.config),
    }),
    check: (values) => ({
      ...missing(entry.credentials, 'credentials', values.credentials, tFields('required')),
      ...missing(entry.config, 'config', values.config, tFields('required')),
    }),
    editing: { kind: `channel-${entry.id}`, record: null, secrets: ['credentials'] },
    save: async (input) => {
      const channel = await connect.mutateAsync(input);
      router.push(`/channels/${channel.id}?connected=${entry.id}`);
    },
  });
  return (
    <DrawerForm of={state} submit={t('submit')}>
      <p className={classes.docs}>
        {entry.docs === ''
          ? t(entry.id === WITH_SMTP ? 'smtpHelp' : 'webhookHelp')
          : t.rich('docs', {
              provider: entry.label,
              link: (words) => (
                <Anchor href={entry.docs} target="_blank" rel="noreferrer" inherit underline="always">
                  {words}
                </Anchor>
              ),
            })}
      </p>
      <TextInput
        label={t('displayName')}
        description={t('displayNameHelp')}
        maxLength={120}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('displayName')}
      />
      <CatalogFields fields={entry.credentials} path="credentials" getInputProps={(path) => form.getInputProps(path)} />
      {entry.config.length > 0 && (
        <section>
          <h3 className={classes.legend}>{t('sender')}</h3>
          <Stack gap="lg">
            <CatalogFields fields={entry.config} path="config" getInputProps={(path) => form.getInputProps(path)} />
          </Stack>
        </section>
      )}
      <p className={classes.docs}>{t('encrypted')}</p>
    </DrawerForm>
  );
}

/** Fields that the catalogue wants and nobody filled in: path → words. */
function missing(fields: readonly Field[], path: string, values: Texts, words: string): Texts {
  return Object.fromEntries(
    fields
      .filter(({ key, required }) => required && (values[key] ?? '').trim() === '')
      .map(({ key }) => [`${path}.${key}`, words]),
  );
}
