#!/usr/bin/env bash
# orval 7.13.2 (client `fetch`) and oazapfts 7.5.0 write an error range of a document, `4XX`, into TypeScript as it stands:
# the client that they generate does not compile.
#
# OpenAPI allows `4XX` beside numbers and `default`. Both put the key of the answer into a type, where a number would be a
# literal: `status: 4XX` is neither a number nor a name. They generate without a warning, and TypeScript refuses the file.
# With `default` for the rest both compile. typed-openapi 2.2.7 and openapi-zod-client 1.18.3 take ranges.
# Output seen:
#   4XX: orval "status: 4XX", oazapfts "status: 4XX", typed-openapi compiles, openapi-zod-client compiles
#   default: orval compiles, oazapfts compiles, typed-openapi compiles, openapi-zod-client compiles
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent --ignore-scripts --no-audit --no-fund orval@7.13.2 oazapfts@7.5.0 typed-openapi@2.2.7 \
  openapi-zod-client@1.18.3 @zodios/core@10.9.6 zod@3.25.76 axios@1.7.9 typescript@5.9.3 >/dev/null 2>&1
compiles() {
  local wrong
  if npx tsc --noEmit --strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler \
    --lib es2022,dom,dom.iterable "$1" >/dev/null; then
    printf compiles
  else
    wrong=$(grep -oE 'status: [0-9]XX' "$1" | head -1)
    printf '"%s"' "${wrong:-does not compile}"
  fi
}
for rest in 4XX default; do
  mkdir -p "$rest"
  cat >"$rest/openapi.json" <<JSON
{ "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "paths": { "/orders": { "get": {
  "operationId": "listOrders",
  "responses": {
    "200": { "description": "OK", "content": { "application/json": { "schema": { "type": "array", "items": { "type": "string" } } } } },
    "$rest": { "description": "Refused.", "content": { "application/json": { "schema": { "type": "object", "properties": { "error": { "type": "string" } } } } } }
  } } } } }
JSON
  cat >"$rest/orval.cjs" <<JS
module.exports = { shop: { input: './openapi.json', output: { target: './orval.ts', client: 'fetch', mode: 'single' } } };
JS
  (cd "$rest" && npx orval --config orval.cjs && npx oazapfts openapi.json oazapfts.ts &&
    npx typed-openapi openapi.json -o typed.ts && npx openapi-zod-client openapi.json -o zod.ts) >/dev/null 2>&1
  echo "$rest: orval $(compiles "$rest/orval.ts"), oazapfts $(compiles "$rest/oazapfts.ts"), typed-openapi $(compiles "$rest/typed.ts"), openapi-zod-client $(compiles "$rest/zod.ts")"
done | tee seen
diff - seen <<'SEEN'
4XX: orval "status: 4XX", oazapfts "status: 4XX", typed-openapi compiles, openapi-zod-client compiles
default: orval compiles, oazapfts compiles, typed-openapi compiles, openapi-zod-client compiles
SEEN
