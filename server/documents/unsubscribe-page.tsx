/** The page that unsubscribe links lead to: plain, quiet, one thing to do. */
import type { Language } from '@/server/lib/language';
import { renderDocument } from '@/server/documents/render';
import { UNSUBSCRIBE_STYLE_PATH } from '@/server/documents/unsubscribe-style';
import {
  FAILURE_WORDS,
  STANDING_WORDS,
  type Failure,
  type Standing,
  type Topic,
} from '@/server/documents/unsubscribe-words';

/** @param address masked */
export type UnsubscribeState = { kind: Standing; brand: string; address: string } | { kind: Failure };

interface PageProps {
  language: Language;
  title: string;
  text: string;
  brand?: string;
  button?: { label: string; undo: boolean } | undefined;
}

function Page({ language, title, text, brand, button }: PageProps) {
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{brand === undefined ? title : `${title} · ${brand}`}</title>
        <link rel="stylesheet" href={UNSUBSCRIBE_STYLE_PATH} />
      </head>
      <body>
        <main>
          {brand !== undefined && <p className="brand">{brand}</p>}
          <h1>{title}</h1>
          <p>{text}</p>
          {button !== undefined && <Act {...button} />}
        </main>
      </body>
    </html>
  );
}

/** Posts to the page's own address. */
function Act({ label, undo }: { label: string; undo: boolean }) {
  return (
    <form method="post">
      {undo && <input type="hidden" name="undo" value="1" />}
      <button className={undo ? 'quiet' : 'main'} type="submit">
        {label}
      </button>
    </form>
  );
}

/** The whole document. */
export function unsubscribePage(topic: Topic, language: Language, state: UnsubscribeState): string {
  if (!('brand' in state)) return renderDocument(<Page language={language} {...FAILURE_WORDS[language][state.kind]} />);
  const { kind, brand, address } = state;
  const { title, text, button } = STANDING_WORDS[language][topic][kind];
  return renderDocument(
    <Page
      language={language}
      title={title}
      text={text(brand, address)}
      brand={brand}
      button={button === undefined ? undefined : { label: button, undo: kind === 'done' }}
    />,
  );
}
