#!/bin/sh
# Signs one request to the Laris API and sends it. Any POSIX sh, with openssl and curl. The rules: ../signing.md
#
#   LARIS_KEY_ID=SVCK... LARIS_SECRET=svcs_... sh sign.sh [--print] [--timestamp N] METHOD URL [TEXT | @FILE | -]
#
# openssl takes the signing key as an argument, so other users of this machine can see it in `ps` for a moment. On a
# shared machine use one of the other signers.
set -eu
LC_ALL=C
export LC_ALL

fail() {
  printf 'sign.sh: %s\n' "$1" >&2
  exit 2
}

# openssl instead of sha256sum, which macOS and the BSDs name differently. It prints "<hex> *stdin".
sha256() { openssl dgst -sha256 -r | cut -d ' ' -f 1; }

# Never keep the body or this text in a variable: $(...) drops every newline at the end (an empty Idempotency-Key ends the
# text in one) and a shell variable cannot hold a NUL byte. printf %s adds nothing; echo adds a newline and may read "\n".
string_to_sign() {
  printf '%s\n%s\n%s\n%s' "$method" "$path" "$timestamp" "$(sha256 <"$tmp/body")"
  # ${x+set}: whether it is set at all. An empty header counts as sent.
  [ -z "${LARIS_IDEMPOTENCY_KEY+set}" ] || printf '\n%s' "$LARIS_IDEMPOTENCY_KEY"
}

headers() {
  # The key is the hex text itself (64 ASCII bytes), not the 32 bytes that it stands for: -hmac, not -macopt hexkey.
  signature=$(string_to_sign | openssl dgst -sha256 -r -hmac "$(printf %s "$LARIS_SECRET" | sha256)" | cut -d ' ' -f 1)
  printf 'Authorization: Svc-HMAC-SHA256 keyId=%s, scope=*, signature=%s\n' "$LARIS_KEY_ID" "$signature"
  printf 'X-Svc-Timestamp: %s\n' "$timestamp"
  [ -z "${LARIS_IDEMPOTENCY_KEY+set}" ] || printf 'Idempotency-Key: %s\n' "$LARIS_IDEMPOTENCY_KEY"
  [ -z "${LARIS_ON_BEHALF_OF-}" ] || printf 'X-Svc-On-Behalf-Of: %s\n' "$LARIS_ON_BEHALF_OF"
  [ ! -s "$tmp/body" ] || printf 'Content-Type: application/json\n'
}

print='' timestamp=$(date +%s)
while :; do
  case ${1-} in
    --print) print=1 ;;
    --timestamp) timestamp=${2-} && shift ;;
    *) break ;;
  esac
  shift
done
[ $# -eq 2 ] || [ $# -eq 3 ] || fail '[--print] [--timestamp N] METHOD URL [TEXT | @FILE | -]'
[ -n "${LARIS_KEY_ID-}" ] || fail 'set LARIS_KEY_ID'
[ -n "${LARIS_SECRET-}" ] || fail 'set LARIS_SECRET'
for tool in openssl curl; do command -v "$tool" >/dev/null || fail "needs $tool"; done
method=$(printf %s "$1" | tr '[:lower:]' '[:upper:]')
case "$method${3+ BODY}" in 'GET BODY' | 'HEAD BODY') fail "$method has no body" ;; esac
url=$2
case $url in
  *[!!-~]*) fail 'percent-encode spaces and non-ASCII in the URL' ;;
  http://?* | https://?*) ;;
  *) fail 'URL must be absolute' ;;
esac
path=${url%%[?#]*} # the query is not signed
path=${path#*://}
case $path in */*) path=/${path#*/} ;; *) path=/ ;; esac

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
case ${3-} in
  -) cat >"$tmp/body" ;;
  @*) cat -- "${3#@}" >"$tmp/body" ;;
  *) printf %s "${3-}" >"$tmp/body" ;;
esac

if [ -n "$print" ]; then
  { string_to_sign && echo; } >&2 # on stderr, to compare; the headers alone are on stdout
  headers
  exit
fi

# curl takes "Name:" as "leave this header out"; "Name;" is how it sends an empty one.
headers | sed 's/: $/;/' >"$tmp/headers"
[ -s "$tmp/body" ] || echo 'Content-Type:' >>"$tmp/headers" # with an empty body, name no media type
case $method in
  GET) set -- ;;
  HEAD) set -- --head ;;
  *) set -- --request "$method" --data-binary "@$tmp/body" ;; # plain --data would drop newlines
esac
: >"$tmp/answer"
# --path-as-is and --globoff keep curl from changing the URL after we have signed its path.
status=$(curl --silent --show-error --path-as-is --globoff --max-time 30 --header "@$tmp/headers" "$@" \
  --output "$tmp/answer" --write-out '%{http_code}' "$url")
printf 'HTTP %s\n' "$status" >&2
cat "$tmp/answer"
case $status in 2??) ;; *) exit 1 ;; esac
