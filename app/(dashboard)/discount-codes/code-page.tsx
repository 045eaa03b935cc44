'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useTRPC } from '@/app/trpc';
import { DetailPage } from '@/components/ui/detail-page';
import type { Code } from './code';

interface Props {
  id: string;
  skeleton: ReactNode;
  children: (code: Code) => ReactNode;
}

/** A page of one code. */
export function CodePage({ id, skeleton, children }: Props) {
  const t = useTranslations('discountCodes.detail.gone');
  const query = useQuery(useTRPC().discountCodes.get.queryOptions({ id }));
  const gone = { title: t('title'), message: t('message'), list: { href: '/discount-codes', label: t('action') } };
  return (
    <DetailPage query={query} gone={gone} skeleton={skeleton}>
      {children}
    </DetailPage>
  );
}
