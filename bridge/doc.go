// Package bridge keeps a mapping in an encrypted file, a bridge: what stands for
// what, for the reply that comes tomorrow, or in another program.
//
// A bridge is saved before what it maps leaves. It is written under a temporary
// name, synced and renamed, so that after a crash there is the old one or the new
// one. Who changes it holds a lock beside it. Others see its size, rounded up, and
// the number of saves; a thief can guess passphrases at the price of the derivation.
//
// # Format
//
// All integers are big-endian, all sizes in bytes.
//
//	  0   8  "CLOAKBR1"
//	  8   1  version: 1
//	  9   1  derivation: 0 key file, 1 PBKDF2-HMAC-SHA-256, 2 Argon2id
//	 10   1  cipher: 1 is AES-256-GCM in chunks, with random nonces
//	 11   1  flags: none are known; one that is not zero is refused
//	 12   4  iterations of PBKDF2, 100,000 to 10,000,000; passes of Argon2id, 1 to 16
//	 16   4  memory of Argon2id, KiB: 19,456 to 1,048,576; memory times passes is at most 4 GiB
//	 20   4  lanes of Argon2id, 1 to 16
//	 24  32  salt: stays as long as the passphrase
//	 56  32  nonce: new with each save
//	 88   8  generation: one more with each save
//	 96  32  commitment to the key
//	128  16  the first bytes of SHA-256 of bytes 0 to 127
//	144   …  chunks: nonce 12, cipher text of 64 KiB or, in the last one, less, tag 16
//
// What a derivation does not use is zero. Keys:
//
//	root       = the 32 bytes of the key file, or the derivation of the passphrase with bytes 0 to 55 as its salt
//	prk        = HKDF-Extract(SHA-256, root, salt = bytes 56 to 87)
//	key        = HKDF-Expand(prk, "cloak/bridge/v1/aead", 32)
//	commitment = HKDF-Expand(prk, "cloak/bridge/v1/commit", 32)
//
// A chunk's additional data are SHA-256 of bytes 0 to 143, its number from 0 as 8
// bytes, and a byte that is 1 for the last chunk and 0 for others.
//
// The plain text is the length of the payload, 8 bytes, the payload, and zeros up to
// 4096 bytes or, above that, up to PADMÉ's next size: n rounded up to a multiple of
// 2^(e−s), where e = ⌊log₂ n⌋ and s = ⌊log₂ e⌋ + 1.
//
// The payload is JSON, in UTF-8 and without white space, members in alphabetical
// order and left out if empty where they may be; bytes are in base64. It has one
// form: another is refused.
//
//	{"aliases":[{"from":"…","to":"[EMAIL_0]"}],"claims":{"exact":[…],"layers":[…],"room":0},"created":"2026-11-30T01:02:03Z",
//	 "key":"…","next":{"EMAIL":1},"pairs":[{"canonical":"…","chain":"…","detector":"email","entity":"EMAIL","origins":[""],
//	 "stand_in":"[EMAIL_0]","surface":"…","sweep":true,"token":"…"}],"parts":[{"kind":"domain","part":"…","stand_in":"…"}],"v":1}
//
// Aliases are what another program, Cloakroom, put in the place of values and what
// has no shape of ours: from, UTF-8 of 1 to 4096 bytes, stands for the stand-in to of
// a pair. They ascend by the bytes of from, none twice.
//
// A reader checks, in this order: the magic, the checksum, the version, the
// parameters, the commitment, the body. A body that ends where no bridge can end is
// cut off; one that does is damaged.
//
// The header of a bridge with the passphrase "correct horse battery staple":
//
//	00  434c4f414b42523101010100000186a0
//	10  000000000000000015fdf1675f889e89
//	20  75dce33f63eecf5add2c809c22177204
//	30  573acdce34c86283532c875b74bc8693
//	40  329ef177a225853c1d0f0aa346dd70f6
//	50  73d745a0d88b5a020000000000000001
//	60  df93ae039eae5fc6711e782efe20ad5e
//	70  b102c2ee40bc3323cb51108bae77ba06
//	80  18f534e17b92d7d1e50f4cd1898334f4
package bridge
