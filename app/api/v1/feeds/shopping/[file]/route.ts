import { bridge } from '@/server/doors/bridge';

export const dynamic = 'force-dynamic';

/** The path ends with `<accountId>.xml`, which is one segment. */
export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const { file } = await params;
  return bridge().document('shoppingFeed', request, { accountId: file.replace(/\.xml$/, '') });
}
