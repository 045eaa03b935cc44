'use client';
import { Alert, Button, Checkbox, TextInput, Radio, PasswordInput, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconHistory } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, useTRPCClient, type Outputs } from '@/app/trpc';
import { DrawerForm } from '@/components/ui/drawer-form';
import { SMALL_ICON } from '@/components/ui/icon';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { createInput } from '@/server/modules/shops/connections/schema';
import { WAYS, type Way, CREDENTIALS, keysAddress } from './connect-kinds';
import { faultsOf } from './form-faults';
import { consentAddress, inputOf, valuesOf } from './form-values';
import type { Integration } from './integration';
import classes from './integrations.module.css';
import { SheetFields } from './sheet-fields';
import { ConsentField, TakesFields } from './takes-fields';
import { PROVIDERS, type Provider } from '@/server/modules/shops/connections/vocabulary';
import { OutsideLink } from '@/components/ui/outside-link';

interface Props {
  provider: Provider;
  way: Way;
  /** Ways that can be gone here. */
  ways?: readonly Way[];
  onWay: (way: Way) => void;
  /** The credentials as they stand in the form. */
  typed: Readonly<Record<string, string>>;
  getInputProps: (path: string) => object;
}

/**
 * The way in which a storefront lets us in, and what is typed in for that. Labels are the vendors' own, for people look
 * for those there.
 */
function ConnectKeys({ provider, way, ways = WAYS[provider], onWay, typed, getInputProps }: Props) {
  const t = useTranslations('integrations.form');
  const fields = CREDENTIALS[provider][way] ?? [];
  const whereKeysAre = keysAddress(provider, way, typed);
  return (
    <Stack gap="lg">
      {ways.length > 1 && (
        <Radio.Group
          label={t('way')}
          value={way}
          onChange={(chosen) => {
            const known = ways.find((each) => each === chosen);
            if (known !== undefined) onWay(known);
          }}
        >
          <div className={classes.choices}>
            {ways.map((each) => (
              <Radio
                key={each}
                value={each}
                label={t(`ways.${each}`)}
                description={t(`waysHelp.${each === 'consent' ? `consent_${provider}` : each}` as 'waysHelp.keys')}
              />
            ))}
          </div>
        </Radio.Group>
      )}
      {fields.map(({ key, secret }) => {
        const shared = {
          label: t(`credentials.${key}` as 'credentials.shop'),
          description: t.has(`credentialsHelp.${key}` as 'credentialsHelp.shop')
            ? t(`credentialsHelp.${key}` as 'credentialsHelp.shop')
            : undefined,
          spellCheck: false,
          ...getInputProps(`credentials.${key}`),
        };
        return secret ? (
          <PasswordInput key={key} {...shared} autoComplete="new-password" />
        ) : (
          <TextInput key={key} {...shared} autoComplete="off" />
        );
      })}
      {whereKeysAre !== null && (
        <OutsideLink href={whereKeysAre}>{t(`whereKeysAre.${provider}` as 'whereKeysAre.storefront_p1')}</OutsideLink>
      )}
    </Stack>
  );
}

