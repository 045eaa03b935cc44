'use client';
import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTimeZone, useTranslations } from 'next-intl';
import { useTRPC, type Outputs } from '@/app/trpc';
import { DrawerForm } from '@/components/ui/drawer-form';
import { SecretDrawer } from '@/components/ui/secret-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { createInput } from '@/server/modules/account/api-keys/schema';
import { SCOPES } from '@/server/modules/account/api-keys/vocabulary';
import { boundsIn, UNBOUND, wrongNetwork } from './bounds';
import { BoundsFields } from './bounds-fields';
import { SecretOnce } from '@/components/ui/secret-once';
import classes from './api-keys.module.css';
import { SignedExamples } from './signed-examples';

interface Props {
  created: Outputs['apiKeys']['create'];
  onCopied: () => void;
}

/** The one moment in which the secret can be seen: copy it, try it. */
function CreatedKey({ created: { apiKey, secret }, onCopied }: Props) {
  const t = useTranslations('apiKeys.created');
  return (
    <>
      <div className={classes.keyId}>
        <span>{t('keyId')}</span>
        <code>{apiKey.keyId}</code>
      </div>
      <SecretOnce label={t('secret')} secret={secret} onCopied={onCopied} />
      <SignedExamples keyId={apiKey.keyId} scopes={apiKey.scopes} secret={secret} onCopied={onCopied} />
    </>
  );
}

type Created = Outputs['apiKeys']['create'];

/** Makes a key in a drawer; the same drawer then shows its secret, once. */
export function CreateKey({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations('apiKeys');
  return (
    <SecretDrawer<Created>
      opened={opened}
      onClose={onClose}
      title={t('create.title')}
      createdTitle={({ apiKey }) => t('created.title', { name: apiKey.name })}
      form={({ onCreated }) => <KeyForm onCreated={onCreated} />}
      shown={(created, onCopied) => <CreatedKey created={created} onCopied={onCopied} />}
    />
  );
}

function KeyForm({ onCreated }: { onCreated: (created: Created) => void }) {
  const t = useTranslations('apiKeys');
  const timeZone = useTimeZone() ?? 'UTC';
  const trpc = useTRPC();
  const create = useMutation(trpc.apiKeys.create.mutationOptions());
  const { form, ...state } = useResourceForm({
    schema: createInput,
    initialValues: { name: '', scopes: ['read', 'write'] as (typeof SCOPES)[number][], ...UNBOUND },
    toInput: ({ name, scopes, ...bounds }) => ({ name, scopes, ...boundsIn(bounds, timeZone) }),
    problems: { scopes: t('create.scopesProblem'), expiresAt: t('bounds.past') },
    check(values): Record<string, string> {
      const wrong = wrongNetwork(values);
      return wrong === undefined ? {} : { allowedIps: t('bounds.networksProblem', { entry: wrong }) };
    },
    editing: { kind: 'api-key', record: null },
    save: async (input) => {
      const created = await create.mutateAsync(input);
      onCreated(created);
    },
  });
  return (
    <DrawerForm of={state} submit={t('create.submit')}>
      <TextInput
        label={t('create.name')}
        description={t('create.nameHelp')}
        data-autofocus
        autoComplete="off"
        maxLength={120}
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label={t('create.scopes')} {...form.getInputProps('scopes')}>
        <Stack gap="sm" mt={8}>
          {SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={t(`scopes.${scope}`)} description={t(`scopes.${scope}Help`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <BoundsFields of={(name) => form.getInputProps(name)} />
    </DrawerForm>
  );
}
