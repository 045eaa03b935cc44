'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { OutcomeFigures } from '@/components/csv-file/outcome-figures';
import { LinkButton } from '@/components/ui/link-button';
import { Panel } from '@/components/ui/panel';
import classes from '@/components/csv-file/import/row-import.module.css';
import type { Written } from './write-posts';

interface Props {
  result: Written;
  known: number;
  onOther: () => void;
}

/** The posts that were imported, and those that were not. */
export function PostOutcome({ result: { created, refused }, known, onOther }: Props) {
  const t = useTranslations('postImport');
  return (
    <Panel title={t('done')}>
      <OutcomeFigures
        figures={[
          [t('figures.created'), created],
          [t('figures.known'), known],
          [t('figures.refused'), refused.length],
        ]}
      />
      {refused.length > 0 && (
        <>
          <p className={classes.note}>{t('refused')}</p>
          <ul className={classes.items}>
            {refused.map((title, at) => (
              <li key={at}>{title}</li>
            ))}
          </ul>
        </>
      )}
      <div className={classes.acts}>
        <LinkButton href="/blog">{t('see')}</LinkButton>
        <Button variant="default" onClick={onOther}>
          {t('other')}
        </Button>
      </div>
    </Panel>
  );
}
