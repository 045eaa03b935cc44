#!/usr/bin/env bash
# pgsql-deparser 18.3.8 writes a SET of several columns right in UPDATE and wrong after ON CONFLICT DO UPDATE.
#
# The tree comes from PostgreSQL's own parser (libpg-query 18.1.5), so that one would expect to get back the statement that
# went in. In the upsert a column with a capital loses its quotes, which names another column; and as soon as one more
# column is set beside the list, each column gets the whole query with a subscript: a query of two columns in the place of
# one, which PostgreSQL parses and refuses to run. An array that is subscripted by a parameter loses its brackets. Of 1,320 statements of a shop's back end nine came back changed.
# Output seen:
#   UPDATE p SET (b, "priceCents") = (SELECT 1, 2): the same
#   … ON CONFLICT (a) DO UPDATE SET (b, "priceCents") = (SELECT 1, 2): SET (b, priceCents) = (SELECT 1, 2)
#   UPDATE p SET (b, c) = (SELECT 1, 2), d = 3: the same
#   … ON CONFLICT (a) DO UPDATE SET (b, c) = (SELECT 1, 2), d = 3: SET b = (SELECT 1, 2)[1], c = (SELECT 1, 2)[2], d = 3
#   SELECT (ARRAY['a', 'b'])[$1]: SELECT ARRAY['a', 'b'][$1], no SQL
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent --ignore-scripts --no-audit --no-fund libpg-query@18.1.5 pgsql-deparser@18.3.8 >/dev/null
cat >run.mjs <<'JS'
import { loadModule, parseSync } from 'libpg-query';
import { deparse } from 'pgsql-deparser';

await loadModule();
const upsert = 'INSERT INTO p (a) VALUES (1) ON CONFLICT (a) DO UPDATE';
for (const text of [
  'UPDATE p SET (b, "priceCents") = (SELECT 1, 2)',
  `${upsert} SET (b, "priceCents") = (SELECT 1, 2)`,
  'UPDATE p SET (b, c) = (SELECT 1, 2), d = 3',
  `${upsert} SET (b, c) = (SELECT 1, 2), d = 3`,
  "SELECT (ARRAY['a', 'b'])[$1]",
]) {
  const written = await deparse(parseSync(text), { pretty: false });
  let isSql = true;
  try {
    parseSync(written);
  } catch {
    isSql = false;
  }
  const shown = (statement) => statement.replace('INSERT INTO p (a) VALUES (1)', '…');
  const said = written === text ? 'the same' : shown(written).replace('… ON CONFLICT (a) DO UPDATE ', '');
  console.log(`${shown(text)}: ${said}${isSql ? '' : ', no SQL'}`);
}
JS
node run.mjs | tee seen
diff - seen <<'SEEN'
UPDATE p SET (b, "priceCents") = (SELECT 1, 2): the same
… ON CONFLICT (a) DO UPDATE SET (b, "priceCents") = (SELECT 1, 2): SET (b, priceCents) = (SELECT 1, 2)
UPDATE p SET (b, c) = (SELECT 1, 2), d = 3: the same
… ON CONFLICT (a) DO UPDATE SET (b, c) = (SELECT 1, 2), d = 3: SET b = (SELECT 1, 2)[1], c = (SELECT 1, 2)[2], d = 3
SELECT (ARRAY['a', 'b'])[$1]: SELECT ARRAY['a', 'b'][$1], no SQL
SEEN
