'use client';
import { Button } from '@mantine/core';
import { IconBrandWhatsapp, IconShare } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useAccount } from '@/components/shell/use-account';
import { CopyButton } from '@/components/ui/copy-button';
import { SMALL_ICON } from '@/components/ui/icon';
import classes from './detail.module.css';

/**
 * The address that a customer shares, to copy and to hand on. A link has no address of its own
 * (docs/contract/referrals.md#links): the shop's stands in Settings, and where it is missing the code is all there is.
 */
export function ShareLink({ code }: { code: string }) {
  const t = useTranslations('referrals.share');
  const workspace = useAccount()?.workspace;
  const path = `/r/${code}`;
  const shopUrl = workspace?.shopUrl ?? null;
  const address = (shopUrl ?? '') + path;
  return (
    <>
      <div className={classes.address}>
        <code>
          {shopUrl !== null && <span>{shopUrl}</span>}
          {path}
        </code>
      </div>
      <div className={classes.share}>
        <CopyButton value={address} what={t('what')} />
        {shopUrl !== null && <HandOn address={address} />}
      </div>
      {workspace && shopUrl === null && (
        <p className={classes.help}>
          {t.rich('noShop', { settings: (chunks) => <Link href="/settings/workspace">{chunks}</Link> })}
        </p>
      )}
      <p className={classes.help}>{t('help')}</p>
    </>
  );
}

/** What the device shares with, else WhatsApp. */
function HandOn({ address }: { address: string }) {
  const t = useTranslations('referrals.share');
  // Shown only once the account is known, so never drawn on the server.
  if (typeof navigator.share === 'function')
    return (
      <Button
        size="xs"
        variant="default"
        leftSection={<IconShare {...SMALL_ICON} />}
        // Whoever closes the device's own dialog has changed their mind.
        onClick={() => void navigator.share({ url: address }).catch(() => undefined)}
      >
        {t('share')}
      </Button>
    );
  return (
    <Button
      size="xs"
      variant="default"
      component="a"
      href={`https://wa.me/?text=${encodeURIComponent(address)}`}
      target="_blank"
      rel="noreferrer"
      leftSection={<IconBrandWhatsapp {...SMALL_ICON} />}
    >
      {t('whatsapp')}
    </Button>
  );
}
