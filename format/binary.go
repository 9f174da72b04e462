package format

import "strings"

// A BinaryPolicy says what becomes of archives, images and documents that are not text.
type BinaryPolicy uint8

const (
	BinaryAsText BinaryPolicy = iota // as any other bytes
	RefuseBinary                     // a BinaryError
	PassBinary                       // nothing is looked for
)

// A BinaryError says why a stream was refused.
type BinaryError struct {
	What string // it is
}

func (e *BinaryError) Error() string {
	return "it is " + e.What + ", in which nothing can be found: what it holds would leave as it is"
}

// binaryHeads is how the formats of bytes begin. Sources: the specification of each, as
// collected in RFC 9694's media type registrations and the magic database of file(1).
var binaryHeads = []struct {
	at         int
	head, what string
}{
	{0, "%PDF-", "a PDF document"},
	{0, "PK\x03\x04", "a ZIP archive or an office document"},
	{0, "PK\x05\x06", "a ZIP archive"},
	{0, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "an old office document"},
	{0, "\x1F\x8B\x08", "compressed (gzip)"},
	{0, "BZh", "compressed (bzip2)"},
	{0, "\xFD7zXZ\x00", "compressed (xz)"},
	{0, "\x28\xB5\x2F\xFD", "compressed (zstd)"},
	{0, "\x04\x22\x4D\x18", "compressed (LZ4)"},
	{0, "7z\xBC\xAF\x27\x1C", "a 7z archive"},
	{0, "Rar!\x1A\x07", "a RAR archive"},
	{257, "ustar", "a tar archive"},
	{0, "\x89PNG\r\n\x1A\n", "an image (PNG)"},
	{0, "\xFF\xD8\xFF", "an image (JPEG)"},
	{0, "GIF87a", "an image (GIF)"},
	{0, "GIF89a", "an image (GIF)"},
	{8, "WEBPVP8", "an image (WebP)"},
	{0, "II*\x00", "an image (TIFF)"},
	{0, "MM\x00*", "an image (TIFF)"},
	{0, "\x00\x00\x01\x00", "an image (icon)"},
	{4, "ftyp", "a video or an image"},
	{0, "\x1A\x45\xDF\xA3", "a video (Matroska)"},
	{0, "OggS\x00", "sound (Ogg)"},
	{0, "fLaC", "sound (FLAC)"},
	{0, "ID3", "sound (MP3)"},
	{8, "WAVEfmt", "sound (WAV)"},
	{0, "SQLite format 3\x00", "a database (SQLite)"},
	{0, "PAR1", "a table (Parquet)"},
	{0, "Obj\x01", "a table (Avro)"},
	{0, "\x7FELF", "a program"},
	{0, "MZ\x90\x00", "a program"},
	{0, "\xCA\xFE\xBA\xBE", "a program"},
	{0, "\xCF\xFA\xED\xFE", "a program"},
	{0, "\x00asm", "a program (WebAssembly)"},
}

// binaryLen is how much of a stream tells, in bytes.
const binaryLen = 264

// Binary says what a stream is that begins with head, "a PDF document"; "" if it may be
// text.
func Binary(head string) string {
	for _, x := range binaryHeads {
		if len(head) >= x.at && strings.HasPrefix(head[x.at:], x.head) && isBytes(head, x.head) {
			return x.what
		}
	}
	return ""
}

// isBytes reports whether head has what no text has, if its first letters alone do not say
// that it is none: a text may begin with BZh, and have ftyp in it.
func isBytes(head, magic string) bool {
	if strings.ContainsFunc(magic, func(r rune) bool { return r < ' ' || r >= 0x7F }) || magic == "%PDF-" {
		return true
	}
	return strings.IndexByte(head, 0) >= 0
}
