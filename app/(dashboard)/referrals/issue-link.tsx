'use client';
import { Autocomplete, Button, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { nameOf as nameOfContact } from '@/app/(dashboard)/contacts/contact';
import { useTRPC, type Outputs } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { CancelButton, FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { issueLinkByHandInput } from '@/server/modules/offers/referrals/schema';
import { ShareLink } from './share-link';

type Issued = Outputs['referrals']['issueLinkByHand'];

/** Contacts that a search offers. */
const OFFERED = 10;

/** A link for a customer who has not asked for one in the shop: the same one however often. */
export function IssueLink({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations('referrals.issue');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('title')}>
      <IssueForm onDone={onClose} />
    </FormDrawer>
  );
}

function IssueForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('referrals.issue');
  const trpc = useTRPC();
  const issue = useMutation(trpc.referrals.issueLinkByHand.mutationOptions());
  const [{ link, shareText }, setIssued] = useState<Issued>({ link: null });
  const { form, formProps, failure, busy } = useResourceForm({
    schema: issueLinkByHandInput,
    initialValues: { customerId: '' },
    toInput: ({ customerId }) => ({ customerId: customerId.trim() }),
    problems: { customerId: t('missing') },
    save: async (input) => {
      const answer = await issue.mutateAsync(input);
      setIssued(answer);
    },
  });
  const [q] = useDebouncedValue(form.values.customerId.trim(), 250);
  const contacts = useQuery(
    trpc.contacts.list.queryOptions({ q: q.slice(0, 100), limit: OFFERED }, { placeholderData: keepPreviousData }),
  );
  // By the shop's own id: what two contacts share is offered once.
  const names = new Map(
    (contacts.data?.data ?? []).flatMap((contact) =>
      contact.externalRef === null ? [] : [[contact.externalRef, nameOfContact(contact)] as const],
    ),
  );
  if (link !== null)
    return (
      <Stack gap="lg">
        <div>
          <p>{t('ready', { customer: names.get(link.customerId) ?? link.customerId })}</p>
          <ShareLink link={link} shareText={shareText} />
        </div>
        <FormActions>
          <Button onClick={onDone}>{t('done')}</Button>
        </FormActions>
      </Stack>
    );
  return (
    <form {...formProps}>
      <Stack gap="lg">
        {failure !== null && <ErrorNotice error={failure} act="write" />}
        {issue.data?.link === null && <p role="alert">{t('off')}</p>}
        <Autocomplete
          label={t('customer')}
          description={t('customerHelp')}
          maxLength={255}
          autoComplete="off"
          data-autofocus
          data={[...names.keys()]}
          // The server has searched already.
          filter={({ options }) => options}
          renderOption={({ option }) => `${names.get(option.value) ?? ''} · ${option.value}`}
          {...form.getInputProps('customerId')}
        />
        <FormActions>
          <CancelButton />
          <Button type="submit" loading={busy}>
            {t('submit')}
          </Button>
        </FormActions>
      </Stack>
    </form>
  );
}
