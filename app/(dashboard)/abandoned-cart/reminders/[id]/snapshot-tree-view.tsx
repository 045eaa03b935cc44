'use client';
import { Anchor } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { webAddress } from '@/app/(dashboard)/abandoned-cart/cart-snapshot';
import { treeOf, type Entry } from '@/app/(dashboard)/abandoned-cart/snapshot-tree';
import { useFormat } from '@/components/ui/format';
import classes from './reminder.module.css';

/** Values in all; whoever wants more copies the JSON. */
const LIMIT = 400;

/** All that the shop sent, in its own words. */
export function SnapshotTree({ snapshot }: { snapshot: Record<string, unknown> }) {
  const t = useTranslations('abandonedCart.cart');
  const { entries, cut } = useMemo(() => treeOf(snapshot, LIMIT), [snapshot]);
  if (entries.length === 0) return <p className={classes.soft}>{t('empty')}</p>;
  return (
    <>
      <Entries entries={entries} />
      {cut && <p className={classes.soft}>{t('cut')}</p>}
    </>
  );
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className={classes.tree}>
      {entries.map(({ label, value, below }, at) => (
        <li key={at}>
          <span className={classes.soft}>{label}</span>
          {below ? <Entries entries={below} /> : <Value value={value ?? null} />}
        </li>
      ))}
    </ul>
  );
}

function Value({ value }: { value: string | number | boolean | null }) {
  const t = useTranslations('abandonedCart.cart');
  const format = useFormat();
  if (value === null || value === '') return <span className={classes.soft}>–</span>;
  if (typeof value === 'boolean') return <span>{t(value ? 'yes' : 'no')}</span>;
  if (typeof value === 'number') return <span>{format.number(value)}</span>;
  const href = webAddress(value);
  if (href === null) return <span>{value}</span>;
  return (
    <Anchor href={href} target="_blank" rel="noreferrer noopener" inherit>
      {value}
    </Anchor>
  );
}
