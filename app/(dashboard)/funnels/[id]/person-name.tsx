'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { nameOf } from '@/app/(dashboard)/contacts/contact';
import { useTRPC } from '@/app/trpc';

/** What a contact is called, as soon as it is known. */
export function PersonName({ contactId }: { contactId: string }) {
  const t = useTranslations('funnels.people');
  const { data } = useQuery(useTRPC().contacts.get.queryOptions({ id: contactId }, { retry: false }));
  return data === undefined ? t('someone') : nameOf(data);
}
