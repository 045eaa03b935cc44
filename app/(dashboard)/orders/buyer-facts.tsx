import { Anchor } from '@mantine/core';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { nameOf } from '@/app/(dashboard)/contacts/contact';
import { Fact, Facts } from '@/components/ui/facts';
import { None } from '@/components/ui/none';
import { Panel } from '@/components/ui/panel';
import type { OrderPage } from './order';
import classes from './orders.module.css';

interface Props {
  of: Pick<OrderPage['order'], 'email' | 'phone' | 'externalSource' | 'externalRef'>;
  contact: OrderPage['contact'];
  integration: OrderPage['integration'];
}

/** The buyer, and the shop that reported it. */
export function BuyerFacts({ of: { email, phone, externalSource, externalRef }, contact, integration }: Props) {
  const t = useTranslations('orders.detail');
  return (
    <Panel title={t('buyer')}>
      <Facts labels="7rem">
        <Fact label={t('contact')}>
          {contact === null ? (
            <span className={classes.soft}>{t('noContact')}</span>
          ) : (
            <Anchor component={Link} href={`/contacts/${contact.id}`} inherit>
              {nameOf({ ...contact, email, phone })}
            </Anchor>
          )}
        </Fact>
        <Fact label={t('email')}>{email ?? <None />}</Fact>
        <Fact label={t('phone')}>{phone ?? <None />}</Fact>
        <Fact label={t('shop')}>
          {integration === null ? (
            externalSource
          ) : (
            <Anchor component={Link} href={`/integrations/${integration.id}`} inherit>
              {integration.displayName}
            </Anchor>
          )}
        </Fact>
        <Fact label={t('reference')}>
          <code className={classes.code}>{externalRef}</code>
        </Fact>
      </Facts>
    </Panel>
  );
}
