#!/usr/bin/env python3
"""Verifies an exported audit log without Laris. Python 3.8+, standard library only. The rules: ../contract/audit-log.md

    python3 verify.py EXPORT [ANCHORS]

EXPORT is GET /api/v1/audit-log/export?format=ndjson&chain=true, ANCHORS what `laris audit anchor` printed.
"""
import hashlib
import json
import sys
from decimal import Decimal

FIELDS = "id accountId actorKind actorId partnerId onBehalfOf action targetType targetId createdAt data".split()


def text(value):
    """JSON as it is hashed: keys by length and bytes, a space after commas and colons, numbers without exponents."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: (len(key.encode()), key.encode()))
        return "{" + ", ".join(f"{text(key)}: {text(value[key])}" for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(text, value)) + "]"
    if isinstance(value, Decimal):
        return format(value, "f")
    return json.dumps(value, ensure_ascii=False)


def lines(name):
    with open(name, encoding="utf-8") as file:
        # A number stays as it is written: a float would round it.
        return [json.loads(line, parse_float=Decimal) for line in file if line.strip()]


def main(export, anchors=None):
    entries = sorted((row for row in lines(export) if row["position"] is not None), key=lambda row: row["position"])
    previous = bytes(32)
    for number, entry in enumerate(entries, 1):
        previous = hashlib.sha256(previous + text([entry[field] for field in FIELDS]).encode()).digest()
        if entry["position"] != number or entry["hash"] != previous.hex():
            sys.exit(f"Broken at position {number}, entry {entry['id']}")
    for anchor in lines(anchors) if anchors else []:
        own = [entry for entry in entries if entry["accountId"] == anchor["accountId"]]
        if own and not any(all(entry[key] == anchor[key] for key in ("position", "hash")) for entry in own):
            sys.exit(f"The anchor of {anchor['at']} is not in the chain: position {anchor['position']}")
    print(f"{len(entries)} entries hold; the last hash is {previous.hex()}")


if __name__ == "__main__":
    main(*sys.argv[1:])
