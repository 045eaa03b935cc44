'use client';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconBarcode, IconTag, IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Money } from '@/components/ui/money';
import { SMALL_ICON } from '@/components/ui/icon';
import { lineTotal, type CartLine } from './cart';
import { CountInput, MoneyInput } from './money-input';
import type { Code } from './code';
import classes from './sample-cart.module.css';

interface Props {
  line: CartLine;
  currency: string;
  /** Says whether ids or tags matter. */
  scope: Code['scope'];
  onChange: (patch: Partial<CartLine>) => void;
  /** Absent for the last line that is left. */
  onRemove: (() => void) | undefined;
}

export function CartLineFields({ line, currency, scope, onChange, onRemove }: Props) {
  const t = useTranslations('discountCodes.cart');
  const labelled = (label: string) => t('lineOf', { label, name: line.name });
  return (
    <li className={classes.line}>
      <div className={classes.lineHead}>
        <TextInput
          size="xs"
          variant="unstyled"
          className={classes.name}
          classNames={{ wrapper: classes.nameWrapper, input: classes.nameInput }}
          aria-label={t('name')}
          value={line.name}
          maxLength={120}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        {onRemove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('remove', { name: line.name })}
            onClick={onRemove}
          >
            <IconX {...SMALL_ICON} />
          </ActionIcon>
        )}
      </div>
      <div className={classes.figures}>
        <MoneyInput
          size="xs"
          className={classes.price}
          aria-label={labelled(t('price'))}
          currency={currency}
          value={line.price}
          onChange={(price) => onChange({ price })}
        />
        <span aria-hidden>×</span>
        <CountInput
          size="xs"
          className={classes.quantity}
          aria-label={labelled(t('quantity'))}
          value={line.quantity}
          onChange={(quantity) => onChange({ quantity })}
        />
        <span className={classes.lineTotal}>
          <Money amount={lineTotal(line, currency)} currency={currency} />
        </span>
      </div>
      {scope === 'products' && (
        <TextInput
          size="xs"
          aria-label={labelled(t('productId'))}
          placeholder={t('productId')}
          leftSection={<IconBarcode {...SMALL_ICON} />}
          value={line.productId}
          maxLength={255}
          onChange={(event) => onChange({ productId: event.currentTarget.value })}
        />
      )}
      {scope === 'tags' && (
        <TextInput
          size="xs"
          aria-label={labelled(t('tags'))}
          placeholder={t('tagsHelp')}
          leftSection={<IconTag {...SMALL_ICON} />}
          value={line.tags}
          onChange={(event) => onChange({ tags: event.currentTarget.value })}
        />
      )}
    </li>
  );
}
