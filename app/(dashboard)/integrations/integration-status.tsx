import { useTranslations } from 'next-intl';
import { Status } from '@/components/ui/status';
import type { Integration } from './integration';

const KINDS = { pending: 'waiting', active: 'on', error: 'failed', revoked: 'off' } as const;

export function IntegrationStatus({ integration: { status, held } }: { integration: Integration }) {
  const t = useTranslations('integrations.states');
  return held === null ? (
    <Status kind={KINDS[status]}>{t(status)}</Status>
  ) : (
    <Status kind="waiting">{t('held')}</Status>
  );
}
