/** The check of a sender's domain against zones that a real name server serves (bind9 9.18 of Debian 12). */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Resolver } from 'node:dns/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isHere } from '@/deep/systems/program';
import { SenderChecks } from '@/server/modules/messaging/channels/check-dns';
import { freePort } from '@/server/testing/free-port';

/** Receivers let two names pass that are not there, and no third (RFC 7208 §4.6.4). */
const ZONE = `$TTL 60
@ IN SOA ns hostmaster 1 60 60 60 60
@ IN NS ns
ns IN A 127.0.0.1
mail IN A 192.0.2.1
good IN TXT "v=spf1 a:mail.kopi.test ip4:192" ".0.2.0/24 -all"
two IN TXT "v=spf1 a:v1.kopi.test a:v2.kopi.test ip4:192.0.2.0/24 -all"
three IN TXT "v=spf1 a:v1.kopi.test a:v2.kopi.test a:v3.kopi.test ip4:192.0.2.0/24 -all"
twice IN TXT "v=spf1 -all"
twice IN TXT "v=spf1 ~all"
`;

describe.skipIf(!isHere('named', 'bind9'))('check-dns', () => {
  let folder: string;
  let named: ChildProcess;
  let server: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'bind9-'));
    const port = await freePort();
    server = `127.0.0.1:${port}`;
    await writeFile(path.join(folder, 'kopi.test'), ZONE);
    await writeFile(
      path.join(folder, 'named.conf'),
      `options { directory "${folder}"; listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; }; pid-file "${folder}/pid"; recursion no; dnssec-validation no; };
controls { };
zone "kopi.test" { type primary; file "kopi.test"; };\n`,
    );
    named = spawn('named', ['-g', '-c', path.join(folder, 'named.conf')], { stdio: 'ignore' });
    const resolver = new Resolver({ timeout: 1_000, tries: 1 });
    resolver.setServers([server]);
    await vi.waitFor(() => resolver.resolve4('mail.kopi.test'), { timeout: 30_000, interval: 100 });
  });
  afterAll(async () => {
    named.kill();
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    ['good', 'pass'],
    ['two', 'pass'],
    ['three', 'fail'],
    ['twice', 'fail'],
  ])('judges the SPF record of %s.kopi.test: %s', async (name, status) => {
    const checks = new SenderChecks({ servers: [server] }, { warn: () => undefined });
    const all = await checks.of({ provider: 'email_smtp', domain: `${name}.kopi.test`, selectors: [] });
    expect(all.find(({ kind }) => kind === 'spf')).toMatchObject({ status });
  });
});
