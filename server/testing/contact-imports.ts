/** Files on their way in, as the dashboard sends them. */
import { trpc } from '@/server/testing/http';
import type { Tenant, TestServer } from '@/server/testing/server';

export interface FileOptions {
  /** The number of rows of the file; as many as are sent unless told otherwise. */
  totalRows?: number;
  chunkRows?: number;
  listName?: string;
  skipExisting?: boolean;
  consent?: 'file' | 'agreed' | 'unknown' | null;
}

/** Sends contacts as a file in chunks. @returns the id of the import */
export async function sendChunks(
  server: TestServer,
  tenant: Tenant,
  contacts: Record<string, unknown>[],
  { totalRows = contacts.length, chunkRows = 1000, ...options }: FileOptions = {},
): Promise<string> {
  const made = await trpc(
    server,
    'mutation',
    'contacts.imports.create',
    { fileName: 'people.csv', totalRows, headers: ['E-mail'], ...options },
    { cookie: tenant.cookie },
  );
  for (let firstRow = 0, position = 0; firstRow < contacts.length; firstRow += chunkRows, position++) {
    const rows = contacts
      .slice(firstRow, firstRow + chunkRows)
      .map((contact, index) => ({ row: firstRow + index, contact, cells: Object.values(contact).map(String) }));
    await trpc(
      server,
      'mutation',
      'contacts.imports.putChunk',
      { id: made.data.id, position, firstRow, rows },
      { cookie: tenant.cookie },
    );
  }
  return made.data.id as string;
}
