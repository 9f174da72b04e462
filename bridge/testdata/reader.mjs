// An independent reader of bridges, written from the format in ../doc.go alone. It
// opens vectors and prints, for each, its name and the SHA-256 of its payload.
//
//	node reader.mjs FILE…
import { createDecipheriv, createHash, hkdfSync, pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const sha256 = (...parts) => parts.reduce((h, p) => h.update(p), createHash('sha256')).digest();

function open(file, vector) {
  const fail = (why) => { throw new Error(why); };
  if (file.toString('latin1', 0, 8) !== 'CLOAKBR1') fail('magic');
  if (!sha256(file.subarray(0, 128)).subarray(0, 16).equals(file.subarray(128, 144))) fail('checksum');
  if (file[8] !== 1 || file[10] !== 1 || file[11] !== 0) fail('version');
  let root;
  switch (file[9]) {
    case 0: root = Buffer.from(vector['key-file'], 'hex'); break;
    case 1: root = pbkdf2Sync(vector.passphrase, file.subarray(0, 56), file.readUInt32BE(12), 32, 'sha256'); break;
    default: return null; // Argon2id is not in every Node
  }
  // Node's hkdf is Extract and Expand with the salt given.
  const derive = (info) => Buffer.from(hkdfSync('sha256', root, file.subarray(56, 88), info, 32));
  if (!timingSafeEqual(derive('cloak/bridge/v1/commit'), file.subarray(96, 128))) fail('commitment');
  const key = derive('cloak/bridge/v1/aead');
  const header = sha256(file.subarray(0, 144));
  const plain = [];
  for (let at = 144, index = 0n, last = false; !last; index++) {
    const end = Math.min(file.length, at + 12 + 65536 + 16);
    last = end === file.length;
    const aad = Buffer.alloc(41);
    header.copy(aad);
    aad.writeBigUInt64BE(index, 32);
    aad[40] = last ? 1 : 0;
    const d = createDecipheriv('aes-256-gcm', key, file.subarray(at, at + 12));
    d.setAAD(aad);
    d.setAuthTag(file.subarray(end - 16, end));
    plain.push(d.update(file.subarray(at + 12, end - 16)), d.final());
    at = end;
  }
  const text = Buffer.concat(plain);
  return text.subarray(8, 8 + Number(text.readBigUInt64BE(0)));
}

for (const name of process.argv.slice(2)) {
  const [head, body] = readFileSync(name, 'utf8').split('\n\n');
  const vector = Object.fromEntries(head.split('\n').map((l) => { const i = l.indexOf(': '); return [l.slice(0, i), l.slice(i + 2)]; }));
  let result;
  try {
    const payload = open(Buffer.from(body.replaceAll('\n', ''), 'base64'), vector);
    result = payload === null ? 'not tried' : JSON.parse(payload).v === 1 && sha256(payload).toString('hex');
  } catch (e) {
    result = 'refused';
  }
  console.log(basename(name), result);
}
