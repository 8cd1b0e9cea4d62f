package redact

import (
	"strings"
	"testing"
	"unicode"
)

// TestIsInvisible compares the characters with the tables that Unicode derives them from.
func TestIsInvisible(t *testing.T) {
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		want := unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Cf, unicode.Variation_Selector) &&
			!unicode.In(r, unicode.White_Space, unicode.Prepended_Concatenation_Mark) &&
			(r < 0xfff9 || r > 0xfffb) && (r < 0x13430 || r > 0x13455)
		if got := isInvisible(r); got != want {
			t.Errorf("%U: %v", r, got)
		}
	}
}

func TestUnhide(t *testing.T) {
	for in, want := range map[string]string{
		"plain text that is longer than a word, é, 天地 and — ": "",
		"a\x1b[01;31m\x1b[Kb\x1b[m\x1b[Kc":                    "abc",
		"a\x1b]8;;https://tidal.io\x1b\\b\x1b]0;title\ac":     "abc",
		"a\x1b]never ends":           "anever ends",
		"a\x1b(Bb\x1b7c\x1bMd\x1b":   "abcd",
		"a\x1b[":                     "a",
		"a\x1b[31\nb":                "a\nb",
		"gh\u200bp_\u00ad\u2060a":    "ghp_a",
		"天\u200b地":                   "天地",
		"g\x00h\x00p":                "ghp",
		"\ufefftext\u200b \u200bx":   "",
		"a \u00ad\u00adb":            "",
		"\x00\x00a\x00\x00b":         "\x00\x00ab",
		"⚠\ufe0fx 👩\u200d💻 1\ufe0f⃣": "",
		"x\u200b\x1b[0m\u200b y":     "x y",
	} {
		out := new(text)
		if got := unhide(out, []byte(in)); got != (want != "") || string(out.bytes) != want {
			t.Errorf("%q became %q, %v", in, out.bytes, got)
		}
	}
}

func TestIsInSequence(t *testing.T) {
	for before, want := range map[string]bool{
		"\x1b[": true, "\x1b[0": true, "\x1b[38;2;255;255;255;48;2;255;255;255;": true,
		"": false, "[": false, "\x1b[0m": false, "\x1b]0;": false,
		"\x1b[" + strings.Repeat("1;", 1000): false, // no terminal reads that
	} {
		if got := isInSequence([]byte(before+"31m"), len(before)); got != want {
			t.Errorf("%.40q: %v", before, got)
		}
	}
}
