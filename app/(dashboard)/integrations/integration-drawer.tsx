'use client';
import { Button, Checkbox, Input, NumberInput, Radio, Stack, TextInput } from '@mantine/core';
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
import { createInput } from '@/server/resources/integrations/integration-schema';
import { ABANDON_AFTER_MINUTES, CART_CONSENTS, CONSENTS, RESOURCES } from '@/server/resources/integrations/vocabulary';
import type { Integration } from './integration';
import classes from './integrations.module.css';
import { WebhookAddress } from './webhook-address';

type Created = Outputs['integrations']['create'];

/** A new shop, whose secret the same drawer then shows, once; or one that is there. */
export function IntegrationDrawer({
  opened,
  integration = null,
  onClose,
}: {
  opened: boolean;
  integration?: Integration | null;
  onClose: () => void;
}) {
  const t = useTranslations('integrations');
  return (
    <SecretDrawer<Created>
      opened={opened}
      onClose={onClose}
      title={t(integration ? 'form.editTitle' : 'form.newTitle')}
      createdTitle={() => t('created.title')}
      form={({ onCreated, close }) => (
        <IntegrationForm integration={integration} onDone={close} onCreated={onCreated} />
      )}
      shown={({ webhookUrl, secret }, onCopied) => (
        <div className={classes.stack}>
          <WebhookAddress url={webhookUrl} />
          <SecretOnce label={t('created.secret')} secret={secret} lost={t('created.lost')} onCopied={onCopied} />
          <p className={classes.help}>{t('created.next')}</p>
        </div>
      )}
    />
  );
}

interface FormProps {
  integration: Integration | null;
  onDone: () => void;
  onCreated: (created: Created) => void;
}

const OPEN = 'open';

function IntegrationForm({ integration, onDone, onCreated }: FormProps) {
  const t = useTranslations('integrations.form');
  const trpc = useTRPC();
  const create = useMutation(trpc.integrations.create.mutationOptions());
  const update = useMutation(trpc.integrations.update.mutationOptions());
  const client = useTRPCClient();
  const valuesOf = (of: Integration | null) => ({
    displayName: of?.displayName ?? '',
    config: {
      sync: of?.config.sync ?? { products: true, customers: true, orders: true, checkouts: true },
      consent: of?.config.consent ?? OPEN,
      abandonAfterMinutes: (of?.config.abandonAfterMinutes ?? ABANDON_AFTER_MINUTES) as number | string,
      cartConsent: of?.config.cartConsent ?? CART_CONSENTS[0],
      redeem: of?.config.redeem ?? false,
    },
  });
  const { form, formProps, failure, busy, editor } = useResourceForm({
    schema: createInput,
    initialValues: valuesOf(integration),
    toInput: ({ displayName, config }) => ({
      provider: integration?.provider ?? ('http_generic' as const),
      displayName: displayName.trim(),
      config: {
        ...config,
        abandonAfterMinutes: Number(config.abandonAfterMinutes),
        consent: CONSENTS.find((known) => known === config.consent) ?? null,
      },
    }),
    editing: {
      kind: 'integration',
      record: integration?.id ?? null,
      version: integration?.updatedAt,
      reload: async () => {
        const now = await client.integrations.get.query({ id: integration?.id ?? '' });
        return { values: valuesOf(now), version: now.updatedAt };
      },
      labels: { displayName: t('name'), config: t('takes') },
    },
    save: async (input, { changes: { provider: _, ...changes }, ifUpdatedAt }) => {
      if (integration === null) {
        onCreated(await create.mutateAsync(input));
      } else {
        await update.mutateAsync({ ...changes, ifUpdatedAt, id: integration.id });
        onDone();
        notifications.show({ color: 'gray', message: t('saved') });
      }
    },
  });
  return (
    <form {...formProps}>
      <EditorNotices editor={editor} />
      <Stack gap="lg">
        {integration === null && <p className={classes.help}>{t('reads')}</p>}
        <TextInput
          label={t('name')}
          description={t('nameHelp')}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('displayName')}
        />
        <Input.Wrapper label={t('takes')} labelElement="div">
          <div className={classes.choices}>
            {RESOURCES.map((name) => (
              <Checkbox
                key={name}
                label={t(name)}
                description={t(`${name}Help`)}
                {...form.getInputProps(`config.sync.${name}`, { type: 'checkbox' })}
              />
            ))}
          </div>
        </Input.Wrapper>
        <Radio.Group label={t('consent')} {...form.getInputProps('config.consent')}>
          <div className={classes.choices}>
            {[OPEN, ...CONSENTS].map((value) => (
              <Radio key={value} value={value} label={t(`consents.${value as typeof OPEN}`)} />
            ))}
          </div>
        </Radio.Group>
        <NumberInput
          label={t('minutes')}
          description={t('minutesHelp')}
          suffix={` ${t('minutesUnit')}`}
          min={15}
          max={1440}
          step={15}
          allowDecimal={false}
          clampBehavior="none"
          {...form.getInputProps('config.abandonAfterMinutes')}
        />
        <Radio.Group label={t('cartConsent')} {...form.getInputProps('config.cartConsent')}>
          <div className={classes.choices}>
            {CART_CONSENTS.map((value) => (
              <Radio key={value} value={value} label={t(`cartConsents.${value}`)} />
            ))}
          </div>
        </Radio.Group>
        <Checkbox
          label={t('redeem')}
          description={t('redeemHelp')}
          {...form.getInputProps('config.redeem', { type: 'checkbox' })}
        />
        {failure !== null && <ErrorNotice error={failure} act="write" />}
      </Stack>
      <FormActions>
        <CancelButton />
        <Button type="submit" loading={busy}>
          {t(integration === null ? 'create' : 'save')}
        </Button>
      </FormActions>
    </form>
  );
}
