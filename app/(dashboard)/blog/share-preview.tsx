'use client';
/** The parts of the post that people see before they open it: in a search, and where its link is shared. */
import { useTranslations } from 'next-intl';
import { Panel } from '@/components/ui/panel';
import type { DocumentHead } from './document-head';
import { FramedImage } from './framed-image';
import { cutToRoom, DESCRIPTION_ROOM, TITLE_ROOM } from './search-cut';
import classes from './share-preview.module.css';

/** Height for a width of 1, as messengers cut it: 1,200 × 630. */
const CARD_RATIO = 0.525;

let context: CanvasRenderingContext2D | null = null;

function cutAs(text: string, { width, font }: { width: number; font: string }): string {
  context ??= document.createElement('canvas').getContext('2d');
  const pen = context;
  if (pen === null) return text;
  pen.font = font;
  return cutToRoom(text, width, (words) => pen.measureText(words).width);
}

/** `https://toko.id/b/c1/kopi-gayo` → `toko.id › b › c1 › kopi-gayo` */
function crumbs(address: string): { site: string; path: string } {
  try {
    const { host, protocol, pathname } = new URL(address);
    const parts = pathname.split('/').filter((part) => part !== '');
    // The workspace's id says nothing to anybody, and Google shortens such paths.
    return {
      site: host,
      path: [`${protocol}//${host}`, ...(parts.length > 2 ? ['…', ...parts.slice(-1)] : parts)].join(' › '),
    };
  } catch {
    return { site: '', path: '' };
  }
}

export function SearchPreview({ head }: { head: DocumentHead }) {
  const t = useTranslations('blog.seo');
  const { site, path } = crumbs(head.address);
  return (
    <Panel title={t('search')}>
      <div className={classes.result} data-testid="search-result">
        <div className={classes.from}>
          <span className={classes.favicon} aria-hidden>
            {site.slice(0, 1).toUpperCase()}
          </span>
          <span className={classes.site}>
            <span>{site}</span>
            <span className={classes.path}>{path}</span>
          </span>
        </div>
        <p className={classes.title}>{head.title === '' ? t('noTitle') : cutAs(head.title, TITLE_ROOM)}</p>
        <p className={classes.description}>
          {head.description === '' ? t('noDescription') : cutAs(head.description, DESCRIPTION_ROOM)}
        </p>
      </div>
    </Panel>
  );
}

export function SharePreview({ head }: { head: DocumentHead }) {
  const t = useTranslations('blog.seo');
  const { site } = crumbs(head.address);
  return (
    <Panel title={t('share')}>
      <div className={classes.card} data-testid="share-card">
        {head.image !== '' && <FramedImage src={head.image} ratio={CARD_RATIO} />}
        <div className={classes.words}>
          <span className={classes.domain}>{site}</span>
          <p className={classes.cardTitle}>{head.shareTitle === '' ? t('noTitle') : head.shareTitle}</p>
          <p className={classes.cardDescription}>{head.shareDescription}</p>
        </div>
      </div>
      {head.image === '' && <p className={classes.note}>{t('noCover')}</p>}
    </Panel>
  );
}
