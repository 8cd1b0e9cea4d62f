package redact

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"
)

// TestHostileLines checks that long lines which are made to be slow are read in linear time.
func TestHostileLines(t *testing.T) {
	const size, most = 256 << 10, 5 * time.Second
	for _, part := range []string{
		`\\`, `\u0041`, "%25", "&amp;", "beamer=", "beamer = a1", "-----BEGIN PRIVATE KEY-----", "ghp_", "curl -u ", "key=", "password=",
		"://a:b", "@", "a@b.co ", "1.1.1.1.", "::", "+1 2", "eyJ", "ZXlK", "‹A", "secret: data: ", "-home-", "/home/", ".local", "a1B2c3D4",
		"\x1b[", "\x1b]", "a\u200b", "\x1b[31m%41", "ZXlK\n", "ZXlK\n" + strings.Repeat("ZXlK", 10), "+" + strings.Repeat("ZXlK", 10) + "\n",
		`{"type":"image","data":"`, "<system-reminder>",
	} {
		for _, line := range []string{
			strings.Repeat(part, size/len(part)),
			string(recordOf(t, strings.Repeat(part, size/len(part)))),
		} {
			start := time.Now()
			f := newFinder(t, FinderOptions{})
			values := new(Values)
			for x, err := range f.Read(strings.NewReader(line)) {
				if err != nil {
					t.Fatal(err)
				}
				values.Add(x, "")
			}
			r := NewReplacer(values, ReplacerOptions{Parts: Images | Context})
			if err := r.Copy(io.Discard, bytes.NewReader([]byte(line)), "a"); err != nil {
				t.Logf("%q: %v", part, err)
			}
			if took := time.Since(start); took > most {
				t.Errorf("%q: %v for %d bytes", part, took, len(line))
			}
		}
	}
}
