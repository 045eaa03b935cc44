'use client';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { RelativeTime } from '@/components/ui/date-time';
import type { TemplateSummary } from './saved-template';
import { TemplateMenu } from './template-menu';
import { TemplateThumbnail } from './thumbnail';
import classes from './templates.module.css';

/** A template as a picture of its e-mail, its name and its subject. All of it leads to the editor. */
export function TemplateCard({ template }: { template: TemplateSummary }) {
  const t = useTranslations('templates');
  const { id, name, subject, updatedAt } = template;
  return (
    <li className={classes.card}>
      <TemplateThumbnail id={id} updatedAt={updatedAt} />
      <div className={classes.about}>
        <div className={classes.names}>
          <Link href={`/templates/${id}`} className={classes.name}>
            {name}
          </Link>
          <p>{subject === null || subject === '' ? t('noSubject') : subject}</p>
          <small>
            {t('changed')} <RelativeTime value={updatedAt} inSentence />
          </small>
        </div>
        <TemplateMenu template={template} />
      </div>
    </li>
  );
}
