'use client';
import { Stack, Textarea, TextInput, Checkbox, Input, Radio } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC, useTRPCClient, type Outputs } from '@/app/trpc';
import { DrawerForm } from '@/components/ui/drawer-form';
import { SecretDrawer } from '@/components/ui/secret-drawer';
import { SecretOnce } from '@/components/ui/secret-once';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { addressFault, createInput } from '@/server/modules/account/webhooks/schema';
import { choiceOf, eventsOf, type Endpoint, type Choice } from './endpoint';
import classes from './webhooks.module.css';
import type { ReactNode } from 'react';
import { useEventWords } from './use-event-words';

interface Props {
  choice: Choice;
  onChange: (choice: Choice) => void;
  error?: ReactNode;
}

/**
 * The choice of the events that an endpoint receives: everything, or events by group. Names that we do not know stay,
 * and can be taken out.
 */
function EventChoice({ choice, onChange, error }: Props) {
  const t = useTranslations('webhooks');
  const { wordsOf, groups } = useEventWords();
  const { everything, types, others } = choice;
  const set = (changed: readonly string[], on: boolean) =>
    onChange({
      ...choice,
      types: on ? [...new Set([...types, ...changed])] : types.filter((type) => !changed.includes(type)),
    });
  return (
    <Input.Wrapper label={t('form.events')} error={error} labelElement="div">
      <Radio.Group
        aria-label={t('form.events')}
        value={everything ? 'all' : 'some'}
        onChange={(value) => onChange({ ...choice, everything: value === 'all' })}
      >
        <Stack gap="sm" mt={8}>
          <Radio value="all" label={t('form.everything')} description={t('form.everythingHelp')} />
          <Radio value="some" label={t('form.some')} />
        </Stack>
      </Radio.Group>
      {!everything && (
        <div className={classes.groups} data-error={error !== undefined && error !== null ? true : undefined}>
          {groups.map((group) => {
            const offered = group.types
              .filter(({ type, emitted }) => emitted || types.includes(type))
              .map(({ type }) => type);
            const chosen = offered.filter((type) => types.includes(type));
            return (
              <fieldset key={group.resource}>
                <legend>
                  <Checkbox
                    label={group.words}
                    checked={chosen.length === offered.length}
                    indeterminate={chosen.length > 0 && chosen.length < offered.length}
                    onChange={(event) => set(offered, event.currentTarget.checked)}
                  />
                </legend>
                <div>
                  {offered.map((type) => (
                    <Checkbox
                      key={type}
                      size="xs"
                      label={wordsOf(type)}
                      description={<code>{type}</code>}
                      checked={types.includes(type)}
                      onChange={(event) => set([type], event.currentTarget.checked)}
                    />
                  ))}
                </div>
              </fieldset>
            );
          })}
          {others.length > 0 && (
            <fieldset>
              <legend>{t('form.others')}</legend>
              <div>
                {others.map((name) => (
                  <Checkbox
                    key={name}
                    size="xs"
                    label={<code>{name}</code>}
                    checked
                    onChange={() => onChange({ ...choice, others: others.filter((each) => each !== name) })}
                  />
                ))}
              </div>
            </fieldset>
          )}
        </div>
      )}
    </Input.Wrapper>
  );
}

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
  const { form, ...state } = useResourceForm({
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
    <DrawerForm of={state} submit={endpoint === null ? t('create') : t('save')}>
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
    </DrawerForm>
  );
}
