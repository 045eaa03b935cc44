'use client';
import { useTranslations } from 'next-intl';
import type { Outputs } from '@/app/trpc';
import { Status } from '@/components/ui/status';

type ImportStatus = Outputs['contacts']['imports']['get']['status'];

const KIND: Record<ImportStatus, 'on' | 'off' | 'waiting'> = {
  uploading: 'waiting',
  checking: 'waiting',
  checked: 'waiting',
  importing: 'waiting',
  done: 'on',
  canceled: 'off',
};

export function ImportStatusMark({ status }: { status: ImportStatus }) {
  const t = useTranslations('contacts.import.statuses');
  return <Status kind={KIND[status]}>{t(status)}</Status>;
}
