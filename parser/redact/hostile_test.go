package redact

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestHostileLines reads long lines that are made to be slow. They are so long that a cost that is not linear would
// exceed the time limit of the tests.
func TestHostileLines(t *testing.T) {
	const size = 512 << 10
	for _, part := range []string{
		`\\`, `\u0041`, "%25", "&amp;", "beamer=", "beamer = a1", "-----BEGIN PRIVATE KEY-----", "ghp_", "curl -u ", "key=", "password=",
		"://a:b", "@", "a@b.co ", "1.1.1.1.", "::", "+1 2", "eyJ", "ZXlK", "‹A", "secret: data: ", "-home-", "/home/", ".local", "a1B2c3D4",
		"\x1b[", "\x1b]", "a\u200b", "\x1b[31m%41", "ZXlK\n", "ZXlK\n" + strings.Repeat("ZXlK", 10), "+" + strings.Repeat("ZXlK", 10) + "\n",
		`{"type":"image","data":"`, "<system-reminder>", "\x00", "\u200b", "2001:4860::8888;",
		strings.Repeat("/", 76) + "\n",
		base64.StdEncoding.EncodeToString([]byte("mei@tidal.io")),
		"a@b.co " + base64.StdEncoding.EncodeToString([]byte("mail = mei@tidal.io")) + " ",
	} {
		for _, line := range []string{
			strings.Repeat(part, size/len(part)),
			string(recordOf(t, strings.Repeat(part, size/len(part)))),
		} {
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
		}
	}
}

// TestHostileValues replaces very many values that begin alike.
func TestHostileValues(t *testing.T) {
	const count = 300_000
	var data strings.Builder
	values := new(Values)
	for i := range count {
		address := fmt.Sprintf("10.%d.%d.%d", 100+i>>16, i>>8&0xff, i&0xff)
		values.Add(Finding{Kind: IP, Rule: "ip", Value: address}, "")
		data.WriteString(address + "\n")
	}
	r := NewReplacer(values, ReplacerOptions{})
	if err := r.Copy(io.Discard, strings.NewReader(data.String()), "a"); err != nil || r.Report.Replaced[IP] != count {
		t.Errorf("%d replaced, %v", r.Report.Replaced[IP], err)
	}
}

// TestHostileImages reads images with very many parts, and parts that are longer than the image.
func TestHostileImages(t *testing.T) {
	const size = 8 << 20
	for _, image := range []string{
		"\x89PNG\r\n\x1a\n" + strings.Repeat("\x00\x00\x00\x00tEXt", size/12),
		"\x89PNG\r\n\x1a\n" + strings.Repeat("\xff\xff\xff\xfftEXt", size/8),
		"\x89PNG\r\n\x1a\n" + strings.Repeat("\x00\x08\x00\x00tEXt"+strings.Repeat("@", 1<<19), 8),
		"\xff\xd8" + strings.Repeat("\xff\xfe\x00\x00", size/4), "\xff\xd8" + strings.Repeat("\xff\xfe\xff\xff", size/4),
	} {
		line := `{"data":"` + base64.StdEncoding.EncodeToString([]byte(image)) + `"}`
		for x := range newFinder(t, FinderOptions{}).Line([]byte(line), 0) {
			t.Errorf("%+v", x)
		}
	}
}

// TestMatcher compares the matcher with a search for one value after the other.
func TestMatcher(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	word := func(n int) string {
		b := make([]byte, 3+random.IntN(n))
		for i := range b {
			b[i] = "aab"[random.IntN(3)]
		}
		return string(b)
	}
	for range 300 {
		values := new(Values)
		for range 1 + random.IntN(20) {
			values.Add(Finding{Kind: Word, Rule: "word", Value: word(3)}, "")
		}
		in := word(60)
		var got, want []string
		newMatcher(values).find([]byte(in), func(from, to int, p *pattern) bool {
			got = append(got, fmt.Sprint(from, in[from:to], p.value.Value))
			return true
		})
		for i := range in {
			for n := len(in) - i; n > 0; n-- {
				if v := values.index[in[i:i+n]]; v != nil {
					want = append(want, fmt.Sprint(i, v.Value, v.Value))
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%s: %q instead of %q", in, got, want)
		}
	}
}

// TestHostileBase64 reads binary data in lines, none of which is the beginning of a text.
func TestHostileBase64(t *testing.T) {
	const size = 8 << 20
	code := wrapped(strings.Repeat("\xff", size), 76, "\n")
	for _, end := range []string{"", strings.Repeat("=", size)} {
		visited := 0
		eachBase64([]byte(code+end), func(c base64Code) bool {
			if visited++; c.decoded != nil {
				t.Errorf("bytes %d to %d were decoded", c.from, c.to)
			}
			return true
		})
		if visited != 1 {
			t.Errorf("%d codes instead of 1", visited)
		}
	}
}

// TestHostileRuns reads runs of invisible characters that stay.
func TestHostileRuns(t *testing.T) {
	const size = 16 << 20
	for _, char := range []string{"\x00", "\u200b"} {
		run := strings.Repeat(char, size)
		for _, source := range []string{run, run + "x", "x" + run, "x " + run + " x"} {
			if out := new(text); unhide(out, []byte(source)) {
				t.Errorf("%q changed to %d bytes", source[:8], len(out.bytes))
			}
		}
	}
}
