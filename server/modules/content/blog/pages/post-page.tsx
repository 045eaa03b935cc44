/** The page of one post. */
import { JsonLd } from '@/server/modules/content/blog/pages/json-ld';
import { shorten, type RenderedBody } from '@/server/platform/pages/markdown';
import { PageFrame } from '@/server/modules/content/blog/pages/page-frame';
import {
  blogUrl,
  given,
  hreflangsOf,
  languageAround,
  longDate,
  postUrl,
  type BlogSite,
  type PageAlternate,
  type PagePost,
} from '@/server/modules/content/blog/pages/site';
import { BLOG_WORDS } from '@/server/modules/content/blog/pages/words';
import { renderDocument } from '@/server/platform/pages/render';
import { languageName } from '@/server/platform/lib/locale';

export interface FullPost extends PagePost {
  body: string;
  metaTitle: string | null;
  metaDescription: string | null;
  /** The post's public translations. */
  alternates?: readonly PageAlternate[] | undefined;
}

export interface Neighbours {
  newer?: PagePost | undefined;
  older?: PagePost | undefined;
}

interface PageOptions extends Neighbours {
  inlineStyle?: boolean;
  /**
   * Set when the link may lead to a post that is not public: the time until which the link works. Search engines and
   * link previews get no data.
   */
  previewUntil?: Date;
}

const WORDS_A_MINUTE = 220;
/** Search engines show about this much of a description. */
const DESCRIPTION_UNITS = 200;

const minutesOf = ({ words }: RenderedBody): number => Math.max(1, Math.round(words / WORDS_A_MINUTE));

/** As Open Graph names a language: never without a country. */
function openGraphLocale({ language }: BlogSite, locale: string | undefined): string {
  if (locale === undefined) return language === 'id' ? 'id_ID' : 'en_US';
  const likely = new Intl.Locale(locale).maximize();
  return likely.region === undefined ? likely.language : `${likely.language}_${likely.region}`;
}

/** The content of the head: titles and descriptions with their fall-backs (docs/contract/blog.md#fields). */
function Head({ site, post, description }: { site: BlogSite; post: FullPost; description: string }) {
  const title = given(post.metaTitle) ?? post.title;
  const url = postUrl(site, post.slug);
  const author = given(post.authorName);
  const published = post.publishedAt?.toISOString();
  const image = given(post.coverImage);
  const organisation = { '@type': 'Organization', name: site.brand, url: blogUrl(site) };
  return (
    <>
      {description !== '' && <meta name="description" content={description} />}
      {author !== undefined && <meta name="author" content={author} />}
      <link rel="canonical" href={url} />
      {post.publishedAt !== null &&
        hreflangsOf(site, post).map(({ hreflang, href }) => (
          <link key={hreflang} rel="alternate" hrefLang={hreflang} href={href} />
        ))}
      <meta property="og:type" content="article" />
      <meta property="og:site_name" content={site.brand} />
      <meta property="og:title" content={title} />
      {description !== '' && <meta property="og:description" content={description} />}
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={openGraphLocale(site, post.locale)} />
      {(post.alternates ?? []).map(({ locale }) => (
        <meta key={locale} property="og:locale:alternate" content={openGraphLocale(site, locale)} />
      ))}
      {image !== undefined && <meta property="og:image" content={image} />}
      {image !== undefined && <meta property="og:image:alt" content={post.title} />}
      {published !== undefined && <meta property="article:published_time" content={published} />}
      {author !== undefined && <meta property="article:author" content={author} />}
      {tagsOf(post).map((tag) => (
        <meta key={tag} property="article:tag" content={tag} />
      ))}
      <meta name="twitter:card" content={image === undefined ? 'summary' : 'summary_large_image'} />
      <meta name="twitter:title" content={title} />
      {description !== '' && <meta name="twitter:description" content={description} />}
      {image !== undefined && <meta name="twitter:image" content={image} />}
      <JsonLd
        data={{
          '@context': 'https://schema.org',
          '@type': 'Article',
          headline: post.title,
          mainEntityOfPage: url,
          url,
          inLanguage: post.locale ?? site.language,
          publisher: organisation,
          author: author === undefined ? organisation : { '@type': 'Person', name: author },
          ...(description !== '' && { description }),
          ...(image !== undefined && { image: [image] }),
          ...(published !== undefined && { datePublished: published }),
          ...(tagsOf(post).length > 0 && { keywords: tagsOf(post).join(', ') }),
        }}
      />
    </>
  );
}

