'use client';
import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { createInput, SCOPES } from '@/server/resources/api-keys/schema';
import { CreatedKey } from './created-key';

type Created = Outputs['apiKeys']['create'];

/** Makes a key in a drawer; the same drawer then shows its secret, once. */
export function CreateKey({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations('apiKeys');
  const [created, setCreated] = useState<Created | null>(null);
  const [dirty, setDirty] = useState(false);
  const close = () => {
    setCreated(null);
    setDirty(false);
    onClose();
  };
  const keep = (made: Created) => {
    setCreated(made);
    // From here on it is the secret that closing would lose.
    setDirty(true);
  };
  return (
    <FormDrawer
      opened={opened}
      onClose={close}
      dirty={dirty}
      question={
        created
          ? { message: t('created.notCopied'), leave: t('created.closeAnyway'), stay: t('created.stay') }
          : undefined
      }
      title={created ? t('created.title', { name: created.apiKey.name }) : t('create.title')}
    >
      {created ? (
        <CreatedKey created={created} onCopied={() => setDirty(false)} onDone={close} />
      ) : (
        <KeyForm onDirty={setDirty} onCancel={close} onCreated={keep} />
      )}
    </FormDrawer>
  );
}

function KeyForm({
  onDirty,
  onCancel,
  onCreated,
}: {
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onCreated: (created: Created) => void;
}) {
  const t = useTranslations('apiKeys');
  const tUi = useTranslations('ui');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const create = useMutation(trpc.apiKeys.create.mutationOptions());
  const { form, formProps, failure, busy } = useResourceForm({
    schema: createInput,
    initialValues: { name: '', scopes: ['read', 'write'] as (typeof SCOPES)[number][] },
    toInput: (values) => values,
    problems: { scopes: t('create.scopesProblem') },
    onDirty,
    save: async (input) => {
      const created = await create.mutateAsync(input);
      void queryClient.invalidateQueries(trpc.apiKeys.list.queryFilter());
      void queryClient.invalidateQueries(trpc.insights.pathFilter());
      onCreated(created);
    },
  });
  return (
    <form {...formProps}>
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
        {failure !== null && <ErrorNotice error={failure} act="write" />}
      </Stack>
      <FormActions>
        <Button variant="default" onClick={onCancel}>
          {tUi('cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('create.submit')}
        </Button>
      </FormActions>
    </form>
  );
}
