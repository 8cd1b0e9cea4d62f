package site

import (
	"strings"
	"testing"
)

func TestMinifyStyles(t *testing.T) {
	for name, test := range map[string]struct{ in, want string }{
		"rules":        {"const a = css`\n  .x {\n    color: light-dark(#ffffff, #000000);\n    /* why */\n    margin: 0 0 0 0;\n  }\n`;\n", "const a = css`.x{color:light-dark(#ffffff,#000000);margin:0}`;\n"},
		"two":          {"[css`a { top: 0 }`, css`b { top: 0 }`]", "[css`a{top:0}`,css`b{top:0}`]"},
		"host":         {"css`:host([hidden]) { display: none }`", "css`:host([hidden]){display:none}`"},
		"substitution": {"css`a { top: ${one} }`", "css`a { top: ${one} }`"},
		"escape":       {"css`a::after { content: \"\\\\2014\" }`", "css`a::after { content: \"\\\\2014\" }`"},
		"another tag":  {"html`<p>  </p>`", "html`<p>  </p>`"},
		"longer name":  {"xcss`a { top: 0 }`", "xcss`a { top: 0 }`"},
	} {
		got, err := minifyStyles(test.in)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		// Colours may be written in another way.
		got = strings.NewReplacer("#fff,", "#ffffff,", "#000)", "#000000)", "`, css", "`,css").Replace(got)
		if got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, test.want)
		}
	}
	if _, err := minifyStyles("css`a { top: 0 `"); err == nil {
		t.Error("a sheet that is cut off passed")
	}
}

func TestTagIndent(t *testing.T) {
	in := "html`<p\n    class=\"x\"\n    >a\n    <b>b</b>\n      and\n  </p>`"
	want := "html`<p\n    class=\"x\"\n>a\n<b>b</b>\n      and\n</p>`"
	if got := tagIndent.ReplaceAllString(in, "\n$1"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
