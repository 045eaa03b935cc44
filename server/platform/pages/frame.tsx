/** The frame around pages for people without an account. */
import type { ReactNode } from 'react';
import { renderDocument } from '@/server/platform/pages/render';
import { PAGE_STYLE, PAGE_STYLE_PATH } from '@/server/platform/pages/page-style';
import type { Language } from '@/server/platform/lib/language';

interface Props {
  language: Language;
  title: string;
  /** The shop's name; left out when unknown. */
  brand?: string | undefined;
  /** The description for search engines and link previews. */
  description?: string | undefined;
  /** The address that the brand leads to. */
  home?: string | undefined;
  /** Not to be found by search engines. */
  isPrivate?: boolean;
  /** True for a narrow page with one action in the middle. */
  isNarrow?: boolean;
  /** True to put the style into the document itself, for a frame that may load nothing. */
  inlineStyle?: boolean | undefined;
  children: ReactNode;
}

export function Frame({
  language,
  title,
  brand,
  description,
  home,
  isPrivate = false,
  isNarrow = false,
  inlineStyle = false,
  children,
}: Props) {
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {isPrivate && <meta name="robots" content="noindex, nofollow" />}
        {description !== undefined && <meta name="description" content={description} />}
        <title>{brand === undefined ? title : `${title} · ${brand}`}</title>
        {inlineStyle ? (
          <style dangerouslySetInnerHTML={{ __html: PAGE_STYLE }} />
        ) : (
          <link rel="stylesheet" href={PAGE_STYLE_PATH} />
        )}
      </head>
      <body className={isNarrow ? 'narrow' : undefined}>
        <main>
          {brand !== undefined && <p className="brand">{home === undefined ? brand : <a href={home}>{brand}</a>}</p>}
          {children}
        </main>
      </body>
    </html>
  );
}

/** Renders a page of one sentence: what was not found, or what was done. */
export const sentencePage = (
  language: Language,
  said: { title: string; text: string },
  options: { brand?: string; home?: string; isPrivate?: boolean; isNarrow?: boolean } = {},
): string =>
  renderDocument(
    <Frame language={language} title={said.title} {...options}>
      <h1>{said.title}</h1>
      <p className="soft pre">{said.text}</p>
    </Frame>,
  );
