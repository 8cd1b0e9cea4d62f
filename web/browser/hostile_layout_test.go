package browser

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/page"

	"unspool/parser/testutil"
	"unspool/parser/testutil/hostile"
)

// tall is a word whose letters have so many combining marks that it extends far above and below its
// line.
var tall = strings.Repeat("Z"+strings.Repeat("\u0300\u0301\u0302\u0303", 30)+strings.Repeat("\u0323\u0324\u0330\u0331", 30), 8)

// large contains these words in all places with space of their own.
func large(t *testing.T, words string) string {
	t.Helper()
	spoken := claudeSays("a1", "u1", []m{{"type": "thinking", "thinking": words}, {"type": "text", "text": words + "\n\n`" + words + "`\n\n| " + words + " |\n|---|\n| " + words + " |"},
		{"type": "tool_use", "id": "t1", "name": "Bash", "input": m{"command": words, "description": words}},
		{"type": "tool_use", "id": "t2", "name": words, "input": m{words: words, "list": []string{words}}},
		{"type": "tool_use", "id": "t3", "name": "Read", "input": m{"file_path": "/w/" + words}}})
	spoken["message"].(m)["model"] = words
	first := userSays("u1", "", "calm words")
	first["cwd"], first["gitBranch"], first["version"] = "/w/"+words, words, words
	result := func(uuid, parent, id string, told any) m {
		line := userSays(uuid, parent, []m{{"type": "tool_result", "tool_use_id": id, "content": words}})
		line["toolUseResult"] = told
		return line
	}
	return transcript(t, first, spoken, result("r1", "a1", "t1", m{"stdout": words, "stderr": words}), result("r2", "r1", "t2", m{words: words}),
		result("r3", "r2", "t3", m{"type": "text", "file": m{"filePath": "/w/" + words, "content": words, "startLine": 1}}),
		claudeSays("a2", "r3", "calm answer"), userSays("u2", "a2", words), claudeSays("a3", "u2", words), userSays("u3", "a3", "calm end"),
		m{"type": "system", "subtype": "informational", "content": words, "uuid": "i", "parentUuid": "u3", "sessionId": "s"},
		m{"type": "hologram", words: words, "uuid": "x", "parentUuid": "i", "sessionId": "s"},
		m{"type": "custom-title", "customTitle": words, "sessionId": "s"})
}

// However long a word is, and whatever its direction, it stays within its row, and nothing scrolls
// sideways.
func TestHostileWidths(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Do(hostileHelpers)
	words := map[string]string{"long": strings.Repeat("W", 20_000), "tall": tall, "turned": strings.Repeat("שלום\u202e", 400), "right": strings.Repeat("שלום", 60), "wide": strings.Repeat("\ufdfd\U00012031", 60), "deep": strings.Repeat("> ", 300) + "x",
		"a name": strings.Repeat("W", 220), "names with marks": "<img src=x onerror=alert(1)>\u202egpj.exe\u202c\u200b\u2066x\u2069 words of many letters, https://evil.example/x \x1b[31mred\x1b]8;;http://e\a"}
	for _, name := range testutil.Sample(t, slices.Sorted(maps.Keys(words)), 3) {
		words := words[name]
		t.Run(name, func(t *testing.T) {
			if told := p.Read(large(t, words)); told != "ready" {
				t.Fatal(told)
			}
			p.WaitFor(`$role("article")`, 0)
			for width, tallest := range map[int]float64{360: 80, 1400: 44} {
				p.Size(width, 800)
				during(t, p, `() => $hostile.openAll(true)`)
				for _, wrong := range Eval[[]string](p, `$hostile.beside()`) {
					t.Errorf("%d px: %s", width, wrong)
				}
				p.WaitFor(`$deep(".strip .sum")`, 0)
				if room := Eval[[]float64](p, `[$deep(".strip").offsetHeight, $deep(".strip .facts").getBoundingClientRect().right - $deep(".strip .sum").getBoundingClientRect().right]`); room[0] > tallest || room[1] < -1 {
					t.Errorf("%d px: the header is %.0f px tall, its last fact %.0f px from the end of its space", width, room[0], room[1])
				}
			}
		})
	}
}

