/** The floor of an import: the same rows by COPY into a temporary table, and one upsert out of it, in plain SQL. */
import type pg from 'pg';

export interface FloorRow {
  hash: string;
  email: string;
  phone: string;
  firstName: string;
  attributes: string;
}

/** What node-postgres calls while a COPY is under way; it has no such query itself. */
interface Wire {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

class CopyIn {
  readonly done: Promise<void>;
  private settle!: (error?: Error) => void;
  constructor(
    private readonly text: string,
    private readonly bytes: Buffer,
  ) {
    this.done = new Promise(
      (resolve, reject) => (this.settle = (error) => (error === undefined ? resolve() : reject(error))),
    );
  }
  submit(wire: Wire): void {
    wire.query(this.text);
  }
  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFromChunk(this.bytes);
    wire.endCopyFrom();
  }
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {
    this.settle();
  }
  handleError(error: Error): void {
    this.settle(error);
  }
}

const UPSERT = `
  INSERT INTO "Contact" AS c ("accountId", "identityHash", email, phone, "phoneE164", "firstName", attributes, source, "createdAt", "updatedAt")
  SELECT $1, n.hash, n.email, n.phone, n.phone, n."firstName", n.attributes, 'csv_import', $2, $2 FROM incoming n ORDER BY n.hash
  ON CONFLICT ("accountId", "identityHash") DO UPDATE SET "firstName" = excluded."firstName", attributes = c.attributes || excluded.attributes, "updatedAt" = excluded."updatedAt"`;

/** @param client a connection of its own */
export async function copyAndUpsert(client: pg.Client, accountId: string, rows: readonly FloorRow[]): Promise<void> {
  await client.query('BEGIN');
  await client.query(
    'CREATE TEMPORARY TABLE incoming (hash text, email text, phone text, "firstName" text, attributes jsonb) ON COMMIT DROP',
  );
  // Nothing in the rows needs COPY's escapes but JSON's, which has none of them here.
  const lines = rows.map(({ hash, email, phone, firstName, attributes }) =>
    [hash, email, phone, firstName, attributes].join('\t'),
  );
  const copy = new CopyIn('COPY incoming FROM STDIN', Buffer.from(`${lines.join('\n')}\n`));
  client.query(copy as unknown as pg.Submittable);
  await copy.done;
  await client.query(UPSERT, [accountId, new Date()]);
  await client.query('COMMIT');
}
