/** npm run dev: npm start from source. Pages reload by themselves; web and worker start again when server/ changes. */
import { endWithNpm, prepare } from './lib/prepare.mjs';

process.env.NODE_ENV = 'development';
process.env.NEXT_TELEMETRY_DISABLED = '1';
endWithNpm();
await prepare({ server: false, pages: false });
const { register } = await import('tsx/esm/api');
register();
await import('../server/start.ts');
