#!/usr/bin/env bash
# nodemailer 7.0.13: every option that is given beside `url` in createTransport is ignored without a word.
#
# With { url, name } the server is greeted by this machine's name (or [127.0.0.1]) in place of `name`, and pool, timeouts
# and TLS options beside a URL are lost the same way. They must be in the URL's query, or the URL must be given alone.
# Output seen:
#   beside the url: ignored
#   in the url: shop.example
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent --ignore-scripts --no-audit --no-fund nodemailer@7.0.13 >/dev/null
cat >run.cjs <<'JS'
const net = require('node:net');
const { createTransport } = require('nodemailer');
/** By what name a transport greets a server of this script's own. */
const greeting = (make) =>
  new Promise((resolve) => {
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (text) => {
        const name = /^EHLO (\S+)/.exec(String(text))?.[1];
        if (name !== undefined) resolve(name);
        socket.end('421 bye\r\n');
        server.close();
      });
      socket.write('220 here\r\n');
    });
    server.listen(0, '127.0.0.1', () =>
      createTransport(make(`smtp://127.0.0.1:${server.address().port}`)).verify().catch(() => undefined),
    );
  });
(async () => {
  const beside = await greeting((url) => ({ url, name: 'shop.example' }));
  console.log(`beside the url: ${beside === 'shop.example' ? beside : 'ignored'}`);
  console.log(`in the url: ${await greeting((url) => `${url}/?name=shop.example`)}`);
})();
JS
node run.cjs | tee seen
diff - seen <<'SEEN'
beside the url: ignored
in the url: shop.example
SEEN
