/** A piece of a JSON document. */
export type Json = Record<string, unknown>;
