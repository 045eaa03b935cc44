/**
 * npm run migration -- <name>          writes the migration that leads from prisma/migrations to prisma/schema
 * npm run migration -- <name> --empty  writes an empty one, for SQL that Prisma cannot express
 * npm run migration -- --check         says whether both agree; exits 1 with the SQL when they do not
 */
import { parseArgs } from 'node:util';
import { register } from 'tsx/esm/api';

const USAGE = 'Usage: npm run migration -- <name_in_snake_case> [--empty], or npm run migration -- --check';

/** @param {string} text */
function fail(text) {
  console.error(text);
  process.exit(1);
}

let values;
let positionals;
try {
  ({ values, positionals } = parseArgs({
    options: { check: { type: 'boolean' }, empty: { type: 'boolean' } },
    allowPositionals: true,
  }));
} catch (error) {
  fail(`${error.message}\n${USAGE}`);
}
const [name] = positionals;
if (values.check ? positionals.length > 0 || values.empty : positionals.length !== 1 || !/^[a-z][a-z0-9_]*$/.test(name))
  fail(USAGE);

register();
const { migrationDifferenceAlone, writeMigration } = await import('../server/migrations/diff.ts');
try {
  if (values.empty) {
    console.log(`Written: ${writeMigration(name, '')}`);
  } else {
    const sql = await migrationDifferenceAlone();
    if (sql === null) console.log('The migrations agree with the schema.');
    else if (values.check) fail(`The schema differs from the migrations by:\n\n${sql}`);
    else console.log(`Written: ${writeMigration(name, sql)}`);
  }
} catch (error) {
  fail(error.message);
}