// Hidden characters are named if there are few. In a text with thousands, most are shown as a plain
// sign, so that the page stays small and responsive.
func TestHostileHiddenCharacters(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	const each, most = 2_000, 5 * 200 // 200 in each part that a button adds
	words := strings.Repeat("שלום\u202e", each)
	p := open(t, "")
	p.Do(hostileHelpers)
	p.Read(large(t, words))
	p.WaitFor(`$role("article")`, 0)
	during(t, p, `() => $hostile.openAll(true)`)
	got := Eval[struct {
		Most, Texts, Signs int
		Hidden             bool
	}](p, script("hostile_layout.marks"))
	if got.Most < 200 || got.Most > most || got.Texts < 8 || got.Signs < 8 || got.Hidden {
		t.Errorf("for %d hidden characters in a text: %+v, want at most %d named", each, got, most)
	}
}

// pixels returns the visible pixels.
func pixels(t *testing.T, p *Page) image.Image {
	t.Helper()
	shot, err := call(p, page.CaptureScreenshot, page.CaptureScreenshotParams{})
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(shot.Data))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// differ reports whether two colors are visibly different. An icon that is painted again can differ by
// 13 of 255.
func differ(a, b color.Color) bool {
	const visible = 32 << 8
	red, green, blue, _ := a.RGBA()
	otherRed, otherGreen, otherBlue, _ := b.RGBA()
	far := func(one, other uint32) bool { return max(one, other)-min(one, other) > visible }
	return far(red, otherRed) || far(green, otherGreen) || far(blue, otherBlue)
}

// A row paints nothing outside of its box: the rows above and below it look the same without it.
func TestHostileRowsPaintInside(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(1000, 900)
	p.Read(transcript(t, userSays("u1", "", "calm words"), claudeSays("a1", "u1", "calm answer"), userSays("u2", "a1", tall), claudeSays("a2", "u2", tall), userSays("u3", "a2", "calm end"),
		m{"type": "custom-title", "customTitle": tall, "sessionId": "s"}))
	p.WaitFor(`$$deep("unspool-row[data-kind=prompt]").length === 3 && !!$role("navigation", "Views and panes")`, 0)
	p.WaitFor(`$deep("unspool-timeline >>> canvas")?.style.height`, 0)
	p.ClickRole("button", "Hide the overview") // it is above them, and may still be loading
	settled(p)
	// The height of a letter with combining marks depends on the font: this one has marks that no
	// font stacks.
	p.Do(`for (const e of $$deep("unspool-row[data-kind] bdi, .heading bdi, .heading")) e.style.textShadow = "0 -60px, 0 60px"`)
	p.Do(`$deep("unspool-list").blur(); document.activeElement.blur()`)
	for name, selector := range map[string]string{
		"a prompt":  `$$deep("unspool-row[data-kind=prompt]")[1]`,
		"an answer": `$$deep("unspool-row[data-kind=text]")[1]`,
	} {
		t.Run(name, func(t *testing.T) {
			with := pixels(t, p)
			box := Eval[struct{ Left, Top, Right, Bottom float64 }](p, `(({ left, top, right, bottom }) => ({ left, top, right, bottom }))(`+selector+`.getBoundingClientRect())`)
			p.Do(selector + `.style.visibility = "hidden"`)
			without := pixels(t, p)
			p.Do(selector + `.style.visibility = ""`)
			changed, outside := 0, image.Rectangle{}
			for y := with.Bounds().Min.Y; y < with.Bounds().Max.Y; y++ {
				for x := with.Bounds().Min.X; x < with.Bounds().Max.X; x++ {
					if !differ(with.At(x, y), without.At(x, y)) {
						continue
					}
					if changed++; float64(y) < box.Top-5 || float64(y) > box.Bottom+5 || float64(x) < box.Left-1 || float64(x) > box.Right+1 {
						outside = outside.Union(image.Rect(x, y, x+1, y+1))
					}
				}
			}
			if changed == 0 {
				t.Error("nothing of it is visible")
			}
			if !outside.Empty() {
				t.Errorf("it is at %v and paints at %v", box, outside)
			}
		})
	}
}