const tagsOf = ({ tags }: PagePost): string[] => [
  ...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== '')),
];

function Neighbour({
  site,
  post,
  label,
  side,
}: {
  site: BlogSite;
  post: PagePost;
  label: string;
  side: 'newer' | 'older';
}) {
  return (
    <a className={side} href={postUrl(site, post.slug)} rel={side === 'newer' ? 'next' : 'prev'}>
      <span>{label}</span>
      <strong lang={post.locale}>{post.title}</strong>
    </a>
  );
}

/** The way to the same post in other languages, each in words that its readers know. */
function Languages({ site, alternates }: { site: BlogSite; alternates: readonly PageAlternate[] }) {
  return (
    <p className="facts">
      {alternates.map(({ locale, slug }) => {
        const around = languageAround(site, locale);
        return (
          <a key={locale} href={postUrl(site, slug)} hrefLang={locale} lang={around} rel="alternate">
            {BLOG_WORDS[around].readIn(languageName(locale, around))}
          </a>
        );
      })}
    </p>
  );
}

/** Renders the whole document. @param body the post's body, rendered for the address of this page */
export function postPage(
  ofBlog: BlogSite,
  post: FullPost,
  body: RenderedBody,
  { newer, older, inlineStyle = false, previewUntil }: PageOptions = {},
): string {
  const site = { ...ofBlog, language: languageAround(ofBlog, post.locale) };
  const words = BLOG_WORDS[site.language];
  const description =
    given(post.metaDescription) ?? given(post.excerpt) ?? shorten(body.firstParagraph, DESCRIPTION_UNITS);
  const author = given(post.authorName);
  const cover = given(post.coverImage);
  const tags = tagsOf(post);
  return renderDocument(
    <PageFrame
      site={site}
      title={given(post.metaTitle) ?? post.title}
      lang={post.locale}
      head={
        previewUntil === undefined ? (
          <Head site={ofBlog} post={post} description={description} />
        ) : (
          <meta name="robots" content="noindex, nofollow" />
        )
      }
      inlineStyle={inlineStyle}
    >
      {previewUntil !== undefined && (
        <p className="preview">{words.preview(longDate(site, previewUntil, words.locale))}</p>
      )}
      <article>
        <header className="post-head">
          <h1>{post.title}</h1>
          {given(post.excerpt) !== undefined && <p className="lead">{given(post.excerpt)}</p>}
          <p className="facts">
            {author !== undefined && <span className="author">{words.by(author)}</span>}
            {post.publishedAt !== null && (
              <time dateTime={post.publishedAt.toISOString()}>{longDate(site, post.publishedAt, words.locale)}</time>
            )}
            <span>{words.minutes(minutesOf(body))}</span>
          </p>
          {post.alternates !== undefined && <Languages site={site} alternates={post.alternates} />}
        </header>
        {cover !== undefined && (
          <img className="cover" src={cover} alt="" width={1200} height={630} fetchPriority="high" />
        )}
        <div className="prose" dangerouslySetInnerHTML={{ __html: body.html }} />
        {tags.length > 0 && (
          <ul className="tags">
            {tags.map((tag) => (
              <li key={tag}>{tag}</li>
            ))}
          </ul>
        )}
      </article>
      {(newer !== undefined || older !== undefined) && (
        <nav
          className="neighbours"
          aria-label={words.posts}
          lang={post.locale === undefined ? undefined : site.language}
        >
          {older !== undefined && <Neighbour site={site} post={older} label={words.older} side="older" />}
          {newer !== undefined && <Neighbour site={site} post={newer} label={words.newer} side="newer" />}
        </nav>
      )}
    </PageFrame>,
  );
}
