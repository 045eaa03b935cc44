#!/usr/bin/env python3
"""Verifies an exported audit log without Laris. Python 3.8+, standard library only. The rules: ../contract/audit-log.md

    python3 verify.py EXPORT [ANCHORS]

EXPORT is GET /api/v1/audit-log/export?format=ndjson&chain=true, ANCHORS what `laris audit anchor` printed. Of anchors of more
than one workspace, those of the export's are looked at; when none is, that is a fault: a chain that is gone has none either.
"""
import hashlib
import json
import sys
from datetime import datetime, timedelta, timezone
from decimal import Decimal

# An entry is linked within seconds of being written.
LONGEST_WAIT = timedelta(minutes=10)

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


def instant(written):
    return datetime.strptime(written, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc)


def main(export, anchors=None):
    rows = lines(export)
    entries = sorted((row for row in rows if row["position"] is not None), key=lambda row: row["position"])
    waiting = [row for row in rows if row["position"] is None]
    for row in waiting:
        if datetime.now(timezone.utc) - instant(row["createdAt"]) > LONGEST_WAIT:
            sys.exit(f"Entry {row['id']} of {row['createdAt']} is in no chain")
    previous = bytes(32)
    for number, entry in enumerate(entries, 1):
        previous = hashlib.sha256(previous + text([entry[field] for field in FIELDS]).encode()).digest()
        if entry["position"] != number or entry["hash"] != previous.hex():
            sys.exit(f"Broken at position {number}, entry {entry['id']}")
    kept = lines(anchors) if anchors else []
    workspaces = {row["accountId"] for row in rows}
    own = [anchor for anchor in kept if anchor["accountId"] in workspaces]
    if kept and not own:
        sys.exit("None of the anchors is of a workspace of this export")
    for anchor in own:
        if not any(all(entry[key] == anchor[key] for key in ("accountId", "position", "hash")) for entry in entries):
            sys.exit(f"The anchor of {anchor['at']} is not in the chain: position {anchor['position']}")
    print(f"{len(entries)} entries hold; the last hash is {previous.hex()}")
    if waiting:
        print(f"{len(waiting)} entries are of the last minutes and not linked yet")


if __name__ == "__main__":
    main(*sys.argv[1:])
