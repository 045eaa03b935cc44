/**
 * What pages may weigh: kilobytes of their code and of their document, compressed, at the first visit (docs/decisions.md,
 * "What a page weighs"). A page that is not named here may weigh nothing.
 */

/** What is not worth a failure. */
export const LEEWAY = 1.05;

/** Code and document. */
export const BUDGETS: Readonly<Record<string, readonly [code: number, document: number]>> = {};
