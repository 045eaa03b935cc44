/**
 * `/email-frame`: an empty document into which the dashboard writes a previewed e-mail, inside a sandboxed iframe. A
 * frame made of srcdoc would have the dashboard's own policy, which permits neither the style elements nor the images
 * of e-mails. This document has its own policy, which permits only those, so that the dashboard's stays strict.
 */
import type { FastifyInstance } from 'fastify';

const POLICY =
  "default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin";

const PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>E-mail</title></head><body></body></html>\n';

export function registerEmailFrame(app: FastifyInstance): void {
  app.get('/email-frame', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .header('x-frame-options', 'SAMEORIGIN')
      // Whoever hosts the images learns nothing of the dashboard.
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'private, max-age=3600')
      .send(PAGE),
  );
}
