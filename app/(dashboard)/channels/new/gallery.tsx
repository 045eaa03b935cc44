'use client';
import { UnstyledButton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { GROUPS, providersOf } from '@/app/(dashboard)/channels/groups';
import { ProviderIcon } from '@/app/(dashboard)/channels/provider-icon';
import { PageHead } from '@/components/ui/page-head';
import { useAddress } from '@/components/ui/use-address';
import { CATALOG, isProviderId, type ProviderEntry } from '@/server/providers/catalog';
import { ConnectDrawer } from './connect-drawer';
import classes from './gallery.module.css';

/** `provider` opens its form, so that other pages can link to it. */
const ADDRESS = { provider: '' };

/** Every provider that Laris can send through, by what it reaches people with. */
export function Gallery() {
  const t = useTranslations('channels');
  const [address, setAddress] = useAddress(ADDRESS);
  const chosen = isProviderId(address.provider) ? CATALOG.get(address.provider) : undefined;
  return (
    <>
      <PageHead title={t('gallery.title')} lead={t('gallery.lead')} back={{ href: '/channels', label: t('title') }} />
      {GROUPS.map((group) => (
        <section key={group} className={classes.group} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{t(`groups.${group}`)}</h2>
          <p>{t(`groupHelp.${group}`)}</p>
          <div className={classes.cards}>
            {providersOf(group).map((entry) => (
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
