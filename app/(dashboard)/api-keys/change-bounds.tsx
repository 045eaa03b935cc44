'use client';
import { Button, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTimeZone, useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { EditorNotices } from '@/components/ui/editing/editor-notices';
import { ErrorNotice } from '@/components/ui/error-notice';
import { CancelButton, FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { updateInput } from '@/server/modules/account/api-keys/schema';
import type { ApiKey } from './api-keys';
import { boundsIn, valuesOf, wrongNetwork, type BoundsValues } from './bounds';
import { BoundsFields } from './bounds-fields';
import classes from './api-keys.module.css';

interface Props {
  opened: boolean;
  apiKey: ApiKey | null;
  onClose: () => void;
}

/** Prolongs a key, ends it at another time, or says where it may be used. */
export function ChangeBounds({ opened, apiKey, onClose }: Props) {
  const t = useTranslations('apiKeys.bounds');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('title', { name: apiKey?.name ?? '' })}>
      {apiKey && <BoundsForm key={apiKey.id} apiKey={apiKey} onDone={onClose} />}
    </FormDrawer>
  );
}

function BoundsForm({ apiKey, onDone }: { apiKey: ApiKey; onDone: () => void }) {
  const t = useTranslations('apiKeys.bounds');
  const timeZone = useTimeZone() ?? 'UTC';
  const trpc = useTRPC();
  const update = useMutation(trpc.apiKeys.update.mutationOptions());
  const { form, formProps, failure, busy, editor } = useResourceForm({
    schema: updateInput,
    initialValues: { ...valuesOf(apiKey, timeZone) },
    toInput: (values: BoundsValues) => ({ id: apiKey.id, ...boundsIn(values, timeZone) }),
    problems: { expiresAt: t('past') },
    check(values): Record<string, string> {
      const wrong = wrongNetwork(values);
      return wrong === undefined ? {} : { allowedIps: t('networksProblem', { entry: wrong }) };
    },
    editing: {
      kind: 'api-key-bounds',
      record: apiKey.id,
      labels: { expiresAt: t('expires'), allowedIps: t('networks') },
    },
    save: async (_input, { changes }) => {
      await update.mutateAsync({ ...changes, id: apiKey.id });
      onDone();
      notifications.show({ color: 'gray', message: t('saved', { name: apiKey.name }) });
    },
  });
  return (
    <form {...formProps}>
      <EditorNotices editor={editor} />
      <p className={classes.help}>{t('help')}</p>
      <Stack gap="lg">
        <BoundsFields of={(name) => form.getInputProps(name)} />
        {failure !== null && <ErrorNotice error={failure} act="write" />}
      </Stack>
      <FormActions>
        <CancelButton />
        <Button type="submit" loading={busy}>
          {t('save')}
        </Button>
      </FormActions>
    </form>
  );
}
