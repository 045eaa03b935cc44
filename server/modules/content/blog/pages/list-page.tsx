/** The first page of a blog: its posts, the newest one large. */
import { PageFrame } from '@/server/modules/content/blog/pages/page-frame';
import { JsonLd } from '@/server/modules/content/blog/pages/json-ld';
import {
  blogUrl,
  given,
  longDate,
  postUrl,
  type BlogSite,
  type PagePost,
} from '@/server/modules/content/blog/pages/site';
import { BLOG_WORDS } from '@/server/modules/content/blog/pages/words';
import { renderDocument } from '@/server/platform/pages/render';

/** Pictures above this many posts are on the first screen. */
const EAGER = 1;

function Card({ site, post, index }: { site: BlogSite; post: PagePost; index: number }) {
  const { locale } = BLOG_WORDS[site.language];
  const cover = given(post.coverImage);
  const isEager = index < EAGER;
  return (
    <li className={cover === undefined ? 'card bare' : 'card'} lang={post.locale}>
      <article>
        {cover !== undefined && (
          <img
            className="thumb"
            src={cover}
            alt=""
            width={1200}
            height={630}
            loading={isEager ? 'eager' : 'lazy'}
            decoding="async"
            fetchPriority={isEager ? 'high' : 'auto'}
          />
        )}
        <div className="about">
          <h2>
            <a href={postUrl(site, post.slug)}>{post.title}</a>
          </h2>
          {given(post.excerpt) !== undefined && <p>{given(post.excerpt)}</p>}
          <p className="facts">
            {given(post.authorName) !== undefined && <span className="author">{given(post.authorName)}</span>}
            {post.publishedAt !== null && (
              <time dateTime={post.publishedAt.toISOString()}>{longDate(site, post.publishedAt, locale)}</time>
            )}
          </p>
        </div>
      </article>
    </li>
  );
}

/** The whole document. */
export function listPage(site: BlogSite, posts: readonly PagePost[]): string {
  const words = BLOG_WORDS[site.language];
  const isKnown = site.brand !== '';
  const name = isKnown ? site.brand : words.blog;
  const description = isKnown ? words.description(site.brand) : words.empty;
  const head = isKnown ? (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={blogUrl(site)} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={name} />
      <meta property="og:title" content={name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={blogUrl(site)} />
      <meta property="og:locale" content={site.language === 'id' ? 'id_ID' : 'en_US'} />
      <meta name="twitter:card" content="summary" />
      <JsonLd
        data={{
          '@context': 'https://schema.org',
          '@type': 'Blog',
          name,
          url: blogUrl(site),
          inLanguage: site.language,
        }}
      />
    </>
  ) : (
    <meta name="robots" content="noindex" />
  );
  return renderDocument(
    <PageFrame site={site} title={name} head={head} isHome>
      <div className="list-head">
        <h1>{words.blog}</h1>
        <p className="lead">{description}</p>
      </div>
      {posts.length === 0 ? (
        isKnown && <p className="empty">{words.empty}</p>
      ) : (
        <ul className="cards">
          {posts.map((post, index) => (
            <Card key={post.slug} site={site} post={post} index={index} />
          ))}
        </ul>
      )}
    </PageFrame>,
  );
}
