'use client';
import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC, useTRPCClient, type Outputs } from '@/app/trpc';
import { EditorNotices } from '@/components/ui/editing/editor-notices';
import { ErrorNotice } from '@/components/ui/error-notice';
import { CancelButton, FormActions } from '@/components/ui/form-drawer';
import { SecretDrawer } from '@/components/ui/secret-drawer';
import { SecretOnce } from '@/components/ui/secret-once';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { addressFault, createInput } from '@/server/resources/webhooks/schema';
import { choiceOf, eventsOf, type Endpoint } from './endpoint';
import { EventChoice } from './event-choice';
import classes from './webhooks.module.css';

type Created = Outputs['webhooks']['create'];

/** A new endpoint, whose secret the same drawer then shows, once; or one that is there. */
export function EndpointDrawer({
  opened,
  endpoint = null,
  onClose,
}: {
  opened: boolean;
  endpoint?: Endpoint | null;
  onClose: () => void;
}) {
  const t = useTranslations('webhooks');
  return (
    <SecretDrawer<Created>
      opened={opened}
      onClose={onClose}
      title={t(endpoint ? 'form.editTitle' : 'form.newTitle')}
      createdTitle={() => t('created.title')}
      form={({ onCreated, close }) => <EndpointForm endpoint={endpoint} onDone={close} onCreated={onCreated} />}
      shown={({ endpoint: { url }, secret }, onCopied) => (
        <>
          <p className={classes.createdUrl}>{url}</p>
          <SecretOnce label={t('created.secret')} secret={secret} lost={t('created.lost')} onCopied={onCopied} />
          <p className={classes.next}>{t('created.next')}</p>
        </>
      )}
    />
  );
}

interface FormProps {
  endpoint: Endpoint | null;
  onDone: () => void;
  onCreated: (created: Created) => void;
}

function EndpointForm({ endpoint, onDone, onCreated }: FormProps) {
  const t = useTranslations('webhooks.form');
  const trpc = useTRPC();
  const create = useMutation(trpc.webhooks.create.mutationOptions());
  const update = useMutation(trpc.webhooks.update.mutationOptions());
  const client = useTRPCClient();
  const valuesOf = (of: Endpoint | null) => ({
    url: of?.url ?? '',
    description: of?.description ?? '',
    events: choiceOf(of?.events ?? ['*']),
  });
  const { form, formProps, failure, busy, editor } = useResourceForm({
    schema: createInput,
    initialValues: valuesOf(endpoint),
    toInput: ({ url, description, events }) => ({
      url: url.trim(),
      description: description.trim() === '' ? null : description.trim(),
      events: eventsOf(events),
    }),
    problems: { events: t('problems.events') },
    check: ({ url, events }) => {
      const fault = addressFault(url.trim());
      return {
        ...(fault === null ? {} : { url: t(`problems.${fault}`) }),
        ...(eventsOf(events).length === 0 ? { events: t('problems.events') } : {}),
      };
    },
    editing: {
      kind: 'webhook',
      record: endpoint?.id ?? null,
      version: endpoint?.updatedAt,
      reload: async () => {
        const now = await client.webhooks.get.query({ id: endpoint?.id ?? '' });
        return { values: valuesOf(now.endpoint), version: now.endpoint.updatedAt };
      },
      labels: { url: t('url'), description: t('description'), events: t('events') },
    },
    save: async (input, { changes, ifUpdatedAt }) => {
      if (endpoint === null) {
        onCreated(await create.mutateAsync(input));
      } else {
        await update.mutateAsync({ ...changes, ifUpdatedAt, id: endpoint.id });
        onDone();
        notifications.show({ color: 'gray', message: t('saved') });
      }
    },
  });
  return (
    <form {...formProps}>
      <EditorNotices editor={editor} />
      <Stack gap="lg">
        <TextInput
          label={t('url')}
          description={t('urlHelp')}
          placeholder="https://"
          data-autofocus
          type="url"
          inputMode="url"
          autoComplete="off"
          {...form.getInputProps('url')}
        />
        <Textarea
          label={t('description')}
          description={t('descriptionHelp')}
          autosize
          minRows={1}
          maxRows={5}
          {...form.getInputProps('description')}
        />
        <EventChoice
          choice={form.values.events}
          onChange={(events) => form.setFieldValue('events', events)}
          error={form.errors.events}
        />
        {failure !== null && <ErrorNotice error={failure} act="write" />}
      </Stack>
      <FormActions>
        <CancelButton />
        <Button type="submit" loading={busy}>
          {endpoint === null ? t('create') : t('save')}
        </Button>
      </FormActions>
    </form>
  );
}
