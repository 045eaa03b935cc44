'use client';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { useAccount } from '@/components/shell/use-account';
import { signedCurl } from '@/components/signed-curl';
import { CodeBlock } from '@/components/ui/code-block';
import { useFormat } from '@/components/ui/format';
import classes from './api-keys.module.css';

type Code = Outputs['discountCodes']['list']['items'][number];

interface Props {
  keyId: string;
  scopes: readonly string[];
  /** The secret, or the words that stand for it. */
  secret: string;
  /** Set off in the code: what the person has to put in. */
  mark?: string;
  onCopied?: () => void;
}

const SAMPLE_SUBTOTAL = 250_000;

/** Checks whether a plain cart gets something off right now, without products, tags or shipping. */
function takesOff({ scope, type, startsAt, expiresAt, maxUsesTotal, redemptionCount }: Code, now: number): boolean {
  const open =
    (startsAt === null || Date.parse(startsAt) <= now) && (expiresAt === null || Date.parse(expiresAt) > now);
  return (
    open &&
    scope === 'cart' &&
    (type === 'percent' || type === 'fixed') &&
    (maxUsesTotal === null || redemptionCount < maxUsesTotal)
  );
}

/** A cart that is large enough for the code. */
function sampleCart(code: Code | undefined) {
  return {
    code: code?.code ?? 'LEBARAN25',
    currency: code?.currency ?? 'IDR',
    subtotal: Math.max(SAMPLE_SUBTOTAL, code?.minPurchaseAmount ?? 0),
  };
}

/** Three ready commands: who am I, validate, redeem; with a code of the workspace where there is one. */
export function SignedExamples({ keyId, scopes, secret, mark, onCopied }: Props) {
  const t = useTranslations('apiKeys.created');
  const format = useFormat();
  const trpc = useTRPC();
  const accountId = useAccount()?.workspace?.id ?? '';
  const codes = useQuery(trpc.discountCodes.list.queryOptions({ active: true, origin: 'manual', limit: 100 }));
  const [now] = useState(() => Date.now());
  const session = `order-${now.toString(36)}`;
  const code = codes.data?.items.find((item) => takesOff(item, now)) ?? codes.data?.items[0];
  const canRead = scopes.includes('read');
  const canWrite = scopes.includes('write');
  const { origin } = window.location;
  const cart = sampleCart(code);
  const signed = { origin, keyId, secret };
  const words = { code: cart.code, subtotal: format.money(cart.subtotal, cart.currency) };
  const whoami = signedCurl({ ...signed, method: 'GET', path: '/api/v1/whoami' });
  const validate = signedCurl({
    ...signed,
    method: 'POST',
    path: '/api/v1/discount-codes/validate',
    body: { accountId, ...cart },
  });
  const redeem =
    code &&
    signedCurl({
      ...signed,
      method: 'POST',
      path: '/api/v1/discount-codes/redeem',
      body: { discountCodeId: code.id, checkoutSessionId: session, appliedAmount: appliedAmount(code, cart.subtotal) },
    });
  return (
    <Tabs defaultValue={canRead ? 'whoami' : 'validate'} color="var(--ink)" keepMounted={false}>
      <p className={classes.tabs}>{t('trySentence')}</p>
      <Tabs.List mb="sm">
        {canRead && <Tabs.Tab value="whoami">{t('tabs.whoami')}</Tabs.Tab>}
        {canWrite && <Tabs.Tab value="validate">{t('tabs.validate')}</Tabs.Tab>}
        {canWrite && redeem && <Tabs.Tab value="redeem">{t('tabs.redeem')}</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="whoami">
        <CodeBlock code={whoami} label={t('tabs.whoami')} help={t('whoamiHelp')} mark={mark} onCopied={onCopied} />
      </Tabs.Panel>
      <Tabs.Panel value="validate">
        <CodeBlock
          code={validate}
          label={t('tabs.validate')}
          help={t('validateHelp', words)}
          mark={mark}
          onCopied={onCopied}
        />
      </Tabs.Panel>
      <Tabs.Panel value="redeem">
        {redeem && (
          <CodeBlock
            code={redeem}
            label={t('tabs.redeem')}
            help={t('redeemHelp', words)}
            mark={mark}
            onCopied={onCopied}
          />
        )}
      </Tabs.Panel>
    </Tabs>
  );
}

/**
 * Returns the amount that the code takes off a cart (docs/contract/discount-codes.md#validate); a real checkout sends
 * what validate answered.
 */
function appliedAmount({ type, value }: Code, subtotal: number): number {
  if (type === 'percent') return Math.floor((subtotal * value) / 100);
  return type === 'fixed' ? Math.min(value, subtotal) : 0;
}
