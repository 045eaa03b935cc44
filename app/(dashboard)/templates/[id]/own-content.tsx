'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { emailOf, type Template } from '@/app/(dashboard)/templates/saved-template';
import { TemplateMenu } from '@/app/(dashboard)/templates/template-menu';
import { EmailPreview } from '@/components/email/email-preview';
import { useAccount } from '@/components/shell/use-account';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import classes from './own-content.module.css';

/** A template whose content came through the API without blocks: what it looks like, and the way to blocks. */
export function OwnContent({ template, onBlocks }: { template: Template; onBlocks: () => void }) {
  const t = useTranslations('templates');
  const { html, text, subject, preheader } = emailOf(template);
  const shop = useAccount()?.workspace?.name;
  const others = Object.keys(template.content).filter((family) => family !== 'email');
  return (
    <>
      <PageHead
        title={template.name}
        lead={template.description ?? undefined}
        back={{ href: '/templates', label: t('title') }}
        action={<TemplateMenu template={template} />}
      />
      <div className={classes.columns}>
        <Panel title={t('own.title')}>
          <div className={classes.words}>
            <p>{html === '' ? t('own.empty') : t('own.message')}</p>
            {others.length > 0 && <p>{t('own.others', { families: others.join(', ') })}</p>}
          </div>
          <Button variant="default" onClick={onBlocks}>
            {t('own.blocks')}
          </Button>
        </Panel>
        {html !== '' && <EmailPreview html={html} text={text} subject={subject} preheader={preheader} sender={shop} />}
      </div>
    </>
  );
}
