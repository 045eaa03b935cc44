/** The embedded database cannot start; `message` is one line for the operator. */
export class EmbeddedDatabaseError extends Error {}
