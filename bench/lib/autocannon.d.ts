/** The part of autocannon 8 that load.ts uses; the package brings no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  namespace autocannon {
    interface Request {
      method: string;
      path: string;
      headers: Record<string, string>;
      body?: string;
    }
    interface Client {
      setRequests(requests: Request[]): void;
    }
    interface Options {
      url: string;
      connections: number;
      /** Seconds; the run ends earlier by `stop`. */
      duration: number;
      /** Milliseconds between two looks at whether to stop. */
      sampleInt: number;
      /** Ends after so many answers, each connection having had its share. */
      amount?: number;
      setupClient(client: Client): void;
    }
    interface Result {
      errors: number;
      non2xx: number;
      '2xx': number;
      '3xx': number;
    }
    interface Instance extends EventEmitter {
      stop(): void;
    }
  }

  function autocannon(
    options: autocannon.Options,
    done: (error: Error | null, result: autocannon.Result) => void,
  ): autocannon.Instance;
  export = autocannon;
}
