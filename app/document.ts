/** What a Next route handler of a public document is: the server makes it (server/documents), Fastify in front keeps it. */
import { bridge } from '@/server/bridge';
import type { DocumentName } from '@/server/documents/registry';

interface Segments {
  params: Promise<Record<string, string>>;
}

export const answerWith =
  (name: DocumentName) =>
  async (request: Request, { params }: Segments): Promise<Response> =>
    bridge().document(name, request, await params);
