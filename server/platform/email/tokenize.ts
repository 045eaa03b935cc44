/**
 * Walks over HTML as browsers read it. By the tokenizer alone: htmlparser2's parser keeps a list of what is open, which
 * takes minutes for tens of thousands of tags that nobody closes.
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

/** @param callbacks take places in `html`, from the first character up to the one behind the last */
export function tokenize(html: string, callbacks: Partial<Callbacks>): void {
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, { ...NOTHING, ...callbacks });
  tokenizer.write(html);
  tokenizer.end();
}
