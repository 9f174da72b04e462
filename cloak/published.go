package cloak

// published are the keys that vendors print in their manuals and samples: Stripe's
// test keys, and those of Google's Firebase SDKs. Everybody has them, so that they
// are left alone. They stand here as hashes, FNV-1a of 64 bits: a scanner of
// repositories would take them for keys.
var published = map[uint64]bool{
	0x08b545962adc7d8b: true, 0x12113c2e6979f447: true, 0x294c63f8344d5df1: true, 0x29a336c7244f48dd: true, 0x515cb771a4238032: true, 0x67e733c2f9035757: true,
	0x6835e0f288832a40: true, 0x6acbd824bd32bbd4: true, 0x816cd10fdb11ead0: true, 0x828818f833257868: true, 0x99b2726346a1e92a: true, 0x9cba2b6f12fd10a4: true,
	0xadbd04e3fe1b6d49: true, 0xc73f1e61952e6987: true, 0xc800bf2100a21c67: true, 0xdb9422f1dd332dcc: true, 0xddd19c486d095d84: true, 0xe754678ea2b14ef1: true,
	0xe7666dbb286c6c2e: true,
}

func isPublished(v string) bool {
	const offset, prime = 0xcbf29ce484222325, 0x100000001b3
	h := uint64(offset)
	for i := range len(v) {
		h = (h ^ uint64(v[i])) * prime
	}
	return published[h]
}
