/** The messages that a page shows. */
export const messagesInput = (id: string) => ({ id, limit: 50 });
