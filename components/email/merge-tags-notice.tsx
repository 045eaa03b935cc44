'use client';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useAccount } from '@/components/shell/use-account';
import { ICON } from '@/components/ui/icon';
import { tagsIn } from '@/server/email/merge-tags';
import classes from './merge-tags-notice.module.css';

/**
 * That tags in a text arrive as they are written, on a server that fills in none; nothing elsewhere.
 * @param content free-form: every text in it is looked at
 */
export function MergeTagsNotice({ content }: { content: unknown }) {
  const t = useTranslations('templates.tags');
  const account = useAccount();
  const tags = account === undefined || account.mergeTags ? [] : tagsIn(content).known;
  return (
    // Always there, so that what appears in it is read out.
    <div role="status">
      {tags.length > 0 && (
        <div className={classes.notice}>
          <IconAlertTriangle {...ICON} />
          <p>
            <strong>{t('asWritten', { tags: tags.map((tag) => `{${tag}}`).join(', ') })}</strong> {t('off')}
          </p>
        </div>
      )}
    </div>
  );
}
