/** The page shown when there is no such page, or an error. */
import { PageFrame } from '@/server/modules/content/blog/pages/page-frame';
import type { BlogSite } from '@/server/modules/content/blog/pages/site';
import { FAILURE_WORDS, type BlogFailure } from '@/server/modules/content/blog/pages/words';
import { renderDocument } from '@/server/platform/pages/render';

/** The whole document. */
export function failurePage(site: BlogSite, failure: BlogFailure): string {
  const { title, text } = FAILURE_WORDS[site.language][failure];
  return renderDocument(
    <PageFrame site={site} title={title} head={<meta name="robots" content="noindex" />}>
      <div className="failure">
        <h1>{title}</h1>
        <p className="lead">{text}</p>
      </div>
    </PageFrame>,
  );
}
