#!/usr/bin/env python3
"""An independent verifier of audit logs, written from the comment of audit/doc.go and the standards
that it names (RFC 6962, RFC 8032, C2SP signed-note and tlog-checkpoint), with the standard library
alone. usage: verify.py [--key VKEY] [--anchor FILE] DIR; it ends as cloak audit verify does."""
import argparse, base64, datetime, hashlib, json, os, re, sys

sha = lambda b: hashlib.sha256(b).digest()
LINE = re.compile(rb'\{"prev":"([ -~]{64})","seq":(0|[1-9][0-9]{0,15}),"ts":"([ -~]{27})","v":1,"log":"([ -~]{32})","src":"[ -~]{16}","ev":"([ !#-~]{1,16})"[ -~]*\}')
FAULTS = {10: "broken", 13: "bad signature", 14: "off an anchor", 12: "off a checkpoint", 11: "torn"}  # the gravest first
faults = []  # (exit code, what is wrong)
def fail(code, why): faults.append((code, why))

# Ed25519 (RFC 8032, 5.1.7): points are x and y as fractions over z, and t with x*y = t*z.
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P
def times(n, p):
    q = (0, 1, 1, 0)
    while n:
        if n & 1: q = add(q, p)
        p, n = add(p, p), n >> 1
    return q
