/** Every action of the audit log, as the sources write it and the page lists it. */
import fs from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');

/** As the service's sources have it, in the lines that name an action; those that are put together are not among them. */
export function writtenActions(): string[] {
  const folder = path.join(ROOT, 'server');
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'));
  const lines = files
    .flatMap((file) => fs.readFileSync(path.join(folder, file), 'utf8').split('\n'))
    .filter((line) => /\baction\b/.test(line));
  const actions = lines.flatMap((line) => [...line.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, action = '']) => action));
  return [...new Set(actions)].sort();
}

/** As docs/contract/audit-log.md#what-is-recorded has it, where `.update` after `form.create` is `form.update`. */
export function documentedActions(): string[] {
  const page = fs.readFileSync(path.join(ROOT, 'docs/contract/audit-log.md'), 'utf8');
  const table = page.slice(page.indexOf('## What is recorded'));
  let noun = '';
  return [...table.matchAll(/`([a-z_]*)\.([a-z_]+)`/g)].map(([, own = '', verb = '']) => {
    noun = own || noun;
    return `${noun}.${verb}`;
  });
}
