/** npm run build: packages, database client, server and pages, as far as they are not up to date. */
import { prepare } from './lib/prepare.mjs';

await prepare();
