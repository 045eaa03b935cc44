'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { SecretDrawer } from '@/components/ui/secret-drawer';
import { SecretOnce } from '@/components/ui/secret-once';
import type { Integration } from './integration';
import { IntegrationForm, type Created } from './integration-form';
import classes from './integrations.module.css';
import { WebhookAddress } from './webhook-address';

/**
 * A new shop: one that signs itself is shown its secret by the same drawer, once; of any other the page opens, where
 * one sees it being read. Or one that is there.
 */
export function IntegrationDrawer({
  opened,
  integration = null,
  onClose,
}: {
  opened: boolean;
  integration?: Integration | null;
  onClose: () => void;
}) {
  const t = useTranslations('integrations');
  const router = useRouter();
  return (
    <SecretDrawer<Created & { secret: string }>
      opened={opened}
      onClose={onClose}
      title={t(integration ? 'form.editTitle' : 'form.newTitle')}
      createdTitle={() => t('created.title')}
      form={({ onCreated, close }) => (
        <IntegrationForm
          integration={integration}
          onDone={close}
          onCreated={({ secret, ...created }) => {
            if (secret !== undefined) return onCreated({ ...created, secret });
            close();
            router.push(`/integrations/${created.id}`);
          }}
        />
      )}
      shown={({ webhookUrl, secret }, onCopied) => (
        <div className={classes.stack}>
          <WebhookAddress url={webhookUrl} />
          <SecretOnce label={t('created.secret')} secret={secret} lost={t('created.lost')} onCopied={onCopied} />
          <p className={classes.help}>{t('created.next')}</p>
        </div>
      )}
    />
  );
}
