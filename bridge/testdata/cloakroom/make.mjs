// Makes bridges in Cloakroom's format with WebCrypto, as a browser would. The values
// are made up.
//
//	node make.mjs DIR        writes all vectors
//	node make.mjs - FILE     writes the content in FILE (JSON), sealed under $PASSPHRASE
//	node make.mjs open FILE  writes the content of the bridge in FILE
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { subtle } = globalThis.crypto;
const base64 = (bytes) => Buffer.from(bytes).toString('base64');
const utf8 = (text) => new TextEncoder().encode(text);

async function seal(content, passphrase, { iters = 600000, v = 1, hash = 'SHA-256', name = 'PBKDF2' } = {}) {
  const salt = globalThis.crypto.getRandomValues(new Uint8Array(16));
  const iv = globalThis.crypto.getRandomValues(new Uint8Array(12));
  const secret = await subtle.importKey('raw', utf8(passphrase), 'PBKDF2', false, ['deriveKey']);
  const key = await subtle.deriveKey({ name: 'PBKDF2', salt, iterations: iters, hash: 'SHA-256' }, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt']);
  const ct = await subtle.encrypt({ name: 'AES-GCM', iv }, key, utf8(JSON.stringify(content)));
  return { v, kdf: { name, iters, hash }, salt: base64(salt), iv: base64(iv), ct: base64(ct) };
}

async function open(file, passphrase) {
  const bytes = (text) => Buffer.from(text, 'base64');
  const secret = await subtle.importKey('raw', utf8(passphrase), 'PBKDF2', false, ['deriveKey']);
  const kdf = { name: 'PBKDF2', salt: bytes(file.salt), iterations: 600000, hash: 'SHA-256' };
  const key = await subtle.deriveKey(kdf, secret, { name: 'AES-GCM', length: 256 }, false, ['decrypt']);
  return new TextDecoder('utf-8', { fatal: true }).decode(await subtle.decrypt({ name: 'AES-GCM', iv: bytes(file.iv) }, key, bytes(file.ct)));
}

const passphrase = 'correct horse battery stäple';
const entry = (type, original, placeholder, count = 1) => ({ type, original, placeholder, count });
const content = (mode, mapping, v = 1) => ({ v, createdAt: '2026-11-30T01:02:03.456Z', mode, mapping });

const realistic = content('realistic', [
  entry('PERSON', 'Marta Kowalczyk', 'Alice Sample', 3),
  entry('EMAIL', 'marta@kowalczyk.eu', 'alice.sample@example.com', 2),
  entry('IPV4', '10.77.3.9', '192.0.2.17'),
  entry('ORG', 'Żabka & Söhne "Ltd"', 'Sample Works'),
  entry('PERSON', 'Jan', 'Alice'),
  entry('CUSTOM', 'line one\nline two \u2028 \u0000 😀', 'blue-heron'),
  entry('EMAIL', 'jan@kowalczyk.eu', 'Alice@example.com'),
]);
const token = content('token', [
  entry('PERSON', 'Marta Kowalczyk', '«PERSON_1»', 3),
  entry('PERSON', 'Jan Nowak', '«PERSON_11»'),
  entry('EMAIL', 'marta@kowalczyk.eu', '«EMAIL_1»', 2),
  entry('CASE_NUMBER', '7:26-cv-09999', '«CASE_NUMBER_1»'),
]);
const small = content('token', [entry('EMAIL', 'marta@kowalczyk.eu', '«EMAIL_1»')]);
const rapid = { iters: 100000 };

// flipped is a file with one bit of a member changed.
const flipped = (file, member, at) => {
  const bytes = Buffer.from(file[member], 'base64');
  bytes[(at + bytes.length) % bytes.length] ^= 1;
  return { ...file, [member]: bytes.toString('base64') };
};

async function vectors(dir) {
  const write = (name, file) => writeFileSync(join(dir, name + '.json'), typeof file === 'string' ? file : JSON.stringify(file) + '\n');
  const good = await seal(small, passphrase, rapid);
  const plain = (value) => seal(value, passphrase, rapid);
  write('good-realistic', await seal(realistic, passphrase));
  write('good-token', await seal(token, passphrase));
  write('good-iters', good);
  write('good-empty', await plain(content('token', [])));
  write('good-more', JSON.stringify({ app: 'x', ...good, note: [] }, null, 2));
  write('passphrase-other', await seal(small, passphrase + ' ', rapid));
  write('passphrase-normalized', await seal(small, passphrase.normalize('NFD'), rapid));
  write('passphrase-iters', { ...good, kdf: { ...good.kdf, iters: 100001 } });
  for (const [member, at] of [['salt', 0], ['iv', 11], ['ct', 0], ['ct', -1], ['ct', -17]]) {
    write(`passphrase-${member}${at}`, flipped(good, member, at));
  }
  write('passphrase-cut', { ...good, ct: base64(Buffer.from(good.ct, 'base64').subarray(0, -1)) });
  for (const iters of [0, 99999, 10000001, 1e300, -1, 100000.5]) {
    write(`parameters-iters${iters}`, { ...good, kdf: { ...good.kdf, iters } });
  }
  write('parameters-name', { ...good, kdf: { ...good.kdf, name: 'scrypt' } });
  write('parameters-hash', { ...good, kdf: { ...good.kdf, hash: 'SHA-1' } });
  write('version-2', { ...good, v: 2 });
  write('version-within', await plain(content('token', [], 2)));
  write('body-text', await plain('marta@kowalczyk.eu'));
  write('body-array', await plain([1]));
  write('body-mapping', await plain({ v: 1, mapping: { 'marta@kowalczyk.eu': 1 } }));
  write('body-number', await plain(content('token', [{ ...small.mapping[0], original: 7 }])));
  write('body-missing', await plain({ v: 1 }));
  write('not_bridge-text', 'hello\n');
  write('not_bridge-empty', '');
  write('not_bridge-json', { v: 2 });
  write('not_bridge-cut', JSON.stringify(good).slice(0, -10));
  write('not_bridge-no-ct', { ...good, ct: undefined });
  write('not_bridge-salt', { ...good, salt: base64(Buffer.alloc(8)) });
  write('not_bridge-iv', { ...good, iv: base64(Buffer.alloc(16)) });
  write('not_bridge-short', { ...good, ct: base64(Buffer.alloc(15)) });
  write('not_bridge-base64', { ...good, ct: '*' + good.ct });
  write('not_bridge-twice', JSON.stringify(good) + JSON.stringify(good));
  write('conflict-placeholder', await plain(content('token', [...small.mapping, entry('EMAIL', 'jan@kowalczyk.eu', '«EMAIL_1»')])));
  write('conflict-original', await plain(content('token', [...small.mapping, entry('EMAIL', 'marta@kowalczyk.eu', '«EMAIL_2»')])));
  write('conflict-empty', await plain(content('token', [...small.mapping, entry('EMAIL', 'jan@kowalczyk.eu', '')])));
  write('conflict-no-original', await plain(content('token', [...small.mapping, entry('EMAIL', '', '«EMAIL_2»')])));
  write('conflict-long', await plain(content('token', [...small.mapping, entry('EMAIL', 'jan@kowalczyk.eu', 'x'.repeat(4097))])));
}

const [dir, file] = process.argv.slice(2);
if (dir === '-') {
  process.stdout.write(JSON.stringify(await seal(JSON.parse(readFileSync(file, 'utf8')), process.env.PASSPHRASE)));
} else if (dir === 'open') {
  process.stdout.write(await open(JSON.parse(readFileSync(file, 'utf8')), process.env.PASSPHRASE));
} else {
  await vectors(dir);
}
