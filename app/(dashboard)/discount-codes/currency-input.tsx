'use client';
import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useLocale } from 'next-intl';
import { useMemo } from 'react';
import classes from './currency-input.module.css';

/** First in the list: those of the shops that we are made for. */
const COMMON = ['IDR', 'USD', 'SGD', 'MYR', 'THB', 'PHP', 'VND', 'AUD', 'EUR', 'JPY'];

interface Props extends Pick<
  AutocompleteProps,
  'label' | 'aria-label' | 'description' | 'error' | 'size' | 'className'
> {
  value: string;
  onChange: (currency: string) => void;
}

/** A currency by its three letters or by its name; any ISO 4217 code may be typed. */
export function CurrencyInput({ value, onChange, ...input }: Props) {
  const locale = useLocale();
  const [names, english] = useMemo(
    () => [locale, 'en'].map((language) => new Intl.DisplayNames(language, { type: 'currency' })),
    [locale],
  );
  const codes = useMemo(() => [...new Set([...COMMON, ...Intl.supportedValuesOf('currency')])], []);
  return (
    <Autocomplete
      {...input}
      data={codes}
      value={value}
      limit={10}
      maxLength={40}
      selectFirstOptionOnChange
      comboboxProps={{ width: 260, position: 'bottom-start' }}
      // Once a code stands there the list shows all again, so that another one can be picked.
      filter={({ options, search, limit }) => {
        const wanted = search.trim().toLowerCase();
        const all = options.filter((option) => 'value' in option);
        if (codes.includes(search.trim().toUpperCase())) return all.slice(0, limit);
        return all
          .filter((option) =>
            `${option.value} ${names?.of(option.value) ?? ''} ${english?.of(option.value) ?? ''}`
              .toLowerCase()
              .includes(wanted),
          )
          .slice(0, limit);
      }}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span>{option.value}</span>
          <span className={classes.name}>{names?.of(option.value)}</span>
        </span>
      )}
      onChange={(next) => onChange(/^[a-z]{1,3}$/i.test(next) ? next.toUpperCase() : next)}
    />
  );
}
