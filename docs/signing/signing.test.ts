/**
 * The signers of this folder against vectors.json, twice: what they print, and what they really put on the wire. Both
 * matter, as HTTP clients like to tidy a path, drop an empty header or re-encode a body after it has been signed.
 * The vectors were made by a separate program (Python and openssl), not by any code that they test.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const here = import.meta.dirname;
const manual = readFileSync(path.join(here, '..', 'signing.md'), 'utf8');
const hex64 = z.string().regex(/^[0-9a-f]{64}$/);

const vectorSchema = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9-]+$/),
    secret: z.string().regex(/^svcs_[A-Za-z0-9_-]{43}$/),
    keyId: z.string().regex(/^SVCK[0-9A-F]{16}$/),
    method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
    path: z.string().regex(/^\/api\/v1\/[!-~]+$/),
    /** Goes on the wire after the path, without the question mark; not signed. */
    query: z.string().optional(),
    timestamp: z.int(),
    /** Exactly one of the two. */
    body: z.string().optional(),
    bodyBase64: z.base64().optional(),
    idempotencyKey: z.string().optional(),
    bodySha256: hex64,
    stringToSign: z.string(),
    signature: hex64,
    authorization: z.string(),
  })
  .refine((v) => (v.body === undefined) !== (v.bodyBase64 === undefined), 'has either body or bodyBase64');
type Vector = z.infer<typeof vectorSchema>;

const vectors = z.array(vectorSchema).parse(JSON.parse(readFileSync(path.join(here, 'vectors.json'), 'utf8')));
const named = (name: string): Vector => {
  const found = vectors.find((vector) => vector.name === name);
  if (!found) throw new Error(`no vector ${name}`);
  return found;
};
const bodyOf = (vector: Vector): Buffer =>
  vector.bodyBase64 === undefined ? Buffer.from(vector.body ?? '', 'utf8') : Buffer.from(vector.bodyBase64, 'base64');
const targetOf = (vector: Vector): string => vector.path + (vector.query === undefined ? '' : `?${vector.query}`);

interface Signer {
  file: string;
  command: string;
  needs: string;
  /** Exits with 0 when this machine can run the signer. */
  probe: string[];
}
const signers: Signer[] = [
  { file: 'sign.mjs', command: process.execPath, needs: 'node', probe: ['--version'] },
  { file: 'sign.py', command: 'python3', needs: 'Python 3.8', probe: ['-c', 'import sys; sys.exit(sys.version_info < (3, 8))'] },
  { file: 'sign.php', command: 'php', needs: 'PHP 8 with curl', probe: ['-r', 'exit(PHP_MAJOR_VERSION >= 8 && extension_loaded("curl") ? 0 : 1);'] },
  { file: 'sign.sh', command: 'sh', needs: 'sh, openssl and curl', probe: ['-c', 'command -v openssl && command -v curl'] },
];
const runs = (command: string, args: string[]): boolean => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}
function run(command: string, args: string[], env: Record<string, string>, stdin: Buffer = Buffer.alloc(0)): Promise<Ran> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('LARIS_') && !/_proxy$/i.test(name));
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: { ...Object.fromEntries(inherited), ...env, NODE_ENV: 'test' } });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }));
    child.stdin.on('error', () => undefined); // it ended without reading its input
    child.stdin.end(stdin);
  });
}

const environment = (vector: Vector): Record<string, string> => ({
  LARIS_KEY_ID: vector.keyId,
  LARIS_SECRET: vector.secret,
  ...(vector.idempotencyKey === undefined ? {} : { LARIS_IDEMPOTENCY_KEY: vector.idempotencyKey }),
});
/** `body` is the argument for the body; a vector without one gets no argument. */
function sign(signer: Signer, vector: Vector, options: string[], base: string, body = '-', env: Record<string, string> = {}): Promise<Ran> {
  const bytes = bodyOf(vector);
  const args = [path.join(here, signer.file), ...options, '--timestamp', String(vector.timestamp), vector.method, base + targetOf(vector)];
  return run(signer.command, bytes.length > 0 ? [...args, body] : args, { ...environment(vector), ...env }, bytes);
}

