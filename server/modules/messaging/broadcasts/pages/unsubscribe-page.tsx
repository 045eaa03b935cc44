/** The page behind unsubscribe links: plain, with one thing to do. */
import type { Language } from '@/server/platform/lib/language';
import { renderDocument } from '@/server/platform/pages/render';
import { UNSUBSCRIBE_STYLE_PATH } from '@/server/modules/messaging/broadcasts/pages/unsubscribe-style';
import {
  CHANNEL_NAMES,
  CHOICE_WORDS,
  FAILURE_WORDS,
  OPT_OUT_WORDS,
  type Failure,
  type OptOutState,
  type Topic,
} from '@/server/modules/messaging/broadcasts/pages/unsubscribe-words';

/** The recipient's choices beside the one button: families and lists. */
export interface Choices {
  families: readonly { family: string; isOn: boolean }[];
  lists: readonly { id: string; name: string; isOn: boolean }[];
  /** True when the choices have just been saved. */
  isSaved: boolean;
}

/** @param address the masked address @param choices absent when there is only the one button */
export type UnsubscribeState =
  | { kind: OptOutState; brand: string; address: string; choices?: Choices | undefined }
  | { kind: Failure };

interface PageProps {
  language: Language;
  title: string;
  text: string;
  brand?: string;
  button?: { label: string; undo: boolean } | undefined;
  choices?: Choices | undefined;
}

function Page({ language, title, text, brand, button, choices }: PageProps) {
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
          {choices !== undefined && <Choose language={language} {...choices} />}
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

/** One switch for each family and list; families and lists that are not shown do not change. */
function Choose({ language, families, lists, isSaved }: Choices & { language: Language }) {
  const words = CHOICE_WORDS[language];
  return (
    <form method="post" className="choices">
      <h2>{words.title}</h2>
      <p role="status">{isSaved ? words.saved : words.text}</p>
      <input type="hidden" name="preferences" value="1" />
      {families.length > 0 && (
        <fieldset>
          <legend>{words.over}</legend>
          {families.map(({ family, isOn }) => (
            <label key={family}>
              <input type="hidden" name="family" value={family} />
              <input type="checkbox" name="familyOn" value={family} defaultChecked={isOn} />
              {words.families[family] ?? CHANNEL_NAMES[family] ?? family}
            </label>
          ))}
        </fieldset>
      )}
      {lists.length > 0 && (
        <fieldset>
          <legend>{words.about}</legend>
          {lists.map(({ id, name, isOn }) => (
            <label key={id}>
              <input type="hidden" name="list" value={id} />
              <input type="checkbox" name="listOn" value={id} defaultChecked={isOn} />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      <button className="quiet" type="submit">
        {words.save}
      </button>
    </form>
  );
}

/** The whole document. */
export function unsubscribePage(topic: Topic, language: Language, state: UnsubscribeState): string {
  if (!('brand' in state)) return renderDocument(<Page language={language} {...FAILURE_WORDS[language][state.kind]} />);
  const { kind, brand, address, choices } = state;
  const { title, text, button } = OPT_OUT_WORDS[language][topic][kind];
  return renderDocument(
    <Page
      language={language}
      title={title}
      text={text(brand, address)}
      brand={brand}
      button={button === undefined ? undefined : { label: button, undo: kind === 'done' }}
      choices={choices}
    />,
  );
}
