package damaged

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/ascii85"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"html"
	"io"
	"mime/quotedprintable"
	"net/url"
	"strings"
	"unicode/utf16"
)

// encodings returns the whole session in other encodings.
func encodings() []Kind {
	packed := func(with func(io.Writer) io.WriteCloser) func(n int) []byte {
		return whole(func(data []byte) []byte {
			var b bytes.Buffer
			w := with(&b)
			w.Write(data)
			w.Close()
			return b.Bytes()
		})
	}
	text := func(encode func(string) string) func(n int) []byte {
		return whole(func(data []byte) []byte { return []byte(encode(string(data))) })
	}
	gz := packed(func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })
	archive := packed(func(w io.Writer) io.WriteCloser { return newZip(w) })
	return []Kind{
		{Name: "UTF-16 LE with its mark", Type: "utf16", Codes: "damaged-line", Make: units(binary.LittleEndian, "\xff\xfe")},
		{Name: "UTF-16 BE with its mark", Type: "utf16", Codes: "damaged-line", Make: units(binary.BigEndian, "\xfe\xff")},
		{Name: "UTF-16 LE", Type: "json", Codes: "damaged-line", Make: units(binary.LittleEndian, "")},
		{Name: "UTF-16 BE", Type: "json", Codes: "damaged-line", Make: units(binary.BigEndian, "")},
		{Name: "UTF-32 LE", Type: "json", Codes: "damaged-line", Make: text(func(s string) string {
			var b []byte
			for _, r := range s {
				b = binary.LittleEndian.AppendUint32(b, uint32(r))
			}
			return string(b)
		})},
		{Name: "Latin 1", Codes: "invalid-utf8", Make: text(func(s string) string {
			var b []byte
			for _, r := range s {
				b = append(b, byte(r))
			}
			return string(b)
		})},
		{Name: "EBCDIC", Type: "text", Codes: "damaged-line", Make: whole(func(data []byte) []byte {
			for i := range data {
				data[i] ^= 0x80
			}
			return data
		})},
		{Name: "UTF-8 twice", Make: text(func(s string) string {
			var b []rune
			for i := range len(s) {
				b = append(b, rune(s[i]))
			}
			return string(b)
		})},
		{Name: "gzip", File: "session.jsonl.gz", Type: "gzip", Make: gz},
		{Name: "gzip under the name of a session", Type: "gzip", Make: gz},
		{Name: "cut gzip", Type: "gzip", Make: func(n int) []byte { return gz(n)[:100] }},
		{Name: "zlib", Type: "binary", Make: packed(func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) })},
		{Name: "deflate", Type: "binary", Make: packed(func(w io.Writer) io.WriteCloser { f, _ := flate.NewWriter(w, 9); return f })},
		{Name: "zip", File: "session.zip", Type: "zip", Make: archive},
		{Name: "zip under the name of a session", Type: "zip", Make: archive},
		{Name: "an empty zip", File: "empty.zip", Type: "zip", Make: fixed("PK\x05\x06" + strings.Repeat("\x00", 18))},
		{Name: "zstd", File: "session.jsonl.zst", Type: "binary", Make: fixed("\x28\xb5\x2f\xfd\x04\x00" + noise(400))},
		{Name: "bzip2", File: "session.jsonl.bz2", Type: "binary", Make: fixed("BZh91AY&SY" + noise(400))},
		{Name: "xz", File: "session.jsonl.xz", Type: "binary", Make: fixed("\xfd7zXZ\x00\x00\x04" + noise(400))},
		{Name: "7z", File: "session.7z", Type: "binary", Make: fixed("7z\xbc\xaf\x27\x1c\x00\x04" + noise(400))},
		{Name: "tar", File: "session.tar", Make: whole(func(data []byte) []byte {
			head := make([]byte, 512)
			copy(head, "session.jsonl")
			copy(head[124:], fmt.Sprintf("%011o", len(data)))
			copy(head[257:], "ustar\x0000")
			return append(append(head, data...), make([]byte, 1024)...)
		}), Codes: "damaged-line nul-bytes"},
		{Name: "base64", Type: "text", Codes: "unfinished-line",
			Make: text(func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) })},
		{Name: "base64 in lines", Type: "text", Codes: "damaged-line", Make: text(func(s string) string {
			return wrapped(base64.StdEncoding.EncodeToString([]byte(s)), 76) + "\n"
		})},
		{Name: "a data address", Type: "text", Codes: "unfinished-line", Make: text(func(s string) string {
			return "data:application/jsonl;base64," + base64.StdEncoding.EncodeToString([]byte(s))
		})},
		{Name: "ascii85", Type: "text", Codes: "unfinished-line", Make: text(func(s string) string {
			b := make([]byte, ascii85.MaxEncodedLen(len(s)))
			return string(b[:ascii85.Encode(b, []byte(s))])
		})},
		{Name: "hexadecimals", Type: "text", Codes: "unfinished-line",
			Make: text(func(s string) string { return hex.EncodeToString([]byte(s)) })},
		{Name: "a hex dump", Type: "text", Codes: "damaged-line", Make: text(func(s string) string { return hex.Dump([]byte(s)) })},
		{Name: "percent-encoded", Type: "text", Codes: "unfinished-line", Make: text(url.QueryEscape)},
		{Name: "quoted-printable", Codes: "damaged-line more",
			Make: packed(func(w io.Writer) io.WriteCloser { return quotedprintable.NewWriter(w) })},
		{Name: "HTML entities", Type: "json", Codes: "damaged-line", Make: text(html.EscapeString)},
		{Name: "shifted by 13", Type: "json", Make: text(func(s string) string {
			return strings.Map(func(r rune) rune {
				switch {
				case r >= 'a' && r <= 'z':
					return 'a' + (r-'a'+13)%26
				case r >= 'A' && r <= 'Z':
					return 'A' + (r-'A'+13)%26
				}
				return r
			}, s)
		})},
	}
}

func units(order binary.AppendByteOrder, mark string) func(n int) []byte {
	return whole(func(data []byte) []byte {
		b := []byte(mark)
		for _, u := range utf16.Encode([]rune(string(data))) {
			b = order.AppendUint16(b, u)
		}
		return b
	})
}

// A zipped file is an archive with one file in it.
type zipped struct {
	*zip.Writer
	file io.Writer
}

func newZip(w io.Writer) zipped {
	z := zip.NewWriter(w)
	file, err := z.Create("session.jsonl")
	if err != nil {
		panic(err)
	}
	return zipped{z, file}
}

// Write adds data to the file in the archive.
func (z zipped) Write(p []byte) (int, error) { return z.file.Write(p) }

// noise returns n random bytes, the same each time.
func noise(n int) string {
	b := make([]byte, n)
	x := uint32(1)
	for i := range b {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		b[i] = byte(x)
	}
	return string(b)
}
