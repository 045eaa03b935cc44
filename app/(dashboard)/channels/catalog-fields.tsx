'use client';
import { NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { Field } from '@/server/platform/vendors/provider-entry';

interface Props {
  fields: readonly Field[];
  /** The place of the values in the form: `credentials` or `config`. */
  path: 'credentials' | 'config';
  getInputProps: (path: string) => object;
}

/** As people read them where they are written. */
const OPTION_NAMES: Readonly<Record<string, string>> = { starttls: 'STARTTLS', tls: 'TLS', none: 'None' };
const optionsOf = ({ options = [] }: Field) => options.map((value) => ({ value, label: OPTION_NAMES[value] ?? value }));

/**
 * The fields of a provider as the catalogue has them. The vendor's own names, since that is what people look for there.
 */
export function CatalogFields({ fields, path, getInputProps }: Props) {
  const t = useTranslations('channels');
  return fields.map((field) => {
    const help = `${path}.${field.key}` as const;
    const known = t.has(`fieldHelp.${field.key}` as 'fieldHelp.callbackSecret')
      ? t(`fieldHelp.${field.key}` as 'fieldHelp.callbackSecret')
      : undefined;
    const shared = {
      label: field.required ? field.label : t('optional', { label: field.label }),
      description: known,
      placeholder: field.example,
      autoComplete: 'off',
      spellCheck: false,
      ...getInputProps(help),
    };
    if (field.options !== undefined) return <NativeSelect key={field.key} data={optionsOf(field)} {...shared} />;
    if (field.long) return <Textarea key={field.key} autosize minRows={4} maxRows={10} {...shared} />;
    if (field.secret) return <PasswordInput key={field.key} {...shared} autoComplete="new-password" />;
    return <TextInput key={field.key} {...shared} />;
  });
}
