package browser

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

// picture returns a PNG of a size.
func picture(t *testing.T, width, height int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// enclosed returns a content block with bytes in it.
func enclosed(kind, mediaType, title string, content []byte) m {
	return m{"type": kind, "title": title, "source": m{"type": "base64", "media_type": mediaType, "data": base64.StdEncoding.EncodeToString(content)}}
}

// asked opens a session that begins with a prompt.
func asked(t *testing.T, content any) *Page {
	t.Helper()
	p := open(t, "")
	p.Read(transcript(t, userSays("u", "", content), claudeSays("a", "u", []m{{"type": "text", "text": "Seen."}})))
	p.WaitFor(`$deep(".asked")`, 0)
	return p
}

// The images of a prompt have names with their size, and open one by one, using only the keyboard;
// the focus returns to where it was.
func TestLightbox(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := asked(t, []m{{"type": "text", "text": "compare [Image #1], [Image #2], [Image #3]"},
		enclosed("image", "image/png", "", picture(t, 1280, 800)), enclosed("image", "image/png", "", picture(t, 60, 40)), enclosed("image", "image/png", "", picture(t, 3000, 2000))})
	p.WaitFor(`$$role("img", /^Image \d+ of/).length === 3`, 0)
	label := func() string {
		return Eval[string](p, `($role("dialog")?.ariaLabel ?? "").replaceAll("\u00a0", " ").replace(/, [^,]+B$/, "")`)
	}
	wants(t, Eval[string](p, `$$role("img", /^Image \d+ of/).map((i) => i.alt).join("; ")`), "Image 1 of 3, 1,280 × 800, ", "Image 2 of 3, 60 × 40, ")
	p.Do(`$$deep(".thumb")[1].focus()`)
	p.Press("Enter")
	for _, c := range []struct{ key, want string }{
		{"", "Image 2 of 3, 60 × 40"}, {"ArrowRight", "Image 3 of 3, 3,000 × 2,000"}, {"ArrowRight", "Image 3 of 3, 3,000 × 2,000"},
		{"Home", "Image 1 of 3, 1,280 × 800"}, {"ArrowLeft", "Image 1 of 3, 1,280 × 800"}, {"End", "Image 3 of 3, 3,000 × 2,000"},
	} {
		if c.key != "" {
			p.Press(c.key)
		}
		p.WaitFor(`$role("img", undefined, $role("dialog"))?.complete`, 0)
		if got := label(); got != c.want {
			t.Errorf("after %q it shows %q, want %q", c.key, got, c.want)
		}
	}
	if fitted := Eval[bool](p, `$role("img", undefined, $role("dialog")).offsetWidth < 3000`); !fitted {
		t.Error("the image does not fit the screen")
	}
	p.Press("z")
	p.WaitFor(`$role("img", undefined, $role("dialog")).offsetWidth === 3000 && $role("dialog").querySelector("[aria-pressed=true]")`, 0)
	if name := Eval[string](p, `$role("link", undefined, $role("dialog")).download`); name != "Image-3.png" {
		t.Errorf("it would be saved as %q", name)
	}
	p.Press("Escape")
	p.WaitFor(`!$role("dialog") && $deep(".thumb:focus") === $$deep(".thumb")[1]`, 0)
	p.Click(".placed")
	p.WaitFor(`$role("dialog")`, 0)
	if got := label(); got != "Image 1 of 3, 1,280 × 800" {
		t.Errorf("the first placeholder in the text goes to %q", got)
	}
}

// Some of many images are shown at first and more on demand; the number is that of all.
func TestManyImages(t *testing.T) {
	t.Parallel()
	content := []m{{"type": "text", "text": "look"}}
	for i := range 250 {
		content = append(content, enclosed("image", "image/png", "", picture(t, i+1, 9)))
	}
	p := asked(t, content)
	p.WaitFor(`$text($deep(".asked")).includes("Show 238 more images") && $$role("img", /^Image \d+ of/).length === 12`, 0)
	if got := Eval[string](p, `$role("img", /^Image \d+ of/).alt`); !strings.HasPrefix(got, "Image 1 of 250, ") {
		t.Errorf("the name of the first one is %q", got)
	}
	p.ClickRole("button", "/more images/")
	p.WaitFor(`$text($deep(".asked")).includes("190 more images or files are in the record.") && $$role("img", /^Image \d+ of/).length === 60`, 0)
}

// Files beyond the listed ones are counted, too.
func TestManyFiles(t *testing.T) {
	t.Parallel()
	content := []m{{"type": "text", "text": "look"}}
	for i := range 230 {
		content = append(content, enclosed("document", "application/pdf", "", fmt.Appendf(nil, "%%PDF-1.4 %d", i)))
	}
	p := asked(t, content)
	p.WaitFor(`$text($deep(".asked")).includes("30 more images or files are in the record.")`, 0)
	if Eval[bool](p, `$role("button", /more/) !== null`) {
		t.Error("a button adds none")
	}
}

// An image that cannot be rendered shows the reason, and links to its record.
func TestBrokenImages(t *testing.T) {
	t.Parallel()
	whole := picture(t, 400, 300)
	p := asked(t, []m{{"type": "text", "text": "look"}, enclosed("image", "image/png", "", whole[:40]), enclosed("image", "image/png", "", whole[:len(whole)-12]),
		enclosed("image", "image/svg+xml", "", []byte("<svg xmlns='http://www.w3.org/2000/svg'/>")), {"type": "image", "source": m{"type": "url", "url": "https://example.com/a.png"}}})
	p.WaitFor(`$$deep(".asked .missing").length === 3 && $text($deep(".asked")).includes("incomplete")`, 0)
	wants(t, Eval[string](p, `$text($deep(".asked"))`), "This image could not be decoded.", "incomplete", "Not shown: image/svg+xml", "Image on example.com (not loaded)")
	p.Do(`$deep(".asked .missing button").focus()`)
	p.Press("Enter")
	p.WaitFor(`$text($deep(".asked")).includes("Raw record")`, 0)
}

// A PDF is a card with a button to save it, never a page; text opens as text.
func TestDocuments(t *testing.T) {
	t.Parallel()
	p := asked(t, []m{{"type": "text", "text": "read"}, enclosed("document", "application/pdf", "tides.pdf", []byte("%PDF-1.4 of the tides")),
		enclosed("document", "application/pdf", "", []byte("<script>alert(1)</script>")),
		{"type": "document", "title": "notes.txt", "source": m{"type": "text", "media_type": "text/plain", "data": "first\nsecond"}}})
	p.WaitFor(`$$deep(".asked .file").length === 2`, 0)
	wants(t, Eval[string](p, `$text($deep(".asked"))`), "tides.pdf", "PDF · ", "Document notes.txt")
	p.Run("media.recordSaves")
	p.ClickRole("button", "Download tides.pdf")
	p.WaitFor(`saved.length === 1`, 0)
	if saved := Eval[string](p, `saved[0]`); saved != "tides.pdf | application/octet-stream | %PDF-1.4 of the tides" {
		t.Errorf("saved %q", saved)
	}
	p.Do(`$$deep(".asked .file button")[1].click()`)
	p.WaitFor(`$text().includes("This file could not be decoded.")`, 0)
	if saved := Eval[int](p, `saved.length`); saved != 1 {
		t.Error("a file that is not a PDF was saved")
	}
	p.Click(".asked button.chip")
	p.WaitFor(`$text($deep(".asked .body") ?? document.createElement("i")).includes("second")`, 0)
	if text := Eval[string](p, `$text($deep(".asked .body"))`); strings.Contains(text, "Raw record") {
		t.Error("the chip opened all of the prompt")
	}
}
