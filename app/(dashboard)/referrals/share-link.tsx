'use client';
import { Button } from '@mantine/core';
import { IconBrandWhatsapp, IconShare } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useAccount } from '@/components/shell/use-account';
import { CopyButton } from '@/components/ui/copy-button';
import { SMALL_ICON } from '@/components/ui/icon';
import { OutsideLink } from '@/components/ui/outside-link';
import classes from './detail.module.css';

interface Props {
  link: { accountId: string; code: string };
  /** The text that is shared with the link; nothing while the program is off. */
  shareText: string | undefined;
}

/**
 * The page of a link, to copy and to hand on with its text; and where the shop may lead friends itself: `/r/<code>` of
 * its own address, which stands in Settings (docs/contract/referrals.md#invitation).
 */
export function ShareLink({ link: { accountId, code }, shareText }: Props) {
  const t = useTranslations('referrals.share');
  const workspace = useAccount()?.workspace;
  const path = `/r/${accountId}/${code}`;
  const url = typeof window === 'undefined' ? path : `${window.location.origin}${path}`;
  return (
    <>
      <div className={classes.address}>
        <code suppressHydrationWarning>{url}</code>
      </div>
      {shareText !== undefined && <p className={classes.message}>{shareText}</p>}
      <div className={classes.share} suppressHydrationWarning>
        <CopyButton value={url} what={t('what')} />
        {shareText !== undefined && workspace && <HandOn text={shareText} />}
        <OutsideLink href={path}>{t('open')}</OutsideLink>
      </div>
      <p className={classes.help}>
        {workspace?.shopUrl
          ? t.rich('own', { address: () => <code>{`${workspace.shopUrl ?? ''}/r/${code}`}</code> })
          : t.rich('noShop', { settings: (chunks) => <Link href="/settings/workspace">{chunks}</Link> })}
      </p>
    </>
  );
}

/** A button that uses the device's own way of sharing, else WhatsApp. */
function HandOn({ text }: { text: string }) {
  const t = useTranslations('referrals.share');
  // Shown only once the account is known, so never drawn on the server.
  if (typeof navigator.share === 'function')
    return (
      <Button
        size="xs"
        variant="default"
        leftSection={<IconShare {...SMALL_ICON} />}
        // Whoever closes the device's own dialog has changed their mind.
        onClick={() => void navigator.share({ text }).catch(() => undefined)}
      >
        {t('share')}
      </Button>
    );
  return (
    <Button
      size="xs"
      variant="default"
      component="a"
      href={`https://wa.me/?text=${encodeURIComponent(text)}`}
      target="_blank"
      rel="noreferrer"
      leftSection={<IconBrandWhatsapp {...SMALL_ICON} />}
    >
      {t('whatsapp')}
    </Button>
  );
}
