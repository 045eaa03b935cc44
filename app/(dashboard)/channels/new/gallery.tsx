'use client';
import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { GROUPS, providersOf } from '@/app/(dashboard)/channels/groups';
import { ProviderIcon } from '@/app/(dashboard)/channels/provider-icon';
import { PageHead } from '@/components/ui/page-head';
import { useAddress } from '@/components/ui/use-address';
import { CATALOG } from '@/server/platform/vendors/catalog';
import { isProviderId, PROVIDER_IDS, WITH_SMTP } from '@/server/platform/vendors/provider-ids';
import type { ProviderEntry } from '@/server/platform/vendors/provider-entry';
import classes from './gallery.module.css';
import { FormDrawer } from '@/components/ui/form-drawer';
import { ConnectForm } from './connect-form';
import { ConnectOAuth } from './connect-oauth';

/** Connects one provider: by its keys, or by signing in with it. */
function ConnectDrawer({ entry, onClose }: { entry: ProviderEntry | undefined; onClose: () => void }) {
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

/** Until the server has said which it has. */
const CONTRACTED = PROVIDER_IDS.filter((id) => id !== WITH_SMTP);

/** `provider` opens its form, so that other pages can link to it. */
const ADDRESS = { provider: '' };

/** Every provider that Laris can send through, by what it reaches people with. */
export function Gallery() {
  const t = useTranslations('channels');
  const [address, setAddress] = useAddress(ADDRESS);
  const offered = useQuery(useTRPC().channels.setup.queryOptions()).data?.offered ?? CONTRACTED;
  const chosen =
    isProviderId(address.provider) && offered.includes(address.provider) ? CATALOG.get(address.provider) : undefined;
  return (
    <>
      <PageHead title={t('gallery.title')} lead={t('gallery.lead')} back={{ href: '/channels', label: t('title') }} />
      {GROUPS.map((group) => (
        <section key={group} className={classes.group} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{t(`groups.${group}`)}</h2>
          <p>{t(`groupHelp.${group}`)}</p>
          <div className={classes.cards}>
            {providersOf(group, offered).map((entry) => (
              <Card key={entry.id} entry={entry} onChoose={() => setAddress({ provider: entry.id })} />
            ))}
          </div>
        </section>
      ))}
      <ConnectDrawer entry={chosen} onClose={() => setAddress({ provider: '' })} />
    </>
  );
}

function Card({ entry, onChoose }: { entry: ProviderEntry; onChoose: () => void }) {
  const t = useTranslations('channels');
  const note = entry.unreachable
    ? t('gallery.unreachable')
    : entry.perBroadcast
      ? t('gallery.perBroadcast')
      : entry.connect === 'oauth'
        ? t('gallery.signIn')
        : t('gallery.keys', { count: entry.credentials.filter(({ required }) => required).length });
  return (
    <UnstyledButton className={classes.card} onClick={onChoose}>
      <ProviderIcon id={entry.id} family={entry.family} />
      <span className={classes.words}>
        <strong>{entry.label}</strong>
        <small>{note}</small>
      </span>
    </UnstyledButton>
  );
}
