'use client';
import { Checkbox, Input, NumberInput, Radio } from '@mantine/core';
import { useTranslations } from 'next-intl';
import {
  CART_CONSENTS,
  CONSENTS,
  RESOURCES,
  SYNC_RESOURCES,
  type Provider,
} from '@/server/modules/shops/connections/vocabulary';
import { NEEDS_CONSENT, PERMISSIONS } from './connect-kinds';
import classes from './integrations.module.css';

/** The value where neither the shop nor the merchant says anything. */
export const OPEN = 'open';

interface Props {
  provider: Provider;
  /** Another shop's name, which brings the products. */
  productsFrom: string | null;
  getInputProps: (path: string, options?: { type: 'checkbox' }) => object;
}

/** Fields for what goes between a shop and us, the permission that it takes, and what is done with it. */
export function TakesFields({ provider, productsFrom, getInputProps }: Props) {
  const t = useTranslations('integrations.form');
  const permissions = PERMISSIONS[provider];
  const resources = permissions?.codes === undefined ? RESOURCES : SYNC_RESOURCES;
  return (
    <>
      <Input.Wrapper
        label={t('takes')}
        description={permissions && t('permissionsHelp')}
        labelElement="div"
        descriptionProps={{ component: 'div' }}
      >
        <div className={classes.choices}>
          {resources.map((name) => {
            const isTaken = name === 'products' && productsFrom !== null;
            return (
              <Checkbox
                key={name}
                label={t(name)}
                description={
                  <>
                    {isTaken ? t('productsTaken', { shop: productsFrom }) : t(`${name}Help`)}
                    {permissions?.[name] !== undefined && (
                      <> {t.rich('permission', { permission: () => <code>{permissions[name]}</code> })}</>
                    )}
                  </>
                }
                {...getInputProps(`config.sync.${name}`, { type: 'checkbox' })}
                {...(isTaken && { checked: false, disabled: true })}
              />
            );
          })}
        </div>
      </Input.Wrapper>
      {provider !== 'storefront_p1' && <ConsentField provider={provider} getInputProps={getInputProps} />}
      <NumberInput
        label={t('minutes')}
        description={t('minutesHelp')}
        suffix={` ${t('minutesUnit')}`}
        min={15}
        max={1440}
        step={15}
        allowDecimal={false}
        clampBehavior="none"
        {...getInputProps('config.abandonAfterMinutes')}
      />
      <Radio.Group label={t('cartConsent')} {...getInputProps('config.cartConsent')}>
        <div className={classes.choices}>
          {CART_CONSENTS.map((value) => (
            <Radio key={value} value={value} label={t(`cartConsents.${value}`)} />
          ))}
        </div>
      </Radio.Group>
      <Checkbox
        label={t('redeem')}
        description={t('redeemHelp')}
        {...getInputProps('config.redeem', { type: 'checkbox' })}
      />
    </>
  );
}

/** May one write to people of whom the shop says nothing? */
export function ConsentField({ provider, getInputProps }: Omit<Props, 'productsFrom'>) {
  const t = useTranslations('integrations.form');
  const isNeeded = NEEDS_CONSENT.has(provider) || provider === 'sheet_p1';
  const choices = isNeeded ? CONSENTS : ([OPEN, ...CONSENTS] as const);
  return (
    <Radio.Group
      label={t('consent')}
      description={isNeeded ? t('consentNeeded') : undefined}
      {...getInputProps('config.consent')}
    >
      <div className={classes.choices}>
        {choices.map((value) => (
          <Radio key={value} value={value} label={t(`consents.${value}`)} />
        ))}
      </div>
    </Radio.Group>
  );
}
