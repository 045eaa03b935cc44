'use client';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { lazy, Suspense } from 'react';
import { RelativeTime } from '@/components/ui/date-time';
import type { DraftOffer as Offer } from '@/components/ui/editing/use-draft';
import type { Editor } from '@/components/ui/editing/use-editor';
import { Notice } from '@/components/ui/notice';

const ConflictDialog = lazy(async () => ({
  default: (await import('@/components/ui/editing/conflict-dialog')).ConflictDialog,
}));

/** The messages of the layer under an editor. Stands at the top of its form. */
export function EditorNotices<Fields extends object>({ editor }: { editor: Editor<Fields> }) {
  return (
    <>
      {editor.offer !== null && <DraftOffer offer={editor.offer} />}
      {editor.conflict !== null && (
        <Suspense fallback={null}>
          <ConflictDialog {...editor} conflict={editor.conflict} />
        </Suspense>
      )}
    </>
  );
}

function DraftOffer({ offer: { at, isOutdated, restore, discard } }: { offer: Offer }) {
  const t = useTranslations('ui.draft');
  return (
    <Notice
      icon={IconPencil}
      below="1.5rem"
      role="region"
      aria-label={t('label')}
      acts={
        <>
          <Button size="xs" onClick={restore}>
            {t('restore')}
          </Button>
          <Button size="xs" variant="default" onClick={discard}>
            {t('discard')}
          </Button>
        </>
      }
    >
      <p role="status">
        {t.rich('offer', { when: () => <RelativeTime value={at} inSentence /> })} {isOutdated && t('outdated')}
      </p>
    </Notice>
  );
}
