/**
 * A Next route handler of a public document: the server makes the document (server/platform/pages), Fastify in front
 * keeps it.
 */
import { bridge } from '@/server/doors/bridge';
import type { DocumentName } from '@/server/modules';

interface Segments {
  params: Promise<Record<string, string>>;
}

export const answerWith =
  (name: DocumentName) =>
  async (request: Request, { params }: Segments): Promise<Response> =>
    bridge().document(name, request, await params);
