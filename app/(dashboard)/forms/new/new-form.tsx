'use client';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ROOT } from '@/app/(dashboard)/forms/form-address';
import { FormEditor } from '@/app/(dashboard)/forms/form-editor';
import { valuesOf } from '@/app/(dashboard)/forms/form-values';
import { useTRPC } from '@/app/trpc';
import { useArrivedAccount } from '@/components/shell/use-account';
import { FormPageSkeleton } from '@/components/ui/form-page-skeleton';
import { usualConsent } from '@/server/modules/audience/forms/vocabulary';

/** A form for an e-mail, with a confirmation, to be made one's own. */
export function NewForm() {
  const brand = useArrivedAccount()?.workspace?.name;
  return brand === undefined ? <FormPageSkeleton /> : <Editor brand={brand} />;
}

function Editor({ brand }: { brand: string }) {
  const t = useTranslations('forms');
  const router = useRouter();
  const locale = useLocale();
  const create = useMutation(useTRPC().forms.create.mutationOptions());
  const [initial] = useState(() => valuesOf(null, usualConsent(locale, brand)));
  return (
    <FormEditor
      title={t('form.newTitle')}
      back={{ href: ROOT, label: t('title') }}
      initial={initial}
      submit={t('form.create')}
      editing={{ kind: 'form', record: null }}
      save={async (input) => {
        const made = await create.mutateAsync(input);
        notifications.show({ color: 'gray', message: t('form.created', { name: made.name }) });
        router.push(`${ROOT}/${made.id}`);
      }}
    />
  );
}
