'use client';
import { Tabs } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { cartInput, sampleCart } from '@/app/(dashboard)/discount-codes/cart';
import type { Code } from '@/app/(dashboard)/discount-codes/code';
import { useOutcome } from '@/app/(dashboard)/discount-codes/use-outcome';
import { useSigningKey, type SigningKey } from '@/app/(dashboard)/discount-codes/use-signing-key';
import { useAccount } from '@/components/shell/use-account';
import { signedCurl } from '@/components/signed-curl';
import { CodeBlock } from '@/components/ui/code-block';
import { LinkButton } from '@/components/ui/link-button';
import { Panel } from '@/components/ui/panel';
import classes from './code-detail.module.css';

/** What a shop's server does with this code, as commands to paste into a shell. */
export function CodeApi({ code }: { code: Code }) {
  const t = useTranslations('discountCodes.api');
  const accountId = useAccount()?.workspace?.id;
  const key = useSigningKey(['read', 'write']);
  if (key === undefined || accountId === undefined) return null;
  return (
    <Panel title={t('title')} className={classes.api}>
      {key === null ? (
        <>
          <p className={classes.help}>{t('noKey')}</p>
          <LinkButton variant="default" href="/api-keys?new=1">
            {t('createKey')}
          </LinkButton>
        </>
      ) : (
        <Commands code={code} accountId={accountId} signingKey={key} />
      )}
    </Panel>
  );
}

function Commands({ code, accountId, signingKey }: { code: Code; accountId: string; signingKey: SigningKey }) {
  const t = useTranslations('discountCodes.api');
  const names = useTranslations('discountCodes.cart.names');
  const [session] = useState(() => `order-${Date.now().toString(36)}`);
  const cart = cartInput(sampleCart(code, { first: names('first'), second: names('second') }), code.currency);
  // What a checkout does as well: it redeems what validate answered.
  const { outcome } = useOutcome({ kind: 'saved', code }, cart, '');
  const applied = { appliedAmount: outcome?.discountAmount ?? 0, appliedShipping: outcome?.discountShipping ?? 0 };
  const signed = { origin: window.location.origin, keyId: signingKey.keyId, secret: signingKey.secret };
  const commands = {
    retrieve: signedCurl({ ...signed, method: 'GET', path: `/api/v1/discount-codes/${code.id}` }),
    validate: signedCurl({ ...signed, method: 'POST', path: '/api/v1/discount-codes/validate', body: { accountId, code: code.code, ...cart } }),
    redeem: signedCurl({ ...signed, method: 'POST', path: '/api/v1/discount-codes/redeem', body: { accountId, discountCodeId: code.id, checkoutSessionId: session, ...applied } }),
  };
  return (
    <Tabs defaultValue="retrieve" color="var(--ink)" keepMounted={false}>
      <p className={classes.help}>{t('secretHelp')}</p>
      <Tabs.List mb="sm">
        {(['retrieve', 'validate', 'redeem'] as const).map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`tabs.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {(['retrieve', 'validate', 'redeem'] as const).map((name) => (
        <Tabs.Panel key={name} value={name}>
          <CodeBlock code={commands[name]} label={t(`tabs.${name}`)} help={t(`${name}Help`, { code: code.code })} mark={signingKey.secret} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
