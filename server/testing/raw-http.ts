/** Requests as bytes, for what fetch refuses to send; also of the browser tests. */
import { connect } from 'node:net';

/** The answer that came back over a socket. `status` is 0 when the connection ended without an answer. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Long enough for any answer; what takes longer hangs. */
const PATIENCE_MS = 8_000;

/**
 * Writes bytes to the server and reads until it closes, for what fetch refuses to send.
 * @param options.end whether our side is closed after the last byte; the server sees a client that gave up.
 */
export function rawHttp(
  baseUrl: string,
  request: string | Buffer,
  options: { end?: boolean } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port) }, () =>
      options.end === true ? socket.end(request) : socket.write(request),
    );
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`The server left this request without an answer: ${request.toString('latin1').slice(0, 120)}`));
    }, PATIENCE_MS);
    const finish = (): void => {
      clearTimeout(timer);
      resolve(parse(Buffer.concat(chunks)));
    };
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server may refuse and close while we still write.
    socket.on('error', finish);
    socket.on('close', finish);
  });
}

function parse(bytes: Buffer): RawAnswer {
  const [head = '', ...rest] = bytes.toString('utf8').split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((each) => [each.slice(0, each.indexOf(':')).toLowerCase(), each.slice(each.indexOf(':') + 1).trim()]),
  );
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? 0), headers, text: rest.join('\r\n\r\n') };
}

/** A request as raw text that closes its connection. */
export const rawText = (method: string, target: string, headers: Record<string, string> = {}, body = ''): string =>
  [
    `${method} ${target} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');
