/** Long work in turns, so that other requests do not wait for its end. Browsers have this too. */

/** Others notice nothing of a stretch of this length. */
const TURN_MS = 15;

/** @returns called between two pieces of work: a promise to wait for when it is time to let others go first */
export function yielding(): () => Promise<void> | undefined {
  let until = performance.now() + TURN_MS;
  return () => {
    if (performance.now() < until) return undefined;
    return new Promise((resolve) =>
      setTimeout(() => {
        until = performance.now() + TURN_MS;
        resolve();
      }, 0),
    );
  };
}

/** `items.map(make)`, in turns. */
export async function mapYielding<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Promise<Made[]> {
  const turn = yielding();
  const made: Made[] = [];
  for (const item of items) {
    const wait = turn();
    if (wait !== undefined) await wait;
    made.push(make(item));
  }
  return made;
}
