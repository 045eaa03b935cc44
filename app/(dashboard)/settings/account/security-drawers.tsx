'use client';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { FormDrawer } from '@/components/ui/form-drawer';
import { SecretDrawer } from '@/components/ui/secret-drawer';
import { RenewCodesForm, SwitchOffForm } from './both-factors-form';
import { RecoveryCodes } from './recovery-codes';
import { SetUpForm } from './set-up-form';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** What SecretDrawer says of recovery codes. */
function useCodeWords() {
  const t = useTranslations('settings.account.security.recovery');
  return { createdTitle: () => t('title'), words: { notCopied: t('notKept'), done: t('done') } };
}

export function SetUpDrawer(props: Props) {
  const t = useTranslations('settings.account.security');
  return (
    <SecretDrawer<string[]>
      {...props}
      {...useCodeWords()}
      title={t('setUp.title')}
      form={({ onCreated }) => <SetUpForm onDone={onCreated} />}
      shown={(codes, onCopied) => <RecoveryCodes codes={codes} lead={t('recovery.first')} onKept={onCopied} />}
    />
  );
}

export function RenewDrawer(props: Props) {
  const t = useTranslations('settings.account.security');
  return (
    <SecretDrawer<string[]>
      {...props}
      {...useCodeWords()}
      title={t('renew.title')}
      form={({ onCreated }) => <RenewCodesForm onDone={onCreated} />}
      shown={(codes, onCopied) => <RecoveryCodes codes={codes} lead={t('recovery.anew')} onKept={onCopied} />}
    />
  );
}

export function SwitchOffDrawer({ opened, onClose }: Props) {
  const t = useTranslations('settings.account.security.switchOff');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('title')}>
      <SwitchOffForm
        onDone={() => {
          notifications.show({ message: t('done'), color: 'gray' });
          onClose();
        }}
      />
    </FormDrawer>
  );
}
