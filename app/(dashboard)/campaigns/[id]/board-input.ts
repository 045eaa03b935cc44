/** Returns the input for the collaborations that the board of a brief shows: the list has more. */
export const boardInput = (id: string) => ({ id, limit: 100 });
