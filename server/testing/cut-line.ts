/** A line to PostgreSQL that can be cut: what stands between is there, or nobody answers at its address. */
import { once } from 'node:events';
import net from 'node:net';

export interface CutLine {
  /** The database's own address, by way of the line. */
  url: string;
  /** Breaks every connection, and takes no more. */
  cut(): void;
  /** Listens again, at the same port. */
  mend(): Promise<void>;
}

export async function startLine(databaseUrl: string): Promise<CutLine> {
  const target = new URL(databaseUrl);
  const sockets = new Set<net.Socket>();
  let server: net.Server;
  const listen = async (port: number): Promise<void> => {
    server = net.createServer((inbound) => {
      const outbound = net.connect(Number(target.port), target.hostname);
      for (const socket of [inbound, outbound]) sockets.add(socket.on('error', () => undefined));
      inbound.pipe(outbound).pipe(inbound);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const url = new URL(databaseUrl);
  const { port } = server!.address() as net.AddressInfo;
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    cut() {
      server.close();
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    mend: () => listen(port),
  };
}
