import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { knownAction } from './known';

/** What the service writes, as its sources have it; actions that are put together are in their resources' own tests. */
function writtenActions(): string[] {
  const folder = path.join(import.meta.dirname, '../../../server');
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'));
  const actions = files.flatMap((file) =>
    [...fs.readFileSync(path.join(folder, file), 'utf8').matchAll(/\baction: '([a-z_]+\.[a-z_]+)'/g)].map(
      ([, action = '']) => action,
    ),
  );
  return [...new Set(actions)].sort();
}

/** What stands in the installation's log alone, which no page shows (docs/contract/admin.md#audit). */
const OF_INSTALLATION = ['partner.create', 'partner.update', 'platform_key.mint', 'platform_key.revoke'];

it('has words for every action that is written', () => {
  const written = writtenActions();
  expect(written).toEqual(expect.arrayContaining(['api_key.create', 'funnel.activate', 'integration.sync']));
  expect(written.filter((action) => knownAction(action) === undefined).toSorted()).toEqual(OF_INSTALLATION);
});
