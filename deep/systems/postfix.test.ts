/** The SMTP channel's message, as Postfix takes it and puts it into a mailbox (Postfix 3.7 of Debian 12, postal-mime 2.7.6). */
import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GREETING, MESSAGE, MESSAGE_ID, sendMessage, SERVER } from '@/deep/systems/mail';
import { isHere, isRoot } from '@/deep/systems/program';
import { selfSigned } from '@/server/testing/certificate';
import { freePort } from '@/server/testing/free-port';

/** Of the user nobody. */
const NOBODY = 65_534;

describe.skipIf(!isHere('postfix', 'postfix') || !isRoot('postfix'))('the SMTP channel', () => {
  let folder: string;
  let port: number;
  const { pem, privateKey } = selfSigned(SERVER);
  const postfix = (...words: string[]): void => {
    execFileSync('postfix', ['-c', path.join(folder, 'etc'), ...words], { stdio: 'ignore' });
  };

  /** The one message of the mailbox. */
  const received = (): Promise<string> =>
    vi.waitFor(
      async () => {
        const inbox = path.join(folder, 'mail/inbox/new');
        const [name, ...more] = await readdir(inbox);
        if (name === undefined || more.length > 0) throw new Error('The mailbox has not one message.');
        return await readFile(path.join(inbox, name), 'utf8');
      },
      { timeout: 30_000, interval: 100 },
    );

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'postfix-'));
    await chmod(folder, 0o755);
    for (const name of ['etc', 'queue', 'data', 'mail']) await mkdir(path.join(folder, name));
    await chown(path.join(folder, 'data'), Number(execFileSync('id', ['-u', 'postfix'], { encoding: 'utf8' })), 0);
    await chown(path.join(folder, 'mail'), NOBODY, NOBODY);
    port = await freePort();
    await writeFile(
      path.join(folder, 'etc/tls.pem'),
      `${privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()}${pem}`,
    );
    await writeFile(
      path.join(folder, 'etc/main.cf'),
      `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = ${SERVER}
mydestination =
alias_maps =
local_recipient_maps =
smtpd_peername_lookup = no
smtpd_helo_required = yes
smtpd_helo_restrictions = reject_invalid_helo_hostname, reject_non_fqdn_helo_hostname
smtpd_tls_security_level = encrypt
smtpd_tls_chain_files = ${folder}/etc/tls.pem
smtp_tls_security_level = none
virtual_mailbox_domains = ${MESSAGE.recipient.split('@')[1] ?? ''}
virtual_mailbox_base = ${folder}/mail
virtual_mailbox_maps = static:inbox/
virtual_uid_maps = static:${NOBODY}
virtual_gid_maps = static:${NOBODY}\n`,
    );
    await writeFile(
      path.join(folder, 'etc/master.cf'),
      `127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
tlsmgr unix - - n 1000? 1 tlsmgr
anvil unix - - n - 1 anvil
virtual unix - n n - - virtual
postlog unix-dgram n - n - 1 postlogd\n`,
    );
    postfix('start');
  });
  afterAll(async () => {
    postfix('stop');
    await rm(folder, { recursive: true, force: true });
  });

  it('greets by the name of BASE_URL, and its message arrives as it was sent', async () => {
    const handedOver = await sendMessage(port, pem);
    const raw = await received();

    const [, greeting] = /^Received: from (\S+)/m.exec(raw) ?? [];
    expect(greeting).toBe(GREETING);

    // Postfix puts its own lines in front, and keeps \n for a line's end.
    const sent = handedOver.toString().replaceAll('\r\n', '\n');
    expect(raw.endsWith(`\n${sent}`)).toBe(true);

    const { messageId, subject, text, html, headers } = await PostalMime.parse(raw);
    const header = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value);
    expect({ messageId, subject, text: text?.trimEnd(), html: html?.trimEnd() }).toEqual({
      messageId: MESSAGE_ID,
      ...MESSAGE.content,
    });
    expect(header('list-unsubscribe')).toEqual([MESSAGE.headers['List-Unsubscribe']]);
    expect(header('list-unsubscribe-post')).toEqual([MESSAGE.headers['List-Unsubscribe-Post']]);
  });
});
