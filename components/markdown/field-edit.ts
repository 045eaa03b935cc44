/** Edits of a text field that the browser's own undo takes back. */
import { edited, type Edit, type Selected } from './markdown-edit';

export const selectedIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/** Puts the edit in as if it were typed, and gives the field the focus. */
export function type(field: HTMLTextAreaElement, edit: Edit): void {
  field.focus();
  field.setSelectionRange(edit.from, edit.to);
  const command = edit.insert === '' ? 'delete' : 'insertText';
  const isEmpty = edit.from === edit.to && edit.insert === '';
  // It is what keeps undo; no other way of editing a field does.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const typed = isEmpty || document.execCommand(command, false, edit.insert);
  if (!typed) setValue(field, edited(field.value, edit));
  field.setSelectionRange(edit.start, edit.end);
}

/** As if somebody had typed all of it: React hears of it. */
function setValue(field: HTMLTextAreaElement, value: string): void {
  field.setRangeText(value, 0, field.value.length);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Puts `by` in the place of `words`, wherever they stand now, and leaves caret and focus as they are. */
export function replaceWords(field: HTMLTextAreaElement, words: string, by: string): void {
  const from = field.value.indexOf(words);
  if (from === -1) return;
  const to = from + words.length;
  const moved = (place: number): number =>
    place <= from ? place : place >= to ? place + by.length - words.length : from + by.length;
  const edit = { from, to, insert: by, start: moved(field.selectionStart), end: moved(field.selectionEnd) };
  if (document.activeElement === field) type(field, edit);
  else {
    setValue(field, edited(field.value, edit));
    field.setSelectionRange(edit.start, edit.end);
  }
}
