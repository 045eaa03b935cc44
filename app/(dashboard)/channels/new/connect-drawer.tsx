'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FormDrawer } from '@/components/ui/form-drawer';
import type { ProviderEntry } from '@/server/providers/catalog';
import { ConnectForm } from './connect-form';
import { ConnectOAuth } from './connect-oauth';

/** Connects one provider: by its keys, or by signing in with it. */
export function ConnectDrawer({ entry, onClose }: { entry: ProviderEntry | undefined; onClose: () => void }) {
  const t = useTranslations('channels.connect');
  const [dirty, setDirty] = useState(false);
  const close = () => {
    setDirty(false);
    onClose();
  };
  return (
    <FormDrawer
      opened={entry !== undefined}
      onClose={close}
      title={entry === undefined ? '' : t('title', { provider: entry.label })}
      dirty={dirty}
    >
      {entry !== undefined && entry.connect !== 'keys' && <ConnectOAuth entry={entry} />}
      {entry !== undefined && entry.connect !== 'oauth' && (
        <ConnectForm key={entry.id} entry={entry} onDirty={setDirty} onCancel={close} />
      )}
    </FormDrawer>
  );
}