interface Received {
  method: string | undefined;
  target: string | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
/** A server that notes what arrives, for as long as `use` runs. */
async function listening(status: number, use: (base: string) => Promise<void>): Promise<Received[]> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ method: request.method, target: request.url, headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(status, { 'Content-Type': 'application/json', Location: '/elsewhere', Connection: 'close' }).end('{"data":"é"}\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
  return received;
}

const base = 'https://laris.example';
const scratch = mkdtempSync(path.join(tmpdir(), 'laris-signing-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

for (const signer of signers) {
  const available = runs(signer.command, signer.probe);
  const title = available ? signer.file : `${signer.file} (skipped: needs ${signer.needs})`;

  describe.skipIf(!available).concurrent(title, { timeout: 60_000 }, () => {
    it.for(vectors)('prints $name', async (vector, { expect }) => {
      const { code, stdout, stderr } = await sign(signer, vector, ['--print'], base);
      expect(stderr).toBe(`${vector.stringToSign}\n`);
      expect(stdout.split('\n')).toEqual([
        `Authorization: ${vector.authorization}`,
        `X-Svc-Timestamp: ${vector.timestamp}`,
        ...(vector.idempotencyKey === undefined ? [] : [`Idempotency-Key: ${vector.idempotencyKey}`]),
        ...(bodyOf(vector).length > 0 ? ['Content-Type: application/json'] : []),
        '',
      ]);
      expect(code).toBe(0);
    });

    it.for(vectors)('sends $name', async (vector, { expect }) => {
      const [request, ...more] = await listening(200, async (address) => {
        const { code, stdout, stderr } = await sign(signer, vector, [], address);
        expect(stderr).toBe('HTTP 200\n');
        if (vector.method !== 'HEAD') expect(stdout).toBe('{"data":"é"}\n');
        expect(code).toBe(0);
      });
      expect(more).toEqual([]);
      expect(request?.method).toBe(vector.method);
      expect(request?.target).toBe(targetOf(vector));
      expect(request?.body.toString('hex')).toBe(bodyOf(vector).toString('hex'));
      expect(request?.headers.authorization).toBe(vector.authorization);
      expect(request?.headers['x-svc-timestamp']).toBe(String(vector.timestamp));
      expect(request?.headers['idempotency-key']).toBe(vector.idempotencyKey);
      expect(request?.headers['content-type']).toBe(bodyOf(vector).length > 0 ? 'application/json' : undefined);
      expect(request?.headers['x-svc-on-behalf-of']).toBeUndefined();
    });

    it('signs the path that it sends, also when the address is untidy', async ({ expect }) => {
      let signedPath: string | undefined;
      let header: string | undefined;
      const [request] = await listening(200, async (address) => {
        const untidy = `${address}/api/v1/./a/../b//c/%2e%2E/[1-2]{x,y}?q=[1-2]{x,y}`;
        const args = (option: string[]): string[] => [path.join(here, signer.file), ...option, '--timestamp', '1', 'GET', untidy];
        const printed = await run(signer.command, args(['--print']), environment(named('get')));
        expect((await run(signer.command, args([]), environment(named('get')))).code).toBe(0);
        signedPath = printed.stderr.split('\n')[1];
        header = /^Authorization: (.+)$/m.exec(printed.stdout)?.[1];
      });
      expect(request?.target?.split('?')[0]).toBe(signedPath);
      expect(request?.headers.authorization).toBe(header);
    });

    it('takes the body from an argument or a file as well', async ({ expect }) => {
      const text = named('post-trap-characters');
      expect((await sign(signer, text, ['--print'], base, text.body)).stdout).toContain(text.authorization);
      const binary = named('post-not-utf8');
      const file = path.join(scratch, `${signer.file}.bin`);
      writeFileSync(file, bodyOf(binary));
      expect((await sign(signer, binary, ['--print'], base, `@${file}`)).stdout).toContain(binary.authorization);
      expect((await sign(signer, binary, ['--print'], base, `@${file}.none`)).code).not.toBe(0);
    });

    it('sends a body with DELETE when there is one', async ({ expect }) => {
      const [request] = await listening(200, async (address) => {
        const args = [path.join(here, signer.file), 'DELETE', `${address}/api/v1/x`, '{"a":1}'];
        expect((await run(signer.command, args, environment(named('delete')))).code).toBe(0);
      });
      expect([request?.method, request?.body.toString()]).toEqual(['DELETE', '{"a":1}']);
    });

    it('sends X-Svc-On-Behalf-Of, unsigned', async ({ expect }) => {
      const vector = named('post-json');
      const [request] = await listening(200, async (address) => {
        await sign(signer, vector, [], address, '-', { LARIS_ON_BEHALF_OF: 'cmerchant' });
      });
      expect(request?.headers['x-svc-on-behalf-of']).toBe('cmerchant');
      expect(request?.headers.authorization).toBe(vector.authorization);
    });

    it('shows an error or a redirect and ends with 1, without following it', async ({ expect }) => {
      for (const status of [307, 401]) {
        const requests = await listening(status, async (address) => {
          const ran = await sign(signer, named('get'), [], address);
          expect(ran).toEqual({ code: 1, stdout: '{"data":"é"}\n', stderr: `HTTP ${status}\n` });
        });
        expect(requests).toHaveLength(1);
      }
    });

    it('takes the present time, upper-cases the method, and refuses to start without a key', async ({ expect }) => {
      const args = [path.join(here, signer.file), '--print', 'patch', `${base}?a=/b`];
      const { stdout, stderr } = await run(signer.command, args, environment(named('get')));
      expect(Math.abs(Number(/^X-Svc-Timestamp: (\d+)$/m.exec(stdout)?.[1]) - Date.now() / 1000)).toBeLessThan(60);
      expect(stderr.split('\n').slice(0, 2)).toEqual(['PATCH', '/']);
      const without = await run(signer.command, args, { LARIS_KEY_ID: 'SVCK0000000000000001' });
      expect(without.code).toBe(2);
      expect(without.stderr).toContain('LARIS_SECRET');
      expect(without.stdout).toBe('');
    });
  });
}

describe('vectors.json', () => {
  it('has names and signatures that occur once, and parts that fit together', () => {
    expect(new Set(vectors.map((vector) => vector.name)).size).toBe(vectors.length);
    expect(new Set(vectors.map((vector) => vector.signature)).size).toBe(vectors.length);
    for (const vector of vectors) {
      const lines = [vector.method, vector.path, String(vector.timestamp), vector.bodySha256];
      if (vector.idempotencyKey !== undefined) lines.push(vector.idempotencyKey);
      expect(vector.stringToSign).toBe(lines.join('\n'));
      expect(vector.authorization).toBe(`Svc-HMAC-SHA256 keyId=${vector.keyId}, scope=*, signature=${vector.signature}`);
    }
  });
});

describe('signing.md', () => {
  it('has every vector in its table, with its signature', () => {
    const rows = [...manual.matchAll(/^\| `([a-z0-9-]+)` \|.*\| `([0-9a-f]{64})` \|$/gm)].map((row) => [row[1], row[2]]);
    expect(rows).toEqual(vectors.map((vector) => [vector.name, vector.signature]));
  });

  it('links only to files that exist', () => {
    const links = [...manual.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((link) => path.join(here, '..', link[1] ?? ''));
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((file) => !existsSync(file))).toEqual([]);
  });

  const tools = runs('sh', ['-c', 'command -v openssl && command -v sha256sum']);
  it.skipIf(!tools)('has a worked example that prints what it says', async () => {
    const vector = named('post-json');
    const script = /```sh\n(METHOD=.*?)```/s.exec(manual)?.[1];
    expect(script).toBeDefined();
    const { stdout } = await run('sh', ['-c', script ?? ''], {});
    expect(stdout).toContain(vector.signature);
    expect(manual).toContain(vector.stringToSign);
  });
});
