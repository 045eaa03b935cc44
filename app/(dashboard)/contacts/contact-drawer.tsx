'use client';
import { useTranslations } from 'next-intl';
import { FormDrawer } from '@/components/ui/form-drawer';
import { nameOf, type Contact } from './contact';
import { ContactForm } from './contact-form';

/** A new contact, or the one that is edited. */
export function ContactDrawer({
  opened,
  contact = null,
  onClose,
}: {
  opened: boolean;
  contact?: Contact | null;
  onClose: () => void;
}) {
  const t = useTranslations('contacts.form');
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={contact ? t('editTitle', { name: nameOf(contact) }) : t('newTitle')}
    >
      <ContactForm contact={contact} onDone={onClose} />
    </FormDrawer>
  );
}
