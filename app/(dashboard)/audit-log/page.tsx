import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { AuditLog } from './audit-log';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auditLog'))('title') };
}

export default function AuditLogPage() {
  return (
    <Texts of={['auditLog']}>
      <AuditLog />
    </Texts>
  );
}
