/**
 * A vendor of e-mail for delivery's tests: a local HTTP server that takes what the adapters of Resend and SendGrid send,
 * counts it by message, and answers as it is told. What the vendors' formats are, the adapters' own tests hold.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Arrival {
  /** Our message's id: the idempotency key, or what goes along for the callbacks. */
  id: string;
  recipient: string;
  subject: string;
  html: string;
  text: string;
  /** The headers that the e-mail was asked to carry. */
  headers: Record<string, string>;
  at: number;
}

/** `drop`: the connection is cut after the request was read. */
export type SinkAnswer = { status: number; headers?: Record<string, string>; body?: unknown } | 'drop';

export interface Sink {
  url: string;
  arrivals: Arrival[];
  /** Returns the number of times that each message came. */
  counts(): Map<string, number>;
  /** The answer from now on; it accepts unless told otherwise. */
  answer: (arrival: Arrival) => SinkAnswer | Promise<SinkAnswer>;
  close(): Promise<void>;
}

const ACCEPT: SinkAnswer = { status: 200 };

interface ResendBody {
  to: string[];
  subject: string;
  html?: string;
  text?: string;
  headers?: Record<string, string>;
}
interface SendgridBody {
  personalizations: {
    to: { email: string }[];
    custom_args?: Record<string, string>;
    headers?: Record<string, string>;
  }[];
  subject: string;
  content: { type: string; value: string }[];
  headers?: Record<string, string>;
  custom_args?: Record<string, string>;
}

function arrivalOf(request: http.IncomingMessage, text: string): Arrival {
  const at = performance.now();
  const key = request.headers['idempotency-key'];
  if (request.url === '/emails') {
    const body = JSON.parse(text) as ResendBody;
    return {
      id: String(key),
      recipient: body.to[0] ?? '',
      subject: body.subject,
      html: body.html ?? '',
      text: body.text ?? '',
      headers: body.headers ?? {},
      at,
    };
  }
  const body = JSON.parse(text) as SendgridBody;
  const first = body.personalizations[0];
  const part = (type: string): string => body.content.find((content) => content.type === type)?.value ?? '';
  const args = body.custom_args ?? first?.custom_args ?? {};
  return {
    id: args.laris_message ?? '',
    recipient: first?.to[0]?.email ?? '',
    subject: body.subject,
    html: part('text/html'),
    text: part('text/plain'),
    headers: body.headers ?? first?.headers ?? {},
    at,
  };
}

export async function startSink(): Promise<Sink> {
  const arrivals: Arrival[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const arrival = arrivalOf(request, Buffer.concat(chunks).toString());
      arrivals.push(arrival);
      void Promise.resolve(sink.answer(arrival)).then((answer) => {
        if (answer === 'drop') return void request.socket.destroy();
        response.writeHead(answer.status, {
          'content-type': 'application/json',
          'x-message-id': `sg-${arrival.id}`,
          ...answer.headers,
        });
        response.end(JSON.stringify(answer.body ?? { id: `vendor-${arrival.id}` }));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sink: Sink = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    counts() {
      const counts = new Map<string, number>();
      for (const { id } of arrivals) counts.set(id, (counts.get(id) ?? 0) + 1);
      return counts;
    },
    answer: () => ACCEPT,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return sink;
}
