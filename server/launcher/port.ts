/** Looks at the port before anything is started for it. */
import net from 'node:net';
import { StartError } from './database';

/**
 * The port to listen on: the one that was asked for, or for 0 one that is free.
 * @throws StartError when somebody else listens there, or it may not be used
 */
export async function claimPort(host: string, port: number): Promise<number> {
  const server = net.createServer();
  try {
    return await new Promise<number>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port, exclusive: true }, () => {
        const { port: got } = server.address() as net.AddressInfo;
        server.close(() => resolve(got));
      });
    });
  } catch (error) {
    throw new StartError(explain(error as NodeJS.ErrnoException, host, port));
  }
}

function explain({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program; stop it, or set PORT to another`;
    case 'EACCES':
      return `Port ${port} is for programs with special rights; set PORT to 1024 or above`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is not an address of this machine`;
    default:
      return `Cannot listen on port ${port} of ${host}: ${message}`;
  }
}
