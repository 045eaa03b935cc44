/** What is shown where there is no page. */
import { PageFrame } from '@/server/documents/blog/page-frame';
import type { BlogSite } from '@/server/documents/blog/site';
import { FAILURE_WORDS, type BlogFailure } from '@/server/documents/blog/words';
import { renderDocument } from '@/server/documents/render';

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
