/**
 * Reads HTML as browsers do, with htmlparser2's tokenizer alone: its parser keeps a list of open tags, which takes
 * minutes for tens of thousands of unclosed ones.
 */
import { Tokenizer } from 'htmlparser2';

type Callbacks = ConstructorParameters<typeof Tokenizer>[1];

const nothing = (): void => undefined;
const NOTHING: Callbacks = {
  onattribdata: nothing,
  onattribend: nothing,
  onattribentity: nothing,
  onattribname: nothing,
  oncdata: nothing,
  onclosetag: nothing,
  oncomment: nothing,
  ondeclaration: nothing,
  onend: nothing,
  onopentagend: nothing,
  onopentagname: nothing,
  onprocessinginstruction: nothing,
  onselfclosingtag: nothing,
  ontext: nothing,
  ontextentity: nothing,
};

/** @param callbacks receive positions in `html`: the first character, and the one after the last */
export function tokenize(html: string, callbacks: Partial<Callbacks>): void {
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, { ...NOTHING, ...callbacks });
  tokenizer.write(html);
  tokenizer.end();
}
