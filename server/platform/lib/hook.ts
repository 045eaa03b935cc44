/**
 * Hooks: how other modules act on something that happens in a module, within its transaction. The module declares the
 * hook and runs it; server/assembly/hooks.ts lists the handlers, in the order in which they run and take locks.
 */
type Handler<Args extends readonly unknown[], Result> = (...args: Args) => Promise<Result>;

export interface Hook<Args extends readonly unknown[], Result = void> {
  /** @returns each handler's result. @throws what a handler throws; Error when no handlers were listed */
  run(...args: Args): Promise<Result[]>;
  /** Sets the handlers; called once in a process, by the list. */
  handledBy(...handlers: readonly Handler<Args, Result>[]): void;
}

/** @param name used in error messages */
export function defineHook<Args extends readonly unknown[], Result = void>(name: string): Hook<Args, Result> {
  let listed: readonly Handler<Args, Result>[] | undefined;
  return {
    async run(...args) {
      if (listed === undefined)
        throw new Error(`Nobody has listed the handlers of "${name}": import server/assembly/hooks.ts.`);
      const results: Result[] = [];
      for (const handle of listed) results.push(await handle(...args));
      return results;
    },
    handledBy(...handlers) {
      listed = handlers;
    },
  };
}