def point(b):
    y, sign = int.from_bytes(b, "little") & (1 << 255) - 1, b[31] >> 7
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * v**3 * pow(u * v**7, (P - 5) // 8, P) % P
    if v * x * x % P == -u % P: x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or v * x * x % P != u or x == 0 and sign: return None
    return (P - x if x & 1 != sign else x), y, 1, (P - x if x & 1 != sign else x) * y % P
B = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
def signed(public, message, sig):
    a, s = point(public), int.from_bytes(sig[32:], "little")
    if a is None or len(sig) != 64 or s >= L: return False
    k = int.from_bytes(hashlib.sha512(sig[:32] + public + message).digest(), "little") % L
    x, y, z, _ = add(times(s, B), times(k, (P - a[0], a[1], 1, P - a[3])))
    x, y = x * pow(z, P - 2, P) % P, y * pow(z, P - 2, P) % P
    return (y | (x & 1) << 255).to_bytes(32, "little") == sig[:32]

def b64(s):
    try: b = base64.b64decode(s, validate=True)
    except ValueError: return None
    return b if base64.b64encode(b).decode() == s else None
def read_key(vkey):
    name, digest, key = vkey.split("+", 2)
    key = b64(key)
    if not key or len(key) != 33 or key[0] != 1 or sha(name.encode() + b"\n" + key)[:4].hex() != digest: sys.exit(2)
    return name, sha(name.encode() + b"\n" + key)[:4], key[1:]
def head(text):  # of a checkpoint: log, number of records, root
    m = re.fullmatch(r"cloak-audit/([0-9a-f]{32})\n(0|[1-9][0-9]{0,18})\n([A-Za-z0-9+/]{43}=)\n", text)
    return (m[1], int(m[2]), b64(m[3])) if m and b64(m[3]) else None
def opens(key, text, signatures):
    good = False
    for line in signatures:
        m = re.fullmatch("— ([^ +]+) ([A-Za-z0-9+/=]+)", line)
        raw = m and b64(m[2])
        if not raw or len(raw) < 5: return False
        if not good and (m[1], raw[:4]) == key[:2]:  # of several by the key the first counts
            if not signed(key[2], text.encode(), raw[4:]): return False
            good = True
    return good

class Tree:  # of RFC 6962, 2.1, from the left: roots of whole subtrees, the largest first
    def __init__(self): self.size, self.nodes = 0, []
    def add(self, leaf):
        self.nodes.append(leaf); self.size += 1
        n = self.size
        while n & 1 == 0: r = self.nodes.pop(); self.nodes[-1] = sha(b"\x01" + self.nodes[-1] + r); n >>= 1
    def root(self):
        if not self.nodes: return sha(b"")
        h = self.nodes[-1]
        for left in reversed(self.nodes[:-1]): h = sha(b"\x01" + left + h)
        return h

def first_kept(line):  # by a record of a pruning; -1 if it says nothing
    try: n = json.loads(line).get("first", 0)
    except ValueError: return -1
    return n if type(n) is int else -1

def records(folder, wanted):
    """Reads all records; gives the log's id ("?" if it is not known, None if there are no records), its size, the
    roots at wanted sizes, the number of pruned records, and the records that say so."""
    tree, roots, log, last, rotated, prunings = Tree(), {}, None, None, False, []
    def grow(leaf):
        tree.add(leaf)
        if tree.size in wanted: roots[tree.size] = tree.root()
    if 0 in wanted: roots[0] = tree.root()
    names = sorted(n for n in os.listdir(folder) if re.fullmatch(r"[0-9]{16}\.jsonl", n) and os.path.getsize(os.path.join(folder, n)))
    if not names: fail(10, "there are no records"); return None, 0, roots, 0, []
    pruned = int(names[0][:16])
    if pruned:
        try: hashes = open(os.path.join(folder, "audit.hashes"), "rb").read()
        except FileNotFoundError: hashes = b""
        if len(hashes) < 32 * pruned: fail(10, "pruned records have no hashes"); return "?", 0, roots, pruned, []
        for i in range(pruned): last = hashes[32 * i:32 * i + 32]; grow(last)
    for name in names:
        data = open(os.path.join(folder, name), "rb").read()
        lines = data.split(b"\n")
        for i, line in enumerate(lines[:-1]):
            m = LINE.fullmatch(line) if len(line) < 8192 else None
            bad = lambda why: fail(10, f"record {tree.size} in {name}: {why}")
            if m is None: bad("no line of a log"); return log or "?", tree.size, roots, pruned, prunings
            if log is None:
                log = m[4].decode()
                if not pruned: last = sha(b"cloak-audit/v1\n" + m[4])
                try: datetime.datetime.strptime(m[3].decode(), "%Y-%m-%dT%H:%M:%S.%fZ")
                except ValueError: bad("no time")
            elif (i == 0) != rotated: bad("a segment begins or ends where none does")
            if int(m[2]) != tree.size or m[4].decode() != log or i == 0 and int(name[:16]) != tree.size or m[1] != last.hex().encode(): bad("it does not follow")
            if faults and faults[-1][0] == 10: return log, tree.size, roots, pruned, prunings
            last, rotated = sha(b"\x00" + line), m[5] == b"rotate"
            if m[5] == b"pruned": prunings.append((tree.size, first_kept(line)))
            grow(last)
        if lines[-1]:
            fail(11 if name == names[-1] else 10, f"{name} does not end with a line")
            return log or "?", tree.size, roots, pruned, prunings
    if rotated and not os.path.exists(os.path.join(folder, "%016d.jsonl" % tree.size)): fail(12, "the next segment is missing")
    return log, tree.size, roots, pruned, prunings

def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--key"); ap.add_argument("--anchor"); ap.add_argument("dir")
    a = ap.parse_args()
    key, checkpoints, anchors = a.key and read_key(a.key), [], []
    path = os.path.join(a.dir, "audit.ckpt")
    parts = open(path, encoding="utf-8", errors="replace").read().split("\n\n") if os.path.exists(path) else [""]
    for text, signatures in zip(parts[0:-1:2], parts[1:-1:2]):
        h = head(text + "\n")
        if h is None or key and not opens(key, text + "\n", signatures.split("\n")): fail(13, "a checkpoint is none, or is not signed by the key"); break
        checkpoints.append(h)
    else:
        if parts[-1] or len(parts) % 2 == 0: fail(11, "the last checkpoint is torn")
    if a.anchor:
        for m in re.finditer(r"(cloak-audit/.*\n.*\n.*\n)\n?((?:— .*\n)*)", open(a.anchor, encoding="utf-8").read()):
            if head(m[1]) is None: sys.exit(2)
            anchors.append((head(m[1]), m[1], m[2].splitlines()))
    log, size, roots, pruned, prunings = records(a.dir, {h[1] for h in checkpoints} | {h[0][1] for h in anchors})
    empty, broken = log is None, any(code == 10 for code, _ in faults)
    off = lambda h: empty or h[0] != log or h[1] > size or roots.get(h[1]) != h[2]
    if empty or not broken:
        for h, text, signatures in anchors:
            if key and signatures and not opens(key, text, signatures): fail(13, "an anchor is not signed by the key")
            elif off(h): fail(14, "the log is not that of an anchor")
        if any(off(h) for h in checkpoints): fail(12, "the log is not that of a checkpoint")
        if key and not empty and not checkpoints: fail(13, "no checkpoint is signed by the key")
        behind = max([h[1] for h in checkpoints if not off(h)] or [0])
        if pruned and not any(first >= pruned and seq < behind for seq, first in prunings): fail(10, "no signed record says what was pruned")
    if empty and len(faults) > 1: faults[:] = [f for f in faults if f[0] != 10]
    code, why = min(faults, key=lambda f: list(FAULTS).index(f[0]), default=(0, f"{size} records, {len(checkpoints)} checkpoints, {len(anchors)} anchors" + ("" if key else "; signatures were not checked")))
    print(FAULTS.get(code, "whole") + ": " + why)
    return code

sys.exit(main())
