/** Those whom the board of a brief shows: more are in the list. */
export const boardInput = (id: string) => ({ id, limit: 100 });
