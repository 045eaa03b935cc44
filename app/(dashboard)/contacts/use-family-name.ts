'use client';
import { useTranslations } from 'next-intl';
import { FAMILIES, type Family } from '@/server/platform/vendors/provider-ids';
import { WHATSAPP_USER_ID } from '@/server/modules/audience/contacts/vocabulary';

/** Returns the usual name of a channel family; the text itself where a caller keeps one that we do not know. */
export function useFamilyName(): (family: string) => string {
  const t = useTranslations('contacts.families');
  return (family) => {
    const known: Family | 'ads' | typeof WHATSAPP_USER_ID | undefined =
      family === 'ads' || family === WHATSAPP_USER_ID ? family : FAMILIES.find((name) => name === family);
    return known === undefined ? family : t(known);
  };
}
