#!/usr/bin/env node
// Signs one request to the Laris API and sends it. Node 20, no dependencies. The rules: ../signing.md
//
//   LARIS_KEY_ID=SVCK… LARIS_SECRET=svcs_… node sign.mjs [--print] [--timestamp N] METHOD URL [TEXT | @FILE | -]
import { createHash, createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/** `body` is a Buffer: the very bytes that are sent, not an object that is serialised again later. */
function stringToSign({ method, path, timestamp, body, idempotencyKey }) {
  const lines = [method, path, timestamp, sha256(body)];
  // Not `if (idempotencyKey)`: an empty header counts as sent.
  if (idempotencyKey !== undefined) lines.push(idempotencyKey);
  return lines.join('\n');
}

function authorization({ keyId, secret, ...request }) {
  // The key is the hex text itself (64 ASCII bytes), not the 32 bytes that it stands for.
  const signature = createHmac('sha256', sha256(secret)).update(stringToSign(request)).digest('hex');
  return `Svc-HMAC-SHA256 keyId=${keyId}, scope=*, signature=${signature}`;
}

function fail(message) {
  console.error(`sign.mjs: ${message}`);
  process.exit(2);
}

function commandLine() {
  try {
    return parseArgs({ allowPositionals: true, options: { print: { type: 'boolean' }, timestamp: { type: 'string' } } });
  } catch (error) {
    return fail(error.message);
  }
}

async function readBody(text = '') {
  if (text === '-') return buffer(process.stdin);
  return text.startsWith('@') ? readFile(text.slice(1)) : Buffer.from(text, 'utf8');
}

const { values, positionals } = commandLine();
if (positionals.length < 2 || positionals.length > 3) fail('[--print] [--timestamp N] METHOD URL [TEXT | @FILE | -]');
const { LARIS_KEY_ID: keyId, LARIS_SECRET: secret, LARIS_ON_BEHALF_OF: onBehalfOf, LARIS_IDEMPOTENCY_KEY: idempotencyKey } = process.env;
if (!keyId || !secret) fail('set LARIS_KEY_ID and LARIS_SECRET');
// fetch() puts only some methods into upper case (not patch), so do it here.
const method = positionals[0].toUpperCase();
if (!URL.canParse(positionals[1])) fail('URL must be absolute, e.g. https://laris.example/api/v1/whoami');
// new URL() encodes spaces and non-ASCII and resolves dots. fetch() sends the result, so sign url.pathname, not the argument.
const url = new URL(positionals[1]);
const timestamp = values.timestamp ?? String(Math.floor(Date.now() / 1000));
const body = await readBody(positionals[2]).catch((error) => fail(error.message));

const request = { method, path: url.pathname, timestamp, body, idempotencyKey };
const headers = { Authorization: authorization({ keyId, secret, ...request }), 'X-Svc-Timestamp': timestamp };
if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;
if (onBehalfOf) headers['X-Svc-On-Behalf-Of'] = onBehalfOf;
if (body.length > 0) headers['Content-Type'] = 'application/json';

if (values.print) {
  console.error(stringToSign(request)); // on stderr, to compare; the headers alone are on stdout
  for (const [name, value] of Object.entries(headers)) console.log(`${name}: ${value}`);
} else {
  try {
    // A signature holds for one path, so a redirect is shown, not followed.
    const response = await fetch(url, { method, headers, body: body.length > 0 ? body : undefined, redirect: 'manual' });
    console.error(`HTTP ${response.status}`);
    process.stdout.write(Buffer.from(await response.arrayBuffer()));
    process.exitCode = response.ok ? 0 : 1;
  } catch (error) {
    console.error(`sign.mjs: ${error.cause?.message ?? error.message}`);
    process.exitCode = 1;
  }
}
