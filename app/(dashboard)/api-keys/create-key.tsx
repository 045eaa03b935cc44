'use client';
import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTimeZone, useTranslations } from 'next-intl';
import { useTRPC, type Outputs } from '@/app/trpc';
import { EditorNotices } from '@/components/ui/editing/editor-notices';
import { ErrorNotice } from '@/components/ui/error-notice';
import { CancelButton, FormActions } from '@/components/ui/form-drawer';
import { SecretDrawer } from '@/components/ui/secret-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { createInput } from '@/server/resources/api-keys/schema';
import { SCOPES } from '@/server/resources/api-keys/vocabulary';
import { boundsIn, UNBOUND, wrongNetwork } from './bounds';
import { BoundsFields } from './bounds-fields';
import { CreatedKey } from './created-key';

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
  const { form, formProps, failure, busy, editor } = useResourceForm({
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
    <form {...formProps}>
      <EditorNotices editor={editor} />
      <Stack gap="lg">
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
        {failure !== null && <ErrorNotice error={failure} act="write" />}
      </Stack>
      <FormActions>
        <CancelButton />
        <Button type="submit" loading={busy}>
          {t('create.submit')}
        </Button>
      </FormActions>
    </form>
  );
}
