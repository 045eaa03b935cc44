/** What a file of measurements gives to the harness. */
import type { World } from './world';

/** A request as it stands before it is signed. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Path and query. */
  path: string;
  /** Sent as JSON. */
  body?: object;
  /** Beside those of the signature. */
  headers?: Record<string, string>;
}

export interface Measurement {
  /** For `--only`. */
  name: string;
  /** For the table. */
  title: string;
  /** Requests before the first round, when its answers are so large that the usual number takes minutes. */
  warmUp?: number;
  /** One request. `serial` is another number for each request of a run: what must be sent once only is made of it. */
  call(world: World, serial: number): Call;
  /** Our rate as a share of the floor's that is to be reached; 0.6 when absent. */
  goal?: number;
  /** Of every answer, 200 when absent. A 304 is asked for with `If-None-Match: *`, which knows neither server's tag. */
  status?: 302 | 304;
}

/** Measurements of one resource, with the floor that answers the same. */
export interface Suite {
  /** File of the floor in bench/. */
  floor: string;
  measurements: Measurement[];
  /** Makes the rows that it needs, before any server starts. */
  prepare?: (databaseUrl: string, world: World) => Promise<void>;
}
