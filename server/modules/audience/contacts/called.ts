/**
 * Returns a contact's name for a place where one line is all there is: the name, else how to reach them; empty for a
 * contact with neither.
 */
export const calledOf = (alias: string): string =>
  `coalesce(nullif(concat_ws(' ', nullif(${alias}."firstName", ''), nullif(${alias}."lastName", '')), ''), ${alias}.email, ${alias}.phone, '')`;
