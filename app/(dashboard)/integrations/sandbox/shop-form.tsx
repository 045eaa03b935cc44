'use client';
import { Button, Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import classes from '@/app/(dashboard)/integrations/integrations.module.css';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import type { Storefront } from '@/server/platform/lib/shared-vocabulary';
import type { ShopAction } from '@/server/sandbox/shop-schema';
import type { Shop, When } from './sandbox-shop';

const WHEN = ['now', 'twice', 'late', 'by_hand'] as const;

/** A buyer in the shop: what they want, who they are, and what they do. */
export function ShopForm({
  provider,
  shop,
  when,
  onWhen,
  busy,
  onPlay,
}: {
  provider: Storefront;
  shop: Shop;
  when: When;
  onWhen: (when: When) => void;
  busy: boolean;
  onPlay: (action: ShopAction) => void;
}) {
  const t = useTranslations('integrations.sandbox');
  const format = useFormat();
  const [product, setProduct] = useState(shop.products[0]?.ref ?? '');
  const [email, setEmail] = useState(shop.orders[0]?.email ?? '');
  const [code, setCode] = useState('');
  const [accepts, setAccepts] = useState(true);
  return (
    <Panel title={t('buyer')}>
      <Stack gap="md">
        <NativeSelect
          label={t('product')}
          value={product}
          onChange={({ currentTarget }) => setProduct(currentTarget.value)}
          data={shop.products.map(({ ref, name, price }) => ({
            value: ref,
            label: `${name} · ${format.money(price, 'IDR')}`,
          }))}
        />
        <TextInput
          label={t('email')}
          type="email"
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <TextInput
          label={t('code')}
          description={t('codeHelp')}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        {provider === 'storefront_p1' && (
          <Checkbox
            label={t('accepts')}
            checked={accepts}
            onChange={({ currentTarget }) => setAccepts(currentTarget.checked)}
          />
        )}
        <NativeSelect
          label={t('when')}
          description={t('whenHelp')}
          value={when}
          onChange={({ currentTarget }) => onWhen(WHEN.find((known) => known === currentTarget.value) ?? 'now')}
          data={WHEN.map((value) => ({ value, label: t(`whens.${value}`) }))}
        />
        <div className={classes.actions}>
          <Button
            loading={busy}
            onClick={() => onPlay({ verb: 'buy', product, email, code: code.trim(), checkout: null })}
          >
            {t('buy')}
          </Button>
          <Button variant="default" loading={busy} onClick={() => onPlay({ verb: 'abandon', product, email, accepts })}>
            {t('abandon')}
          </Button>
        </div>
        {provider === 'storefront_p1' && (
          <Button variant="subtle" color="gray" loading={busy} onClick={() => onPlay({ verb: 'unsubscribe', email })}>
            {t('unsubscribe')}
          </Button>
        )}
      </Stack>
    </Panel>
  );
}
