'use client';
import { Tabs } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { cartInput, sampleCart } from '@/app/(dashboard)/discount-codes/cart';
import type { Code } from '@/app/(dashboard)/discount-codes/code';
import { useOutcome } from '@/app/(dashboard)/discount-codes/use-outcome';
import { useAccount } from '@/components/shell/use-account';
import { SignedCommands, type SigningKey } from '@/components/signed-commands';
import { signedCurl } from '@/components/signed-curl';
import { CodeBlock } from '@/components/ui/code-block';
import { Panel } from '@/components/ui/panel';
import classes from './code-detail.module.css';

const COMMANDS = ['retrieve', 'validate', 'redeem'] as const;

/** The requests that a shop's server makes with this code, as commands to paste into a shell. */
export function CodeApi({ code }: { code: Code }) {
  const tUi = useTranslations('ui.api');
  const accountId = useAccount()?.workspace?.id;
  if (accountId === undefined) return null;
  return (
    <Panel title={tUi('title')} className={classes.api}>
      <SignedCommands scopes={['read', 'write']}>
        {(key) => <Commands code={code} accountId={accountId} signingKey={key} />}
      </SignedCommands>
    </Panel>
  );
}

function Commands({ code, accountId, signingKey }: { code: Code; accountId: string; signingKey: SigningKey }) {
  const t = useTranslations('discountCodes.api');
  const names = useTranslations('discountCodes.cart.names');
  const [session] = useState(() => `order-${Date.now().toString(36)}`);
  const [cart] = useState(() =>
    cartInput(sampleCart(code, { first: names('first'), second: names('second') }), code.currency),
  );
  // What a checkout does as well: it redeems what validate answered.
  const { outcome } = useOutcome({ kind: 'saved', code }, cart, '');
  const applied = { appliedAmount: outcome?.discountAmount ?? 0, appliedShipping: outcome?.discountShipping ?? 0 };
  const signed = { origin: window.location.origin, ...signingKey };
  const commands = {
    retrieve: signedCurl({ ...signed, method: 'GET', path: `/api/v1/discount-codes/${code.id}` }),
    validate: signedCurl({
      ...signed,
      method: 'POST',
      path: '/api/v1/discount-codes/validate',
      body: { accountId, code: code.code, ...cart },
    }),
    redeem: signedCurl({
      ...signed,
      method: 'POST',
      path: '/api/v1/discount-codes/redeem',
      body: { accountId, discountCodeId: code.id, checkoutSessionId: session, ...applied },
    }),
  };
  return (
    <Tabs defaultValue="validate" color="var(--ink)" keepMounted={false}>
      <Tabs.List mb="sm">
        {COMMANDS.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`tabs.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {COMMANDS.map((name) => (
        <Tabs.Panel key={name} value={name}>
          <CodeBlock
            code={commands[name]}
            label={t(`tabs.${name}`)}
            help={t(`${name}Help`, { code: code.code })}
            mark={signingKey.secret}
          />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
