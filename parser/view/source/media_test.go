package source

import (
	"encoding/base64"
	"strings"
	"testing"

	"unspool/parser"
	"unspool/parser/view/protocol"
)

func TestMediaOf(t *testing.T) {
	for block, want := range map[string]protocol.Media{
		`{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"}}`:               {Type: "image/png", Length: 4},
		`{"type":"image","source":{"type":"url","url":"https://example.com/a.png"}}`:                       {Host: "example.com"},
		`{"type":"document","title":"Report","source":{"type":"base64","data":"AAAA"}}`:                    {Type: "application/pdf", Name: "Report", Length: 4},
		`{"type":"pdf","file":{"filePath":"/a/b.pdf","base64":"AAAA"}}`:                                    {Type: "application/pdf", Name: "b.pdf", Length: 4},
		`{"type":"image","file":{"base64":"AAAA","type":"image/jpeg"}}`:                                    {Type: "image/jpeg", Length: 4},
		`{"type":"document","source":{"type":"text","media_type":"text/plain","data":"words of a text"}}`:  {Type: "text/plain", Length: 15},
		`{"type":"image","source":{"type":"base64","media_type":"image\/png","data":"AAAA"},"extra":true}`: {Type: "image/png", Length: 4},
	} {
		got, ok := MediaOf([]byte(block))
		if data := block[int(got.Offset):][:got.Length]; got.Length > 0 && data != "AAAA" && data != "words of a text" {
			t.Errorf("%s: its data is %q", block, data)
		}
		if got.Offset = 0; got != want || !ok {
			t.Errorf("%s:\n got %+v, %v\nwant %+v", block, got, ok, want)
		}
	}
	for _, block := range []string{`{"type":"text","text":"image"}`, `{"type":"document"}`, `[]`, ``} {
		if got, ok := MediaOf([]byte(block)); ok {
			t.Errorf("%s: %+v", block, got)
		}
	}
}

func TestImages(t *testing.T) {
	png := "\x89PNG\r\n\x1a\n0000IHDR\x00\x00\x00\x03\x00\x00\x00\x02"
	image := func(bytes string) string {
		return `{"type":"image","source":{"type":"base64","media_type":"image/png","data":"` + base64.StdEncoding.EncodeToString([]byte(bytes)) + `"}}`
	}
	line := `{"type":"user","uuid":"u","sessionId":"s","message":{"role":"user","content":[` + image(png) + "," + image("<svg/>") + "," + image(png) + `]}}`
	r, f, _ := open([]byte(line + "\n"))
	from := int32(strings.IndexByte(line, '['))
	list := r.Media(f, 0, parser.Span{From: from, To: int32(len(line) - 2)})
	if len(list) != 3 {
		t.Fatalf("%d images, want 3", len(list))
	}
	if p, err := r.Image(0, int64(list[0].Offset), list[0].Length); err != nil || string(p.Bytes) != png || p.Type != "image/png" || p.Width != 3 || p.Height != 2 {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := r.Image(0, int64(list[1].Offset), list[1].Length); err == nil {
		t.Errorf("SVG is shown as %+v", p)
	}
	if different, more := r.Distinct(list); len(different) != 2 || more != 0 {
		t.Errorf("%d different images and %d more, want 2", len(different), more)
	}
}
