#!/usr/bin/env python3
"""Signs one request to the Laris API and sends it. Python 3.8+, standard library only. The rules: ../signing.md

    LARIS_KEY_ID=SVCK... LARIS_SECRET=svcs_... python3 sign.py [--print] [--timestamp N] METHOD URL [TEXT | @FILE | -]
"""
import argparse
import hashlib
import hmac
import http.client
import os
import re
import sys
import time
from urllib.parse import urlsplit


def string_to_sign(method, path, timestamp, body, idempotency_key=None):
    """`body` is bytes: the very bytes that are sent, not an object that is serialised again later."""
    lines = [method, path, str(timestamp), hashlib.sha256(body).hexdigest()]
    if idempotency_key is not None:  # not `if idempotency_key`: an empty header counts as sent
        lines.append(idempotency_key)
    return "\n".join(lines)


def authorization(key_id, secret, text):
    # The key is the hex text itself (64 ASCII bytes), not the 32 bytes that it stands for: hexdigest(), not digest().
    key = hashlib.sha256(secret.encode("ascii")).hexdigest().encode("ascii")
    signature = hmac.new(key, text.encode("ascii"), hashlib.sha256).hexdigest()
    return f"Svc-HMAC-SHA256 keyId={key_id}, scope=*, signature={signature}"


def read_body(text):
    if text == "-":
        return sys.stdin.buffer.read()  # .buffer: bytes, with no decoding and no newline translation
    if text.startswith("@"):
        with open(text[1:], "rb") as file:
            return file.read()
    return os.fsencode(text)  # the bytes of the command line, whatever the locale is


def main():
    parser = argparse.ArgumentParser(description="Signs one request to the Laris API and sends it.")
    parser.add_argument("--print", action="store_true", help="print the headers, send nothing")
    parser.add_argument("--timestamp", default=str(int(time.time())))
    parser.add_argument("method", type=str.upper)
    parser.add_argument("url")
    parser.add_argument("body", nargs="?", default="", help="text, @file, or - for stdin")
    args = parser.parse_args()
    key_id, secret = os.environ.get("LARIS_KEY_ID"), os.environ.get("LARIS_SECRET")
    if not key_id or not secret:
        parser.error("set LARIS_KEY_ID and LARIS_SECRET")
    # What is signed must be what goes over the wire, so nothing here may re-encode the path. That is also why this uses
    # http.client and neither urllib.request nor requests: it sends the path as it is and follows no redirect.
    if not re.fullmatch(r"https?://[!-~]+", args.url):
        parser.error("URL must be absolute, with spaces and non-ASCII percent-encoded")
    url = urlsplit(args.url)
    path = url.path or "/"
    body = read_body(args.body)
    idempotency_key = os.environ.get("LARIS_IDEMPOTENCY_KEY")

    text = string_to_sign(args.method, path, args.timestamp, body, idempotency_key)
    headers = {"Authorization": authorization(key_id, secret, text), "X-Svc-Timestamp": args.timestamp}
    if idempotency_key is not None:
        headers["Idempotency-Key"] = idempotency_key
    if os.environ.get("LARIS_ON_BEHALF_OF"):
        headers["X-Svc-On-Behalf-Of"] = os.environ["LARIS_ON_BEHALF_OF"]
    if body:
        headers["Content-Type"] = "application/json"

    if args.print:
        print(text, file=sys.stderr)  # on stderr, to compare; the headers alone are on stdout
        for name, value in headers.items():
            print(f"{name}: {value}")
        return 0
    connect = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    connection = connect(url.hostname, url.port, timeout=30)
    connection.request(args.method, path + (f"?{url.query}" if url.query else ""), body or None, headers)
    response = connection.getresponse()
    print(f"HTTP {response.status}", file=sys.stderr)
    sys.stdout.buffer.write(response.read())
    return 0 if 200 <= response.status < 300 else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ValueError, http.client.HTTPException) as error:
        sys.exit(f"sign.py: {error}")
