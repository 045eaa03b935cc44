'use client';
import { Input, NumberInput, Radio, Stack, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { SHEET_KINDS, type SheetKind } from '@/server/modules/shops/connections/vocabulary';
import { NEEDED_FIELDS, SHEET_FIELDS } from '@/server/modules/shops/adapters/sheet/fields';
import classes from './integrations.module.css';

const isNeeded = (kind: SheetKind, field: string): boolean =>
  NEEDED_FIELDS[kind].some((group) => group.some((each) => each === field));

/** Fields for where a sheet is, what its rows are, and which of its columns is what. */
export function SheetFields({
  kind,
  productsFrom,
  onKind,
  getInputProps,
}: {
  kind: SheetKind;
  /** Another shop's name, which brings the products. */
  productsFrom: string | null;
  onKind: (kind: SheetKind) => void;
  getInputProps: (path: string) => object;
}) {
  const t = useTranslations('integrations.form');
  return (
    <Stack gap="lg">
      <TextInput
        label={t('sheet.url')}
        description={t('sheet.urlHelp')}
        autoComplete="off"
        spellCheck={false}
        inputMode="url"
        {...getInputProps('config.url')}
      />
      <Radio.Group
        label={t('sheet.kind')}
        description={productsFrom === null ? undefined : t('productsTaken', { shop: productsFrom })}
        value={kind}
        onChange={(chosen) => {
          const known = SHEET_KINDS.find((each) => each === chosen);
          if (known !== undefined) onKind(known);
        }}
      >
        <div className={classes.choices}>
          {SHEET_KINDS.map((each) => (
            <Radio key={each} value={each} label={t(each)} disabled={each === 'products' && productsFrom !== null} />
          ))}
        </div>
      </Radio.Group>
      <Input.Wrapper label={t('sheet.columns')} description={t('sheet.columnsHelp')} labelElement="div">
        <div className={classes.columns}>
          {SHEET_FIELDS[kind].map((field) => (
            <TextInput
              key={field}
              label={t(`sheet.fields.${field}`)}
              required={isNeeded(kind, field)}
              withAsterisk={kind === 'products' && isNeeded(kind, field)}
              autoComplete="off"
              {...getInputProps(`mapping.${field}`)}
            />
          ))}
        </div>
      </Input.Wrapper>
      <NumberInput
        label={t('sheet.every')}
        suffix={` ${t('minutesUnit')}`}
        min={15}
        max={10_080}
        step={15}
        allowDecimal={false}
        clampBehavior="none"
        {...getInputProps('config.everyMinutes')}
      />
    </Stack>
  );
}
