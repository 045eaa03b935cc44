'use client';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { forgetImport } from '@/app/(dashboard)/contacts/import/kept-import';
import { stopUpload } from '@/app/(dashboard)/contacts/import/upload';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';

/** Gives the import up. @param importing rows have gone in already, and stay */
export function CancelImport({ id, importing = false }: { id: string; importing?: boolean }) {
  const t = useTranslations('contacts.import.cancel');
  const trpc = useTRPC();
  const [asking, dialog] = useDisclosure();
  const cancel = useMutation(
    trpc.contacts.imports.cancel.mutationOptions({
      onSuccess: async () => {
        stopUpload(id);
        dialog.close();
        await forgetImport(id);
      },
    }),
  );
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t('action')}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        title={t('title')}
        confirm={t('confirm')}
        cancel={t('keep')}
        destructive
        call={cancel}
        onConfirm={() => cancel.mutate({ id })}
      >
        {t(importing ? 'importing' : 'message')}
      </ConfirmDialog>
    </>
  );
}
