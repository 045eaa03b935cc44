'use client';
import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FormActions, FormDrawer } from '@/components/ui/form-drawer';
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
      title={created ? t('created.title') : endpoint ? t('form.editTitle') : t('form.newTitle')}
    >
      {created ? (
        <CreatedEndpoint created={created} onCopied={() => setDirty(false)} onDone={close} />
      ) : (
        <EndpointForm endpoint={endpoint} onDirty={setDirty} onDone={close} onCreated={keep} />
      )}
    </FormDrawer>
  );
}

function CreatedEndpoint({
  created: { endpoint, secret },
  onCopied,
  onDone,
}: {
  created: Created;
  onCopied: () => void;
  onDone: () => void;
}) {
  const t = useTranslations('webhooks.created');
  return (
    <>
      <p className={classes.createdUrl}>{endpoint.url}</p>
      <SecretOnce label={t('secret')} secret={secret} lost={t('lost')} onCopied={onCopied} />
      <p className={classes.next}>{t('next')}</p>
      <Button className={classes.done} onClick={onDone} fullWidth>
        {t('done')}
      </Button>
    </>
  );
}

interface FormProps {
  endpoint: Endpoint | null;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
  onCreated: (created: Created) => void;
}

function EndpointForm({ endpoint, onDirty, onDone, onCreated }: FormProps) {
  const t = useTranslations('webhooks.form');
  const tUi = useTranslations('ui');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const create = useMutation(trpc.webhooks.create.mutationOptions());
  const update = useMutation(trpc.webhooks.update.mutationOptions());
  const { form, formProps, failure, busy } = useResourceForm({
    schema: createInput,
    initialValues: {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      events: choiceOf(endpoint?.events ?? ['*']),
    },
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
    onDirty,
    save: async (input) => {
      if (endpoint === null) {
        onCreated(await create.mutateAsync(input));
      } else {
        await update.mutateAsync({ ...input, id: endpoint.id });
        onDirty(false);
        onDone();
        notifications.show({ color: 'gray', message: t('saved') });
      }
      void queryClient.invalidateQueries(trpc.webhooks.pathFilter());
    },
  });
  return (
    <form {...formProps}>
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
        <Button variant="default" onClick={onDone}>
          {tUi('cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {endpoint === null ? t('create') : t('save')}
        </Button>
      </FormActions>
    </form>
  );
}