// Links go only where they say: a click opens another tab that has no reference to this one.
func TestHostileClicks(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	asked := map[string]string{} // problems of a request, by path
	away := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if name, opener := r.URL.Query().Get("name"), r.URL.Query().Get("opener"); name != "" {
			asked[name] += "/" + opener
			return
		}
		asked[r.URL.Path] += "came" + r.Header.Get("Referer") + r.Header.Get("Cookie")
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<!doctype html><link rel=icon href="data:,"><script>fetch("/told?" + new URLSearchParams({ name: location.pathname, opener: String(opener) + document.referrer })).finally(() => close())</script>`))
	}))
	at := func(name string) string { return away.URL + name }
	c := attacks(t)
	var bad strings.Builder
	for n, payload := range c.Payloads {
		if payload.Family == "urls" && !strings.ContainsAny(payload.Text("x"), "\n") {
			bad.WriteString("\n\n[link](<" + payload.Text(hostile.Mark(0, n)) + ">)")
		}
	}
	spoken := claudeSays("a1", "u1", []m{{"type": "text", "text": "[here](" + at("markdown") + ") and " + at("bare") + " and <" + at("auto") + ">" + bad.String()},
		{"type": "tool_use", "id": "t1", "name": "Bash", "input": m{"command": "x"}},
		{"type": "tool_use", "id": "t2", "name": "WebSearch", "input": m{"query": "x"}},
		{"type": "tool_use", "id": "t3", "name": "Other", "input": m{"url": at("field")}}})
	result := func(uuid, parent, id string, told any) m {
		line := userSays(uuid, parent, []m{{"type": "tool_result", "tool_use_id": id, "content": "ok"}})
		line["toolUseResult"] = told
		return line
	}
	p := open(t, "")
	p.Size(1200, 900)
	p.Do(hostileHelpers)
	prototype := Eval[string](p, OwnPrototype)
	p.Read(transcript(t, userSays("u1", "", "go"), spoken,
		result("r1", "a1", "t1", m{"stdout": "\x1b]8;;" + at("terminal") + "\x1b\\there\x1b]8;;\x1b\\", "stderr": ""}),
		result("r2", "r1", "t2", m{"query": "x", "results": []m{{"tool_use_id": "x", "content": []m{{"title": "hit", "url": at("hit")}}}}}),
		result("r3", "r2", "t3", m{"x": 1})))
	p.WaitFor(`$role("article")`, 0)
	during(t, p, `() => $hostile.openAll(false)`)
	p.Do(`$hostile.sight(); globalThis.stays = true`)
	for _, name := range []string{"markdown", "bare", "auto", "field", "terminal", "hit"} {
		p.Click(`a[href="` + at(name) + `"]`)
		p.WaitFor(`true`, 0)
	}
	done := func() int {
		mu.Lock()
		defer mu.Unlock()
		n := 0
		for _, said := range asked {
			if strings.Contains(said, "/") {
				n++
			}
		}
		return n
	}
	p.WaitUntil("all six links to be followed", func() bool { return done() == 6 })
	mu.Lock()
	defer mu.Unlock()
	for name, said := range asked {
		if said != "came/null" {
			t.Errorf("%s: %q", name, said)
		}
	}
	if len(asked) != 6 || !Eval[bool](p, `globalThis.stays === true`) {
		t.Errorf("followed links: %v", asked)
	}
	harmless(t, p, prototype)
}
