/** Every statement that the server declares, whoever declares it: its modules are loaded for that. */
import fs from 'node:fs';
import path from 'node:path';
import { declaredStatements } from '@/server/platform/db/statement';
import { packageRoot } from '@/server/platform/lib/package-root';

const folder = path.join(packageRoot, 'server');

export async function everyStatement(): Promise<ReturnType<typeof declaredStatements>> {
  const modules = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^testing|^platform\/db\/statement/.test(file))
    .map((file) => path.join(folder, file))
    .filter((file) => /\bworkspaceStatement[<(]/.test(fs.readFileSync(file, 'utf8')));
  await Promise.all(modules.map((file) => import(file)));
  // Tests declare some of their own, and one process may run several files.
  return declaredStatements().filter(({ name }) => !name.startsWith('test.'));
}
