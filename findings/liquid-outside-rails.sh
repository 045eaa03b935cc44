#!/usr/bin/env bash
# ruby-liquid 5.4.0 (Debian 12) outside of Rails: nothing is ever `blank`, a number has a size of 8, and `reversed` counts
# only before `limit` and `offset`. liquidjs 10.30.1 differs in all of them, without an error on either side.
#
# `== blank` asks the value for `blank?`, which Ruby has with ActiveSupport alone: the gem by itself says no to an empty
# text, to white space and to nil, so that a greeting guarded by it is written for people without a name. `size` of a number
# is Ruby's own Integer#size, the bytes of it. In `for` the words after the first parameter are not read as flags. A missing
# argument of `join` is an empty text in Ruby and a blank in JavaScript. A time with `Z` is printed in UTC by Ruby and in the
# machine's zone by JavaScript. So a template that was tried in one of them says little about the other.
# Output seen, ruby-liquid then liquidjs, in the zone Asia/Jakarta:
#   {% if name == blank %}yes{% else %}no{% endif %}: no, yes
#   {% if missing == blank %}yes{% else %}no{% endif %}: no, yes
#   {{ quantity | size }}: 8, 0
#   {% for n in numbers limit:2 offset:1 reversed %}{{ n }}{% endfor %}: 23, 32
#   {{ numbers | join: missing }}: 123, 1 2 3
#   {{ paidAt | date: "%d %H:%M" }}: 05 23:30, 06 06:30
set -euo pipefail
command -v ruby >/dev/null && ruby -rliquid -e 1 2>/dev/null || { echo 'Install ruby-liquid and ruby first.' >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent --ignore-scripts --no-audit --no-fund liquidjs@10.30.1 >/dev/null
export TZ=Asia/Jakarta
cat >data.json <<'JSON'
{ "name": "", "quantity": 3, "numbers": [1, 2, 3], "paidAt": "2026-12-05T23:30:00Z" }
JSON
cat >templates <<'LIQUID'
{% if name == blank %}yes{% else %}no{% endif %}
{% if missing == blank %}yes{% else %}no{% endif %}
{{ quantity | size }}
{% for n in numbers limit:2 offset:1 reversed %}{{ n }}{% endfor %}
{{ numbers | join: missing }}
{{ paidAt | date: "%d %H:%M" }}
LIQUID
cat >run.rb <<'RUBY'
require 'json'
require 'liquid'
abort "ruby-liquid is #{Liquid::VERSION}" unless Liquid::VERSION == '5.4.0'
data = JSON.parse(File.read('data.json'))
File.readlines('templates', chomp: true).each { |text| puts Liquid::Template.parse(text).render(data) }
RUBY
cat >run.mjs <<'JS'
import fs from 'node:fs';
import { Liquid } from 'liquidjs';

const data = JSON.parse(fs.readFileSync('data.json', 'utf8'));
for (const text of fs.readFileSync('templates', 'utf8').trimEnd().split('\n'))
  console.log(new Liquid().parseAndRenderSync(text, data));
JS
ruby run.rb >ruby
node run.mjs >javascript
paste -d '|' templates ruby javascript | sed -E 's/\|([^|]*)\|([^|]*)$/: \1, \2/' | tee seen
diff - seen <<'SEEN'
{% if name == blank %}yes{% else %}no{% endif %}: no, yes
{% if missing == blank %}yes{% else %}no{% endif %}: no, yes
{{ quantity | size }}: 8, 0
{% for n in numbers limit:2 offset:1 reversed %}{{ n }}{% endfor %}: 23, 32
{{ numbers | join: missing }}: 123, 1 2 3
{{ paidAt | date: "%d %H:%M" }}: 05 23:30, 06 06:30
SEEN
