/** Watches the sources for `npm run dev`. */
import fs from 'node:fs';
import path from 'node:path';

const QUIET_TIME = 250;

/** Calls back once after each burst of edits to the server's sources. Next watches the pages by itself. */
export function watchSources(root: string, onEdit: () => void): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const watchers = ['server', 'prisma/schema', 'prisma/generated'].map((folder) =>
    fs.watch(path.join(root, folder), { recursive: true }, (_event, name) => {
      if (name === null || !/\.(ts|tsx|json)$/.test(name) || /\.test\.tsx?$/.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(onEdit, QUIET_TIME);
    }),
  );
  return {
    stop() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
