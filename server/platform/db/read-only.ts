import type { PoolClient } from 'pg';

/** read_only_sql_transaction: whatever is asked of this server, it takes no write. */
const READ_ONLY = '25006';

/**
 * Lets go of a connection once its server refuses to write: it was demoted to a standby, and a new connection finds the
 * primary. Kept, it would be lent again and again. The refusal itself reaches whoever asked.
 */
export function leaveReadOnly({ connection }: PoolClient): void {
  connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code === READ_ONLY) setImmediate(() => connection.stream.destroy());
  });
}
