import type { PoolClient } from 'pg';

/** read_only_sql_transaction: the server accepts no writes. */
const READ_ONLY = '25006';

/**
 * Closes a connection whose server refuses to write, because it was demoted to a standby; a new connection finds the
 * primary. Otherwise the pool would lend it again and again. The caller still gets the refusal.
 */
export function leaveReadOnly({ connection }: PoolClient): void {
  connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code === READ_ONLY) setImmediate(() => connection.stream.destroy());
  });
}