/** The choice of the kind of shop: the first thing that is asked. */
function ConnectKind({ value, onChange }: { value: Provider; onChange: (provider: Provider) => void }) {
  const t = useTranslations('integrations');
  return (
    <Radio.Group
      label={t('form.kind')}
      value={value}
      onChange={(chosen) => {
        const provider = PROVIDERS.find((known) => known === chosen);
        if (provider !== undefined) onChange(provider);
      }}
    >
      <div className={classes.choices}>
        {PROVIDERS.map((provider) => (
          <Radio
            key={provider}
            value={provider}
            label={t(`providers.${provider}`)}
            description={t(`form.kinds.${provider}`)}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

export type Created = Outputs['integrations']['create'];

interface FormProps {
  integration: Integration | null;
  onDone: () => void;
  onCreated: (created: Created) => void;
}

const SANDBOX = {
  storefront_p1: { shop: 'sandbox', clientId: 'sandbox', clientSecret: 'sandbox' },
  storefront_p2: { storeUrl: 'https://sandbox.example', consumerKey: 'ck_sandbox', consumerSecret: 'cs_sandbox' },
} as const;

export function IntegrationForm({ integration, onDone, onCreated }: FormProps) {
  const t = useTranslations('integrations.form');
  const trpc = useTRPC();
  const client = useTRPCClient();
  const setup = useQuery(trpc.integrations.connectSetup.queryOptions());
  const create = useMutation(trpc.integrations.create.mutationOptions());
  const update = useMutation(trpc.integrations.update.mutationOptions());
  const [provider, setProvider] = useState<Provider>(integration?.provider ?? 'storefront_p1');
  const [way, setWay] = useState<Way>('keys');
  const [hasNewKeys, setNewKeys] = useState(false);
  const ways = WAYS[provider].filter(
    (each) =>
      each !== 'consent' ||
      (integration === null &&
        setup.data?.sandbox !== true &&
        (provider !== 'storefront_p1' || setup.data?.shopifyApp)),
  );
  const sendsKeys = integration === null || hasNewKeys;
  const isStorefront = provider === 'storefront_p1' || provider === 'storefront_p2';
  const taken = setup.data?.productsFrom ?? null;
  // The shop that brings the products may go on; no second shop can.
  const productsFrom = taken !== null && taken.id !== integration?.id ? taken.displayName : null;
  const { form, ...state } = useResourceForm({
    schema: createInput,
    initialValues: valuesOf(integration),
    toInput: (values) => inputOf(provider, values, sendsKeys ? way : null, productsFrom !== null),
    check: (values) => faultsOf(provider, values, sendsKeys && isStorefront ? way : null, t),
    problems: {
      'config.consent': t('problems.consent'),
      'credentials.shop': t('problems.shop'),
      'credentials.storeUrl': t('problems.storeUrl'),
      'config.url': t('problems.url'),
    },
    editing: {
      kind: 'integration',
      record: integration?.id ?? null,
      version: integration?.updatedAt,
      reload: async () => {
        const now = await client.integrations.get.query({ id: integration?.id ?? '' });
        return { values: valuesOf(now), version: now.updatedAt };
      },
      labels: { displayName: t('name'), config: t('takes'), credentials: t('way'), mapping: t('sheet.columns') },
    },
    save: async (input, { changes: { provider: _, ...changes }, ifUpdatedAt }) => {
      if (integration === null && way === 'consent' && ways.includes('consent')) {
        window.location.assign(consentAddress(provider, form.values));
        // The page goes: nothing is to be drawn any more.
        await new Promise(() => undefined);
      } else if (integration === null) onCreated(await create.mutateAsync(input));
      else {
        const credentials = hasNewKeys ? { credentials: input.credentials } : {};
        await update.mutateAsync({ ...changes, ...credentials, ifUpdatedAt, id: integration.id });
        onDone();
        notifications.show({ color: 'gray', message: t('saved') });
      }
    },
  });
  const props = form.getInputProps;
  const choose = (chosen: Provider): void => {
    setProvider(chosen);
    setWay('keys');
    if (productsFrom !== null) form.setFieldValue('config.kind', 'customers');
    form.setFieldValue('config.redeem', chosen === 'storefront_p1' || chosen === 'storefront_p2');
  };
  return (
    <DrawerForm
      of={state}
      submit={
        integration !== null
          ? t('save')
          : t(way === 'consent' && ways.includes('consent') && isStorefront ? 'goTo' : 'create', {
              shop: t(`vendors.${provider}`),
            })
      }
    >
      {integration === null && <ConnectKind value={provider} onChange={choose} />}
      {integration === null && provider === 'http_generic' && <p className={classes.help}>{t('reads')}</p>}
      <TextInput
        label={t('name')}
        description={t('nameHelp')}
        data-autofocus={integration === null ? undefined : true}
        autoComplete="off"
        {...props('displayName')}
      />
      {integration !== null && isStorefront && (
        <Checkbox
          label={t('newKeys')}
          description={t('newKeysHelp')}
          checked={hasNewKeys}
          onChange={({ currentTarget }) => setNewKeys(currentTarget.checked)}
        />
      )}
      {isStorefront && sendsKeys && (
        <ConnectKeys
          provider={provider}
          way={way}
          ways={ways}
          onWay={setWay}
          typed={form.values.credentials}
          getInputProps={props}
        />
      )}
      {isStorefront && integration === null && setup.data?.sandbox === true && (
        <Alert variant="light" color="gray" title={t('sandbox.title')}>
          <div className={classes.stack}>
            <p>{t('sandbox.message')}</p>
            <div>
              <Button
                variant="default"
                size="xs"
                onClick={() =>
                  form.setValues({
                    displayName: form.values.displayName || t(`sandbox.names.${provider}`),
                    credentials: { ...form.values.credentials, ...SANDBOX[provider] },
                  })
                }
              >
                {t('sandbox.use')}
              </Button>
            </div>
          </div>
        </Alert>
      )}
      {provider === 'sheet_p1' ? (
        <>
          <SheetFields
            kind={form.values.config.kind}
            productsFrom={productsFrom}
            onKind={(kind) => form.setFieldValue('config.kind', kind)}
            getInputProps={props}
          />
          {form.values.config.kind === 'customers' && <ConsentField provider={provider} getInputProps={props} />}
        </>
      ) : (
        <TakesFields provider={provider} productsFrom={productsFrom} getInputProps={props} />
      )}
      {integration === null && isStorefront && (
        <p className={classes.quiet}>
          <IconHistory {...SMALL_ICON} />
          {t('history')}
        </p>
      )}
    </DrawerForm>
  );
}
