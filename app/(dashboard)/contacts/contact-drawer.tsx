'use client';
import { useTranslations } from 'next-intl';
import { FormDrawer } from '@/components/ui/form-drawer';
import { nameOf, type Contact } from './contact';
import { NativeSelect, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { notifySaved } from '@/components/ui/notify-saved';
import { useTRPC } from '@/app/trpc';
import { HANDLE_FAMILIES } from '@/components/csv/contact-targets';
import { changedKeys } from '@/components/ui/editing/same';
import { DrawerForm } from '@/components/ui/drawer-form';
import { useResourceForm, type FormEdit } from '@/components/ui/use-resource-form';
import { contactFields } from '@/server/modules/audience/contacts/schema';
import { ADDRESS_FAMILIES, isReachable, SUBSCRIPTION_STATES } from '@/server/modules/audience/contacts/vocabulary';
import { faultOf, inputOf, valuesOf, type ContactInput, type ContactValues } from './contact-values';
import { EntryFields } from './entry-fields';
import { useFamilyName } from './use-family-name';
import classes from './contact-form.module.css';

/** Attributes that shops ask for; any other name will do. */
const ATTRIBUTE_NAMES = ['city', 'birthday', 'birthday_month', 'company', 'gender', 'loyalty_points'];

interface Props {
  /** Null: a new one. */
  contact: Contact | null;
  onDone: () => void;
}

function ContactForm({ contact, onDone }: Props) {
  const t = useTranslations('contacts.form');
  const fields = useTranslations('fields');
  const states = useTranslations('contacts.states');
  const family = useFamilyName();
  const trpc = useTRPC();
  const upsert = useMutation(trpc.contacts.upsert.mutationOptions());
  const update = useMutation(trpc.contacts.update.mutationOptions());

  const faultWords = (entries: ContactValues['attributes']): string | null => {
    const found = faultOf(entries);
    return found && t(`faults.${found.fault}`, { name: found.key });
  };
  const save = async (input: ContactInput, { changes, before }: FormEdit<ContactInput>) => {
    if (contact) {
      // Maps are merged key by key, so that of them, too, only what differs is sent.
      const { attributes, socialHandles } = changes;
      await update.mutateAsync({
        ...changes,
        ...(attributes && { attributes: changedKeys(before.attributes ?? {}, attributes) }),
        ...(socialHandles && { socialHandles: changedKeys(before.socialHandles ?? {}, socialHandles) }),
        id: contact.id,
      });
      notifications.show({ color: 'gray', message: t('saved', { name: nameOf(contact) }) });
    } else {
      const made = await upsert.mutateAsync(input);
      notifySaved({
        words: t(made.createdAt === made.updatedAt ? 'created' : 'wasThere', { name: nameOf(made) }),
        link: { href: `/contacts/${made.id}`, label: t('see') },
      });
    }
    onDone();
  };
  const { form, ...state } = useResourceForm({
    schema: contactFields,
    initialValues: valuesOf(contact, ADDRESS_FAMILIES),
    toInput: (values) => inputOf(values, contact),
    save,
    editing: { kind: 'contact', record: contact?.id ?? null },
    problems: { 'email.format': fields('email'), phone: t('faults.phone') },
    codes: { IDENTITY_TAKEN: { field: 'email', words: t('faults.taken') } },
    check: (values) => {
      const faults: Record<string, string> = {};
      if (!isReachable({ email: values.email.trim() === '' ? null : values.email, phone: values.phone }))
        faults.email = t('faults.unreachable');
      const [handles, attributes] = [faultWords(values.socialHandles), faultWords(values.attributes)];
      if (handles !== null) faults.socialHandles = handles;
      if (attributes !== null) faults.attributes = attributes;
      return faults;
    },
  });
  const { values } = form;
  return (
    <DrawerForm of={state} submit={contact ? t('save') : t('create')}>
      <div className={classes.pair}>
        <TextInput
          label={t('firstName')}
          data-autofocus
          maxLength={120}
          autoComplete="off"
          {...form.getInputProps('firstName')}
        />
        <TextInput label={t('lastName')} maxLength={120} autoComplete="off" {...form.getInputProps('lastName')} />
      </div>
      <TextInput label={t('email')} type="email" maxLength={254} autoComplete="off" {...form.getInputProps('email')} />
      <TextInput
        label={t('phone')}
        description={t('phoneHelp')}
        type="tel"
        maxLength={40}
        autoComplete="off"
        {...form.getInputProps('phone')}
      />
      <fieldset className={classes.entries}>
        <legend>{t('subscriptions')}</legend>
        <div className={classes.subscriptions}>
          {ADDRESS_FAMILIES.map((name) => {
            const value = values.subscriptions[name] ?? '';
            const known = value === '' || SUBSCRIPTION_STATES.some((state) => state === value);
            const data: { value: string; label: string }[] = [
              { value: '', label: t('notSaid') },
              ...SUBSCRIPTION_STATES.map((state) => ({ value: state, label: states(state) })),
              ...(known ? [] : [{ value, label: value }]),
            ];
            return (
              <NativeSelect
                key={name}
                label={family(name)}
                data={data}
                {...form.getInputProps(`subscriptions.${name}`)}
              />
            );
          })}
        </div>
      </fieldset>
      <EntryFields
        legend={t('attributes')}
        help={t('attributesHelp')}
        add={t('addAttribute')}
        keyLabel={t('attributeName')}
        suggestions={ATTRIBUTE_NAMES}
        typed
        entries={values.attributes}
        error={form.errors.attributes}
        onChange={(next) => form.setFieldValue('attributes', next)}
      />
      <EntryFields
        legend={t('handles')}
        help={t('handlesHelp')}
        add={t('addHandle')}
        keyLabel={t('handleName')}
        suggestions={HANDLE_FAMILIES}
        typed={false}
        entries={values.socialHandles}
        error={form.errors.socialHandles}
        onChange={(next) => form.setFieldValue('socialHandles', next)}
      />
      <div className={classes.pair}>
        <TextInput
          label={t('externalRef')}
          description={t('externalRefHelp')}
          maxLength={200}
          autoComplete="off"
          {...form.getInputProps('externalRef')}
        />
        <TextInput
          label={t('source')}
          description={t('sourceHelp')}
          maxLength={120}
          autoComplete="off"
          {...form.getInputProps('source')}
        />
      </div>
    </DrawerForm>
  );
}

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
