'use client';
import { useTranslations } from 'next-intl';
import { Status } from '@/components/ui/status';
import type { FormStatus as Known } from '@/server/modules/audience/forms/vocabulary';

export function FormStatus({ status }: { status: Known }) {
  return <Status kind={status === 'live' ? 'on' : 'off'}>{useTranslations('forms.status')(status)}</Status>;
}
