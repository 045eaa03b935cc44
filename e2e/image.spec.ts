/** What the Dockerfile's last layer has (scripts/image.mjs): it runs where nothing else of the package is, and answers as the whole does. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { loadSecrets, runningConnection } from '@/server/postgres/data-dir';
import { freePort } from '@/server/testing/free-port';
import { isDeep } from '@/server/testing/lane';
import { expect, signIn, test } from './support/test';

const run = promisify(execFile);

/** Of the files of the folder, in bytes. */
async function sizeOf(folder: string): Promise<number> {
  const { stdout } = await run('du', ['-s', '-B1', '--apparent-size', folder]);
  return Number.parseInt(stdout, 10);
}

test('the image has all that web, worker and the commands need, and little more', async ({ browser }) => {
  test.skip(!isDeep, 'Gathering the image takes a minute of both cores.');
  test.setTimeout(180_000);
  const place = mkdtempSync(path.join(tmpdir(), 'laris-image-'));
  const folder = path.join(place, 'laris');
  const processes: ChildProcess[] = [];
  try {
    await run(process.execPath, ['scripts/image.mjs', folder]);
    // The certificates that authenticators show take 8 MB of libraries.
    expect(await sizeOf(folder)).toBeLessThan(135e6);
    const dataDir = process.env.E2E_DATA_DIR ?? '';
    const secrets = loadSecrets(dataDir);
    const port = await freePort();
    const base = `http://localhost:${port}`;
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: place,
      NODE_ENV: 'production' as const,
      DATABASE_URL: runningConnection(dataDir)?.url ?? '',
      APP_SECRET: secrets.appSecret,
      UNSUBSCRIBE_SECRET: secrets.unsubscribeSecret,
      DATA_DIR: path.join(place, 'data'),
      HOST: '127.0.0.1',
      PORT: String(port),
      PROVIDERS: 'sandbox',
      LOG_LEVEL: 'warn',
    };
    const start = (program: string): ChildProcess => {
      const child = spawn(process.execPath, ['--enable-source-maps', `.build/${program}.js`], { cwd: folder, env });
      processes.push(child);
      return child;
    };
    const migrated = await run(process.execPath, ['.build/migrate.js'], { cwd: folder, env });
    expect(migrated.stdout.trim()).toBe('The database is up to date.');
    start('main');
    const worker = start('worker');
    await expect(async () => expect((await fetch(`${base}/readyz`)).status).toBe(200)).toPass({ timeout: 30_000 });

    const context = await browser.newContext({ baseURL: base, locale: 'en-US' });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('response', (answer) => answer.status() >= 500 && faults.push(`${answer.status()} ${answer.url()}`));
    page.on('pageerror', (error) => faults.push(error.message));
    await signIn(page);
    for (const address of [
      '/contacts',
      '/discount-codes',
      '/templates/new',
      '/funnels',
      '/blog/new',
      '/settings/account',
      '/docs',
    ]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    }
    await context.close();
    expect(faults).toEqual([]);
    for (const address of ['/docs/swagger-ui-bundle.js', '/api/v1/openapi.json', '/healthz'])
      expect((await fetch(base + address)).status).toBe(200);
    expect(worker.exitCode).toBeNull();
  } finally {
    for (const child of processes) child.kill('SIGKILL');
    rmSync(place, { recursive: true, force: true });
  }
});
