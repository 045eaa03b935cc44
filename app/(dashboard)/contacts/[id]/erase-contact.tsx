'use client';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { nameOf, type Contact } from '@/app/(dashboard)/contacts/contact';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import classes from './contact-detail.module.css';

const GOES = ['contact', 'messages', 'carts', 'rest'] as const;
const STAYS = ['figures', 'optOut', 'purchases'] as const;

/** Asks before a person is erased, and says what goes and what stays. Afterwards there is nothing to show here. */
export function EraseContact({ contact, opened, onClose }: { contact: Contact; opened: boolean; onClose: () => void }) {
  const t = useTranslations('contacts.erase');
  const trpc = useTRPC();
  const router = useRouter();
  const erase = useMutation(
    trpc.contacts.erase.mutationOptions({
      onSuccess: () => {
        notifications.show({ color: 'gray', message: t('done', { name: nameOf(contact) }) });
        router.push('/contacts');
      },
    }),
  );
  return (
    <ConfirmDialog
      opened={opened}
      onClose={() => {
        erase.reset();
        onClose();
      }}
      title={t('title', { name: nameOf(contact) })}
      confirm={t('confirm')}
      destructive
      busy={erase.isPending || erase.isSuccess}
      error={erase.error}
      onConfirm={() => erase.mutate({ id: contact.id })}
    >
      <div className={classes.erase}>
        <p>{t('message')}</p>
        <h3>{t('goes.title')}</h3>
        <ul>
          {GOES.map((part) => (
            <li key={part}>{t(`goes.${part}`)}</li>
          ))}
        </ul>
        <h3>{t('stays.title')}</h3>
        <ul>
          {STAYS.map((part) => (
            <li key={part}>{t(`stays.${part}`)}</li>
          ))}
        </ul>
      </div>
    </ConfirmDialog>
  );
}
