/**
 * `/laris.js` and `/forms.js`, which shops load into their own pages (sdk/snippet/README.md): served unchanged, to any
 * site.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sendPublic, weakTag } from '@/server/platform/pages/public-answer';
import { packageRoot } from '@/server/platform/lib/package-root';

/** The seconds after which a shop's page asks for a newer version. */
const MAX_AGE = 3600;
export const SCRIPTS = ['laris.js', 'forms.js'];

export function registerScripts(app: FastifyInstance): void {
  for (const name of SCRIPTS) {
    const body = readFileSync(path.join(packageRoot, 'sdk', 'snippet', name), 'utf8');
    const tag = weakTag(body);
    app.get(`/${name}`, (request, reply) =>
      sendPublic(request, reply.header('cross-origin-resource-policy', 'cross-origin'), {
        tag,
        body,
        maxAge: MAX_AGE,
        type: 'text/javascript; charset=utf-8',
      }),
    );
  }
}
