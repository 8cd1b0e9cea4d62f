package source

import (
	"bytes"
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/view/protocol"
)

// Media lists the images and documents in a JSON value of a record: a block, or the content
// of a tool result. It returns only the positions of the bytes.
func (r *Reader) Media(f *parser.File, index int32, at parser.Span) []protocol.Media {
	raw := r.Span(f, index, at)
	if raw == nil {
		return nil
	}
	base := f.Records.At(index).Offset + int64(at.From)
	var list []protocol.Media
	one := func(at int) int {
		end := jsonl.Skip(raw, at)
		if end > 0 && raw[at] == '{' {
			if m, ok := MediaOf(raw[at:end]); ok {
				m.File, m.Offset = f.Number, m.Offset+float64(base)+float64(at)
				list = append(list, m)
			}
		}
		return end
	}
	if raw[0] == '[' {
		jsonl.Array(raw, 0, one)
	} else {
		one(0)
	}
	return list
}

// MediaOf reads an image or document block. The Offset of the result is relative to the
// block.
func MediaOf(block []byte) (protocol.Media, bool) {
	o := Parse(block)
	in := o.Object("source", "file")
	m := protocol.Media{Name: o.Text(200, "title")}
	for _, key := range []string{"type", "media_type"} {
		if kind := in.Text(100, key); strings.Contains(kind, "/") {
			m.Type = kind
		}
	}
	if data := in.Offset("data", "base64"); data >= 0 && in.IsString("data", "base64") {
		m.Offset, m.Length = float64(o.Offset("source", "file")+data+1), in.Size("data", "base64")-2
	}
	if path := in.Text(1000, "filePath"); path != "" {
		m.Name = path[strings.LastIndexAny(path, `/\`)+1:]
	}
	if in.IsString("url") {
		m.Host = hostOf(in.Text(2000, "url"))
	}
	kind := o.Text(20, "type")
	if m.Type == "" && kind != "image" {
		m.Type = "application/pdf"
	}
	known := kind == "image" || kind == "document" || kind == "pdf"
	return m, known && (kind == "image" || m.Length > 0 || m.Host != "")
}

// hostOf returns the host of a URL, which is never loaded.
func hostOf(url string) string {
	_, remainder, found := strings.Cut(url, "://")
	if !found {
		return "?"
	}
	host, _, _ := strings.Cut(remainder, "/")
	return OneLine(host, 100)
}

// Distinct removes images with identical bytes. Each image is compared with all images before
// it, so those after the first MaxShown are only counted, including duplicates.
func (r *Reader) Distinct(list []protocol.Media) (out []protocol.Media, more int) {
	for i, m := range list {
		if len(out) == MaxShown {
			return out, len(list) - i
		}
		if !slices.ContainsFunc(out, func(other protocol.Media) bool { return r.sameBytes(m, other) }) {
			out = append(out, m)
		}
	}
	return out, 0
}

// compared is the size of the chunks in which two images are compared.
const compared = 64 << 10

// sameBytes reports whether two images have the same bytes.
func (r *Reader) sameBytes(a, b protocol.Media) bool {
	if a.Length != b.Length || a.Length == 0 || a.File != b.File {
		return false
	}
	f := r.store.File(a.File)
	for at := 0; at < a.Length; at += compared {
		n := min(compared, a.Length-at)
		x, err := r.Read(f, int64(a.Offset)+int64(at), n)
		if err != nil {
			return false
		}
		x = bytes.Clone(x) // the next read may overwrite it
		if y, err := r.Read(f, int64(b.Offset)+int64(at), n); err != nil || !bytes.Equal(x, y) {
			return false
		}
	}
	return true
}
