/** Which texts the database can hold. PostgreSQL refuses NUL in a text; lone surrogates become U+FFFD on the way (4 §B). */
export const isStorable = (text: string): boolean => !text.includes('\0');
