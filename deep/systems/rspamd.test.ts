/** How rspamd judges the name by which the SMTP channel greets (rspamd 3.4 of Debian 12, with Debian's rules and scores). */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GREETING, MESSAGE, sendMessage } from '@/deep/systems/mail';
import { isHere } from '@/deep/systems/program';
import { freePort } from '@/server/testing/free-port';
import { startMailServer } from '@/server/testing/mail-server';

describe.skipIf(!isHere('rspamd', 'rspamd'))('the greeting of the SMTP channel', () => {
  let folder: string;
  let rspamd: ChildProcess;
  let base: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'rspamd-'));
    await chmod(folder, 0o777);
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    const config = path.join(folder, 'rspamd.conf');
    // Names are asked of a port that nobody listens on: nothing leaves the machine.
    await writeFile(
      config,
      `options { pidfile = "${folder}/pid"; tempdir = "${folder}"; hs_cache_dir = "${folder}"; filters = ""; control_socket = "${folder}/control";
  dns { nameserver = "127.0.0.1:${await freePort()}"; timeout = 0.1s; retransmits = 1; } }
logging { type = "file"; filename = "${folder}/log"; level = "warning"; }
worker "normal" { bind_socket = "127.0.0.1:${port}"; count = 1; }
.include "/etc/rspamd/actions.conf"
.include "/etc/rspamd/modules.d/hfilter.conf"
group "hfilter" { .include "/etc/rspamd/scores.d/hfilter_group.conf" }
modules { path = "/usr/share/rspamd/plugins/hfilter.lua"; }\n`,
    );
    const user = process.getuid?.() === 0 ? ['-u', 'nobody', '-g', 'nogroup'] : [];
    rspamd = spawn('rspamd', ['-f', ...user, '-c', config], { stdio: 'ignore' });
    await vi.waitFor(() => fetch(`${base}/ping`), { timeout: 60_000, interval: 100 });
  });
  afterAll(async () => {
    rspamd.kill();
    await rm(folder, { recursive: true, force: true });
  });

  /** The score of each rule that a message of this greeting meets. */
  async function scores(helo: string, message: string): Promise<Record<string, number>> {
    const answer = await fetch(`${base}/checkv2`, {
      method: 'POST',
      headers: { helo, ip: '8.20.1.11', from: 'halo@toko.example', rcpt: MESSAGE.recipient },
      body: message,
    });
    const { symbols } = (await answer.json()) as { symbols: Record<string, { score: number }> };
    return Object.fromEntries(Object.entries(symbols).map(([name, { score }]) => [name, score]));
  }

  it('is not that of a bad address', async () => {
    const server = await startMailServer({ plain: true });
    await sendMessage(server.port);
    await server.close();
    const [mail] = server.mails;
    const greeting = server.heard.find((line) => line.startsWith('EHLO'))?.slice('EHLO '.length) ?? '';
    expect(greeting).toBe(GREETING);

    const ours = await scores(greeting, mail?.raw ?? '');
    expect(Object.keys(ours).filter((name) => /^HFILTER_HELO_(?:BAD|BARE)IP$/.test(name))).toEqual([]);
    // The mail library's own greeting, on a machine whose name has no dot.
    expect(await scores('[127.0.0.1]', mail?.raw ?? '')).toMatchObject({ HFILTER_HELO_BADIP: 4.5 });
  });
});
