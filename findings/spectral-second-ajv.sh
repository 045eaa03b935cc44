#!/usr/bin/env bash
# @stoplight/spectral-functions 1.11.0 does not load where the project itself has ajv 8.17.1: SyntaxError "Unexpected token ':'".
#
# It asks for a newer ajv 8 (8.20.0), so npm keeps two. ajv-errors is shared, and takes the project's. ajv writes its
# checks as code, and knows its own names by their class: names of the other copy come out as JSON, and the code does not
# parse. Everything that lints OpenAPI with spectral fails while it is loaded, orval 7 among it, though npm installs it
# without a warning. With ajv 8.20.0 in the project there is one copy, and it loads.
# Output seen:
#   ajv 8.17.1: SyntaxError: Unexpected token ':'
#   ajv 8.20.0: loads
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for version in 8.17.1 8.20.0; do
  mkdir "$version"
  (
    cd "$version"
    npm init -y >/dev/null
    npm i --silent --ignore-scripts --no-audit --no-fund "ajv@$version" @stoplight/spectral-functions@1.11.0 \
      @stoplight/spectral-core@1.24.1 ajv-errors@3.0.0 >/dev/null 2>&1
    node -e '
      try {
        require("@stoplight/spectral-functions");
        console.log("loads");
      } catch (error) {
        console.log(String(error));
      }' 2>/dev/null | sed "s/^/ajv $version: /"
  )
done | grep -v 'Error compiling' | tee seen
diff - seen <<'SEEN'
ajv 8.17.1: SyntaxError: Unexpected token ':'
ajv 8.20.0: loads
SEEN
