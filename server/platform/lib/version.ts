/** The running version, from package.json. */
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { packageRoot } from '@/server/platform/lib/package-root';

export const { version: LARIS_VERSION } = z
  .object({ version: z.string() })
  .parse(JSON.parse(fs.readFileSync(path.join(packageRoot, 'package.json'), 'utf8')));
