/*
Package audit keeps an append-only log of what was cloaked, when, and by which policy: evidence
that whoever can change the folder afterwards cannot edit, cut or write anew without its being
seen, within the limits that are named below. There is no field in a [Record] that a value could
go into: the log is not a leak.

The package imports nothing else of this module, no network, and starts no process: an auditor can
read it alone.

# Files

A log is a folder:

	0000000000000000.jsonl   a segment: records, a line each; the name is the number of the first
	0000000000004711.jsonl   the next one
	audit.ckpt               checkpoints
	audit.hashes             of records that were pruned: 32 bytes each; not always there
	audit.torn-4712          what was not written to its end, moved aside; not always there
	audit.lock               which writers lock

What is private stands in another folder, never in that one: the key that signs checkpoints, the
secret of the tags (ID.key), and how far the log had come when this machine last signed it
(ID.memo). All files are for their owner alone; a segment that has ended is read-only.

# Records

A record is one line of printable ASCII, closed by a line feed, of less than 8 KiB: a JSON object
with no blanks between its members, no fractions, no nulls, and no number above 2^53-1. Its
members come in a fixed order, the first seven always:

	prev  64 hexadecimal digits: the hash of the line before
	seq   its number, from 0
	ts    time in UTC, RFC 3339 with six digits of fractions. A clock may go back: seq is the order
	v     1
	log   the log's id: 32 hexadecimal digits
	src   of the program's run: 16 hexadecimal digits
	ev    start, stop, sanitize, restore, relay, scan, config; key, rotate, gap, pruned

Those that say nothing are left out:

	surface  cli, lib, wrap, hook, mcp, scan
	ses      of what belongs together: 32 hexadecimal digits
	dir      to_model, from_model, to_tool
	up       the upstream, as the configuration calls it
	method   of MCP
	n        values that were replaced, by entity: {"email":1,"ipv4":2}
	hits     the same, by what has found them
	trip     values that only the second pass has found
	wrote    values that the model wrote itself
	typed    values that a person has answered a server with
	skip     strings that are not looked at, by position
	restored, missing   stand-ins that were replaced by values, and those that did not come back
	crossed, kept       values of one upstream that went to another; stand-ins that stayed for that
	refused, files, ignored
	in_b, out_b      bytes of the text before and after, rounded up to 256
	in_tag, out_tag  of the same texts
	pol, pack        tags of the configuration and the terms
	bridge, gen      tag of the bridge's name, and its generation
	dur_ms, ver, fips
	res              ok, denied, failed_closed, findings, failed
	err              why not: scope, restore_policy, unresolved, model_values, tripwire, policy, limit,
	                 upstream, cancelled, input, internal
	next, torn_b, lost, first, vkey   of the log's own records

A reader takes members that it does not know for new ones.

The log's own records are key, the first of all, which names the key; rotate, the last of its
segment, which names the next; gap: bytes were torn (torn_b), or records could not be written
(lost); and pruned: the records before number first were deleted.

# Hashes

The bytes of lines are hashed as they are: nothing is ever written again to be checked.

	hash(line) = SHA-256(0x00 || line)                      without the line feed
	prev       = hex(hash(the line before))
	prev of 0  = hex(SHA-256("cloak-audit/v1\n" || log))    the id in hexadecimal digits

That hash is at the same time a leaf of the tree of RFC 6962 (2.1), whose nodes are
SHA-256(0x01 || left || right). So one pass serves both.

# Checkpoints

A checkpoint is one of C2SP tlog-checkpoint: a signed note (C2SP signed-note, Ed25519) of three
lines, origin, number of records, and root of their tree in base64. The origin, and the name of
the key, is "cloak-audit/" and the log's id. In audit.ckpt there is an empty line behind each. One
is signed when the log begins, after 1,000 records, with the first record after ten seconds, and when a program closes
the log. There are never two of one size with two roots: a log that is shorter than it was is not
continued.

# Tags

A tag says, to whoever has the key, that a text is the one that was meant, and nothing to others:

	tag  = hex(HMAC-SHA256(K, SHA-256(text))[:16])
	K    = HMAC-SHA256(secret, "cloak-audit/v1 session\n" || ses)     in_tag and out_tag
	K    = HMAC-SHA256(secret, "cloak-audit/v1 log\n" || kind)        pol, pack, bridge

The key of a session can be given away without those of others: [Disclose].

# Several programs

Who writes holds the lock of audit.lock, reads what others have added, and then writes its lines
at the file's end at once. An append is acknowledged when they are written, or when they are on
disk (see [Sync]); appends that come at the same time share a write. A line that a program did not
finish is moved aside by the next one, which says so in a gap record.

# What it proves

With its chain alone: no record was changed, added, removed or moved between the first and the
last. With the public key: that holds up to the last checkpoint, against everybody who has not the
private key. With an anchor, a [Head] in a place that the attacker cannot reach: against everybody
who came after it, the owner of the key too. Without an anchor nobody can see that the end was cut
off together with its checkpoints, that an older copy was put in its place, or that whoever has
the key has written all of it anew. And no log tells of what was never written into it.

# An example

This log has three records and two checkpoints, and a test reads it:

	-- 0000000000000000.jsonl --
	{"prev":"d755c1da6eb153ff9c6a42babe97c2e44cc124dbf942d3fb97a5cc2b912f107a","seq":0,"ts":"2026-11-30T01:52:32.125456Z","v":1,"log":"090a0b0c0d0e0f101112131415161718","src":"0102030405060708","ev":"key","ver":"v1.0.0","vkey":"cloak-audit/090a0b0c0d0e0f101112131415161718+0f79d138+AaDV28MkvWfBKwDn55lVSbpFMPWeeUkM5bTInIfcriI5"}
	{"prev":"6ac269fbd696d04a667909f4ce89c27780f71a639a640eca0bc7849c2e3ca410","seq":1,"ts":"2026-11-30T01:52:32.128456Z","v":1,"log":"090a0b0c0d0e0f101112131415161718","src":"0102030405060708","ev":"sanitize","surface":"cli","ses":"595a5b5c5d5e5f606162636465666768","n":{"email":1,"ipv4":2},"in_b":512,"out_b":512,"in_tag":"83794885bc1ae51c877ecd49bf2150bf","dur_ms":1,"ver":"v1.0.0","res":"ok"}
	{"prev":"f27b0b63d0d412adf518d680d3a1d2bef9d17e90ce4d7d33e1e7c9e3bde7af27","seq":2,"ts":"2026-11-30T01:52:32.131456Z","v":1,"log":"090a0b0c0d0e0f101112131415161718","src":"0102030405060708","ev":"stop","surface":"cli","ver":"v1.0.0","res":"ok"}
	-- audit.ckpt --
	cloak-audit/090a0b0c0d0e0f101112131415161718
	1
	asJp+9aW0EpmeQn0zonCd4D3GmOaZA7KC8eEnC48pBA=

	— cloak-audit/090a0b0c0d0e0f101112131415161718 D3nROF3dbnjWMdEMo7KbRuYqo62Dur2T76aKhCmrFBY3y11aLo2vH7gty1PZGotSoM7LM6Eq+dgiqHgBWbr7WH7ppwo=

	cloak-audit/090a0b0c0d0e0f101112131415161718
	3
	hZo2wiLB/zRAegNatnxLsdPIaWD3f98F+Ks7g1cB5Yw=

	— cloak-audit/090a0b0c0d0e0f101112131415161718 D3nROAJIz7uKrRR28RZ3cW398m5dEFYeCd+LdGk4X7gJS06XHD0+2gUkT9GGeA80JVW5fQ555wrmX9uE6zSX9z/X5AM=
*/
package audit
