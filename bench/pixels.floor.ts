/** The floor of pixels: the statement of our service, and its row as the answer. */
import { publicPixels } from '@/server/modules/offers/pixels/router';
import { runFloor, type FloorHandler } from './lib/floor';
import { statementOf } from './lib/statements';

const FIND = await statementOf((db) => publicPixels(db));

const publicHandler: FloorHandler = async (pool, { path }) => {
  const { rows } = await pool.query<object>({ ...FIND, values: [path.slice(path.lastIndexOf('/') + 1)] });
  return rows[0] ?? null;
};

runFloor(() => publicHandler);
