'use client';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useAccount } from '@/components/shell/use-account';
import { Notice } from '@/components/ui/notice';
import { tagsIn } from '@/server/platform/email/merge-tags';

/**
 * The notice that tags in a text arrive as they are written, on a server that fills in none; nothing elsewhere.
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
        <Notice icon={IconAlertTriangle} below="1rem">
          <p>
            <strong>{t('asWritten', { tags: tags.map((tag) => `{${tag}}`).join(', ') })}</strong> {t('off')}
          </p>
        </Notice>
      )}
    </div>
  );
}
