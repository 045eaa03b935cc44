'use client';
import { useTranslations } from 'next-intl';
import { FormDrawer } from '@/components/ui/form-drawer';
import type { ProviderEntry } from '@/server/providers/catalog';
import { ConnectForm } from './connect-form';
import { ConnectOAuth } from './connect-oauth';

/** Connects one provider: by its keys, or by signing in with it. */
export function ConnectDrawer({ entry, onClose }: { entry: ProviderEntry | undefined; onClose: () => void }) {
  const t = useTranslations('channels.connect');
  return (
    <FormDrawer
      opened={entry !== undefined}
      onClose={onClose}
      title={entry === undefined ? '' : t('title', { provider: entry.label })}
    >
      {entry !== undefined && entry.connect !== 'keys' && <ConnectOAuth entry={entry} />}
      {entry !== undefined && entry.connect !== 'oauth' && <ConnectForm key={entry.id} entry={entry} />}
    </FormDrawer>
  );
}
