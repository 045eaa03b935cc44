/** What stands in the files of a deployment is what the code knows: its settings, its programs, its routes. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PROGRAMS } from '@/scripts/lib/build.mjs';
import { packageRoot } from '@/server/platform/lib/package-root';

const read = (file: string): string => fs.readFileSync(path.join(packageRoot, file), 'utf8');

const RUNNING = read('docs/running.md');
const SETTINGS = new Set(
  RUNNING.slice(RUNNING.indexOf('## Settings'), RUNNING.indexOf('## Operator commands'))
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name)),
);
const UNITS = fs.readdirSync(path.join(packageRoot, 'deploy/systemd')).map((name) => `deploy/systemd/${name}`);

/** Names of settings that a file gives: `NAME: value` of YAML, `NAME=value` of a unit or the Dockerfile. */
const given = (file: string): string[] =>
  [...read(file).matchAll(/\b([A-Z][A-Z0-9_]*)(?:: |=)/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => name.length > 3);

test('the table of settings is read', () => {
  expect(SETTINGS.size).toBeGreaterThan(30);
  expect(given('compose.yaml')).toContain('UNSUBSCRIBE_SECRET');
});

test.each(['compose.yaml', 'deploy/kubernetes/laris.yaml', 'Dockerfile', ...UNITS])(
  '%s gives settings that there are',
  (file) => {
    const ours = given(file).filter(
      (name) => !name.startsWith('POSTGRES_') && !['NODE_ENV', 'HOME', 'CHANGE', 'TYPE'].includes(name),
    );
    expect(ours.filter((name) => !SETTINGS.has(name))).toEqual([]);
  },
);

test('the entry and the units start programs that are built', () => {
  const named = [
    ...[...UNITS, 'deploy/laris']
      .map(read)
      .join('\n')
      .matchAll(/\.build\/([a-z-]+)\.js/g),
  ].map(([, name]) => name);
  expect(named.length).toBeGreaterThanOrEqual(4);
  for (const name of named) expect(Object.keys(PROGRAMS)).toContain(name);
});

test('the heads of the audit log are printed each day, wherever Laris runs', () => {
  expect(read('deploy/systemd/laris-anchor.service')).toContain('.build/cli.js audit anchor\n');
  expect(read('deploy/systemd/laris-anchor.timer')).toMatch(/^OnCalendar=\*-\*-\* \d\d:\d\d:\d\d$/m);
  expect(read('deploy/kubernetes/laris.yaml')).toMatch(/kind: CronJob\n[^]*schedule: '[^]*args: \[audit, anchor\]/);
  expect(read('compose.yaml')).toContain(
    'while :; do laris audit anchor | tee -a /data/anchors.ndjson; sleep 86400; done',
  );
  expect(read('server/operator/cli.ts')).toContain("'audit anchor': command(");
});

/** Lines of a unit's [Service] that say what is run and when: all others say how it is shut in. */
const OF_ITS_OWN = /^(Type|RemainAfterExit|ExecStart|StandardOutput|Restart|RestartSec|TimeoutStopSec)=/;

test('every unit is shut in as the others are', () => {
  const services = UNITS.filter((file) => file.endsWith('.service')).map((file) => ({
    file,
    lines: (/^\[Service\]\n([^[]*)/m.exec(read(file))?.[1] ?? '')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#') && !OF_ITS_OWN.test(line)),
  }));
  const [first] = services;
  expect(first?.lines).toEqual(expect.arrayContaining(['NoNewPrivileges=true', 'CapabilityBoundingSet=']));
  for (const { file, lines } of services) expect(lines, file).toEqual(first?.lines);
});

test('web and worker write only where they may, and as nobody in particular', () => {
  const dockerfile = read('Dockerfile');
  const user = /^USER (\d+):/m.exec(dockerfile)?.[1];
  expect(user).toBe('10001');
  const kubernetes = read('deploy/kubernetes/laris.yaml');
  const containers = kubernetes.match(/image: laris:/g)?.length;
  expect(
    kubernetes.match(
      /\{ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: \{ drop: \[ALL\] \} \}/g,
    ),
  ).toHaveLength(containers ?? 0);
  expect(kubernetes.match(/runAsUser: 10001/g)).toHaveLength(3);
  expect(kubernetes).toContain(`image: laris:${(JSON.parse(read('package.json')) as { version: string }).version}`);
});
