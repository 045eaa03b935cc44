/** What a contact is called where one line is all there is: the name, else how to reach them; empty of one with neither. */
export const calledOf = (alias: string): string =>
  `coalesce(nullif(concat_ws(' ', nullif(${alias}."firstName", ''), nullif(${alias}."lastName", '')), ''), ${alias}.email, ${alias}.phone, '')`;
