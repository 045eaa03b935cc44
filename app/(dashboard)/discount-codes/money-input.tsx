'use client';
import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useLocale } from 'next-intl';
import { currencyDigits } from '@/server/platform/lib/currency';
import { numberFormat } from '@/server/platform/lib/formats';
import { isCurrency, typedNumber, type Typed } from './amounts';
import classes from './inputs.module.css';

interface Props extends Pick<
  NumberInputProps,
  'label' | 'aria-label' | 'description' | 'placeholder' | 'error' | 'required' | 'size' | 'className'
> {
  value: Typed;
  onChange: (value: Typed) => void;
}

/** Returns the marks that separate thousands and decimals in the person's language. */
function separators(locale: string): { thousandSeparator: string; decimalSeparator: string } {
  const parts = numberFormat(locale).formatToParts(12345.6);
  const of = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value ?? '';
  return { thousandSeparator: of('group') || ',', decimalSeparator: of('decimal') || '.' };
}

/** “Rp”, “$”; nothing while a currency is still being typed. */
function symbolOf(currency: string, locale: string): string {
  if (!isCurrency(currency)) return '';
  const parts = numberFormat(locale, { style: 'currency', currency }).formatToParts(0);
  return parts.find((part) => part.type === 'currency')?.value ?? currency;
}

/** A count: whole, with thousands set off. */
export function CountInput({ onChange, ...props }: Props & { suffix?: string }) {
  const { suffix, ...input } = props;
  const separated = separators(useLocale());
  return (
    <NumberInput
      {...input}
      {...separated}
      allowedDecimalSeparators={[separated.decimalSeparator]}
      allowNegative={false}
      allowDecimal={false}
      clampBehavior="none"
      hideControls
      rightSection={suffix && <span className={classes.unit}>{suffix}</span>}
      rightSectionWidth={suffix !== undefined && suffix.length > 2 ? 48 : undefined}
      onChange={(value) => onChange(typedNumber(value))}
    />
  );
}

/** An amount as people write it, with the sign of its currency. */
export function MoneyInput({ currency, onChange, ...input }: Props & { currency: string }) {
  const locale = useLocale();
  const separated = separators(locale);
  const digits = currencyDigits(currency);
  const symbol = symbolOf(currency, locale);
  return (
    <NumberInput
      {...input}
      {...separated}
      allowedDecimalSeparators={[separated.decimalSeparator]}
      allowNegative={false}
      allowDecimal={digits > 0}
      decimalScale={digits}
      clampBehavior="none"
      hideControls
      leftSection={symbol !== '' && <span className={classes.unit}>{symbol}</span>}
      leftSectionWidth={symbol.length > 2 ? 48 : 36}
      onChange={(value) => onChange(typedNumber(value))}
    />
  );
}
