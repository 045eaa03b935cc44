/** The frame around all pages of a blog. */
import type { ReactNode } from 'react';
import { BLOG_STYLE, BLOG_STYLE_ADDRESS } from '@/server/modules/content/blog/pages/style';
import { blogUrl, feedUrl, type BlogSite } from '@/server/modules/content/blog/pages/site';
import { BLOG_WORDS } from '@/server/modules/content/blog/pages/words';

interface Props {
  site: BlogSite;
  title: string;
  /** The language of the page's content, BCP 47; absent: the language of our words. */
  lang?: string | undefined;
  /** The content of the head beside the title. */
  head?: ReactNode;
  /** The page is the blog's first: its name is no link then. */
  isHome?: boolean;
  /** The style stands in the document itself, for a frame that may load nothing. */
  inlineStyle?: boolean;
  children: ReactNode;
}

const brandOf = ({ brand, language }: BlogSite): string => (brand === '' ? BLOG_WORDS[language].blog : brand);

export function PageFrame({ site, title, lang, head, isHome = false, inlineStyle = false, children }: Props) {
  const words = BLOG_WORDS[site.language];
  const isKnown = site.brand !== '';
  // The name stands beside it, so the picture says nothing of its own.
  const brand = (
    <>
      {site.logoUrl !== null && <img className="logo" src={site.logoUrl} alt="" />}
      {brandOf(site)}
    </>
  );
  return (
    <html lang={lang ?? site.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        {inlineStyle ? (
          <style dangerouslySetInnerHTML={{ __html: BLOG_STYLE }} />
        ) : (
          <link rel="stylesheet" href={BLOG_STYLE_ADDRESS} />
        )}
        {isKnown && <link rel="alternate" type="application/rss+xml" title={brandOf(site)} href={feedUrl(site)} />}
        {head}
      </head>
      <body>
        <header className="top">
          {isHome ? (
            <span className="brand">{brand}</span>
          ) : (
            <a className="brand" href={isKnown ? blogUrl(site) : '/'}>
              {brand}
            </a>
          )}
        </header>
        <main>{children}</main>
        {isKnown && (
          <footer className="bottom" lang={lang === undefined ? undefined : site.language}>
            <a href={blogUrl(site)}>{words.allPosts}</a>
            <a href={feedUrl(site)}>{words.feed}</a>
          </footer>
        )}
      </body>
    </html>
  );
}
