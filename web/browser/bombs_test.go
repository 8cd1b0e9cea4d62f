package browser

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"unspool/parser"
	"unspool/parser/testutil"
	"unspool/parser/testutil/testgen/damaged"
)

// repeats writes a file that consists of a beginning, a number of copies of a piece, and an end.
func repeats(t *testing.T, name, begin, piece string, times int, end string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	w.WriteString(begin)
	for range times {
		w.WriteString(piece)
	}
	w.WriteString(end)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// Files that are made to take more memory than they have bytes are read within limits and
// described; the page survives, and the next file opens.
func TestMemoryBombs(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	session := string(damaged.Session(0))
	called := func(input, result string) string {
		return `{"type":"assistant","uuid":"b1","sessionId":"s-0","message":{"id":"mb","role":"assistant","content":[{"type":"tool_use","id":"tb","name":"Barnacle","input":` + input + `}]}}` + "\n" +
			`{"type":"user","uuid":"b2","sessionId":"s-0","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"tb","content":"ok"}]},"toolUseResult":` + result + "}\n"
	}
	deep := strings.Repeat("[", 290) + strings.Repeat("]", 290) + ","
	p := open(t, "")
	p.WaitFor(`$text().includes("Choose files")`, 0)
	for _, c := range []struct {
		name, path, told string
		want             []string
	}{
		{"brackets", repeats(t, "brackets.jsonl", "", "[", 1<<20, ""), "not-a-transcript", []string{"seems to be JSON"}},
		{"numbers", repeats(t, "numbers.json", "[", "1,", 1<<20, "1]"), "not-a-transcript", []string{"seems to be JSON"}},
		{"a long line", repeats(t, "long.jsonl", session+`{"type":"user","uuid":"x","message":{"role":"user","content":"`, strings.Repeat("long ", 1<<17), 320, "\"}}\n"+session), "ready", []string{"1 problem in the file"}},
		{"empty objects", repeats(t, "objects.jsonl", session, "{}\n", 10_000_000, ""), "ready", []string{"1 problem in the file"}},
		{"a zip", repeats(t, "zeros.jsonl", "PK\x03\x04\x2d\x00\x00\x00\x08\x00", "\x00\x00\x00\x00\x00\x00\x00\x00", 1<<20, ""), "not-a-transcript", []string{"a zip archive", "Unpack it first"}},
		{"numbers in a call", repeats(t, "input.jsonl", session, called("["+strings.Repeat("1,", 1<<20)+"1]", `{"numbers":[`+strings.Repeat("1,", 1<<20)+"1]}"), 1, ""), "ready", []string{"Barnacle"}},
		{"lists in a call", repeats(t, "deep.jsonl", session, called(`{"lists":[`+strings.Repeat(deep, 1<<20/len(deep))+"1]}", "{}"), 1, ""), "ready", []string{"Barnacle"}},
		{"blocks", repeats(t, "blocks.jsonl", session+`{"type":"assistant","uuid":"x","sessionId":"s-0","message":{"id":"mb","role":"assistant","content":[`, `{"type":"text","text":"a"},`, 100_000, "{}]}}\n"), "ready", []string{"1 problem in the file"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			size := fileSize(t, c.path)
			before := Eval[int](p, "$told.length")
			closeSession(p)
			p.DropFiles(c.path)
			p.WaitFor(fmt.Sprintf("$told.length > %d", before), 4*Timeout)
			if told := Eval[string](p, "$told.at(-1)"); told != c.told {
				t.Fatalf("reported %s, want %s: %s", told, c.told, Eval[string](p, "$text()"))
			}
			if c.told == "ready" {
				if c.want[0] != "Barnacle" {
					p.WaitFor(`$deep(".facts .damaged")`, 0)
				} else {
					openLast(p)
				}
			}
			wants(t, strings.ReplaceAll(Eval[string](p, "$text()"), "\u00a0", " "), c.want...)
			takesLittleMemory(t, p, size)
		})
	}
	if testutil.Exhaustive() {
		t.Run("many empty objects", func(t *testing.T) { manyEmptyObjects(t, p, session) })
	}
	p.DropFiles(sampleFile(t))
	ready(p)
}

// manyEmptyObjects reads 419 MB of empty objects after a session. The file consists of one part that is
// repeated, so that neither the test nor the page has it in memory.
func manyEmptyObjects(t *testing.T, p *Page, session string) {
	const megabytes = 419
	part := strings.Repeat("{}\n", 1_000_000/3)
	size := int64(len(session) + megabytes*len(part))
	before := Eval[int](p, "$told.length")
	closeSession(p)
	p.WaitFor(`!$deep("unspool-row")`, 0)
	p.Run("bombs.dropRepeated", session, "{}\n", len(part)/3, megabytes)
	p.WaitFor(fmt.Sprintf(`globalThis.first ??= $told.length > %d ? "all" : $deep("unspool-row[data-kind]") ? "a row" : undefined`, before), 0)
	if first := Eval[string](p, "first"); first != "a row" {
		t.Errorf("no row was shown before all was read: %s", Eval[string](p, "$text()"))
	}
	p.WaitFor(fmt.Sprintf("$told.length > %d", before), 10*time.Minute)
	if told := Eval[string](p, "$told.at(-1)"); told != "ready" {
		t.Fatalf("reported %s: %s", told, Eval[string](p, "$text()"))
	}
	p.WaitFor(`$deep(".facts .damaged")`, 0)
	wants(t, strings.ReplaceAll(Eval[string](p, "$text()"), "\u00a0", " "), "1 problem in the file")
	takesLittleMemory(t, p, size)
}

// takesLittleMemory fails the test if a file of this size takes more memory than documented, or much of
// the page's heap.
func takesLittleMemory(t *testing.T, p *Page, size int64) {
	t.Helper()
	if Eval[string](p, "$told.at(-1)") == "ready" {
		memory := Eval[int64](p, `$deep("unspool-session").api.memory()`)
		if limit := parser.MemoryLimit(1, size); memory > limit {
			t.Errorf("%d MB of wasm memory for %d MB, at most %d MB", memory>>20, size>>20, limit>>20)
		}
	}
	heap, err := chromedp.Call(p.ctx, runtime.GetHeapUsage, cdp.Empty{})
	if err != nil {
		t.Fatal(err)
	}
	if heap.UsedSize > 60<<20 {
		t.Errorf("%.0f MB of the page's heap", heap.UsedSize/(1<<20))
	}
}

func fileSize(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// openLast goes to the last row and opens it, and shows its record as a tree.
func openLast(p *Page) {
	p.r.Helper()
	p.WaitFor(`$$role("article").length > 3`, 0)
	p.Do(`$role("article").focus()`)
	p.Press("End")
	p.WaitFor(`$focused("article") && $text($focused("article")).includes("Barnacle")`, 0)
	p.Press("o")
	p.WaitFor(`$deep("unspool-row:focus .body")`, 0)
}

// Images with huge sizes in their headers are never decoded, whatever their type.
func TestHugeImages(t *testing.T) {
	t.Parallel()
	big := func(b []byte, at int, order binary.ByteOrder, size int, values ...uint64) []byte {
		b = append(b, make([]byte, 400)...)
		for i, v := range values {
			if size == 2 {
				order.PutUint16(b[at+2*i:], uint16(v))
			} else {
				order.PutUint32(b[at+4*i:], uint32(v))
			}
		}
		return b
	}
	avif := "\x00\x00\x00\x1cftypavif\x00\x00\x00\x00avifmif1miaf" + "\x00\x00\x00\x14ispe\x00\x00\x00\x00"
	images := []m{
		enclosed("image", "image/png", "", big([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), 16, binary.BigEndian, 4, 100_000, 100_000)),
		enclosed("image", "image/gif", "", big([]byte("GIF89a"), 6, binary.LittleEndian, 2, 65_535, 65_535)),
		enclosed("image", "image/jpeg", "", big([]byte("\xff\xd8\xff\xff\xff\xc0\x00\x11\x08"), 9, binary.BigEndian, 2, 65_500, 65_500)),
		enclosed("image", "image/webp", "", big([]byte("RIFF\x00\x01\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff"), 40, binary.LittleEndian, 2, 0)),
		enclosed("image", "image/avif", "", big([]byte(avif), len(avif), binary.BigEndian, 4, 100_000, 100_000)),
	}
	p := open(t, "")
	p.Do(`globalThis.decoded = 0; HTMLImageElement.prototype.decode = function () { decoded++; return Promise.reject(new Error("decoded")); }`)
	p.Read(transcript(t, userSays("u", "", append([]m{{"type": "text", "text": "look"}}, images...)), claudeSays("a", "u", []m{{"type": "text", "text": "Seen."}})))
	p.WaitFor(`$$deep(".asked .missing").length === 5`, 0)
	if said := Eval[string](p, `$text($deep(".asked"))`); strings.Count(said, "This image is too large to show.") != 5 {
		t.Errorf("the page shows %q", said)
	}
	if n := Eval[int](p, "decoded"); n != 0 {
		t.Errorf("%d images were decoded", n)
	}
	// An image without a size in its header is not decoded either.
	p.Read(transcript(t, userSays("u", "", []m{{"type": "text", "text": "look"}, enclosed("image", "image/avif", "", bytes.Repeat([]byte("\x00\x00\x00\x1cftypavif"), 9))}), claudeSays("a", "u", []m{{"type": "text", "text": "Seen."}})))
	p.WaitFor(`$text($deep(".asked .missing")).includes("could not be decoded")`, 0)
	if n := Eval[int](p, "decoded"); n != 0 {
		t.Errorf("%d images were decoded", n)
	}
}
