/** What a file of measurements gives to the harness. */
import type { World } from './world';

/** A request as it stands before it is signed. */
export interface Call {
  method: 'GET' | 'POST';
  /** Path and query. */
  path: string;
  /** Sent as JSON. */
  body?: object;
}

export interface Measurement {
  /** For `--only`. */
  name: string;
  /** For the table. */
  title: string;
  /** One request. `serial` is another number for each request of a run: what must be sent once only is made of it. */
  call(world: World, serial: number): Call;
}
