package browser

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"unspool/parser/testutil"
	"unspool/parser/testutil/hostile"
)

// Hostile names that are not fields of records: of files and folders, whole, broken and of another
// kind, and of models in a price table.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	c := attacks(t)
	p, prototype := openHostile(t)
	payloads := testutil.Sample(t, c.Payloads, 10)
	names := make([]string, len(payloads))
	for at, payload := range payloads {
		names[at] = hostile.FileName(payload.Text(hostile.Mark(0, at)))
	}
	reply := func(model string, at int) []byte {
		quoted, err := json.Marshal(model)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Appendf(nil, `{"type":"assistant","uuid":"a%d","sessionId":"s%[1]d","message":{"id":"m%[1]d","role":"assistant","model":%[2]s,"content":[{"type":"text","text":"ok"}],"usage":{"input_tokens":1000000,"output_tokens":9}}}`+"\n", at, quoted)
	}
	seen := map[string]bool{}
	// Sessions without another name, in a list and one after the other.
	whole := t.TempDir()
	for at, name := range names {
		writeHostile(t, whole, []hostile.File{{Path: name + "/" + name + ".jsonl", Data: reply("m", at)}})
	}
	if told := p.Read(whole); told != "ready" {
		t.Fatal(told)
	}
	p.WaitFor(`$deep("unspool-library >>> .entry")`, 0)
	during(t, p, "() => "+script("hostile_names.readAll", len(names)))
	// Browsers return no handles for such names, which does not mean that they are deleted.
	if said := Eval[string](p, `$text($deep("unspool-session"))`); strings.Contains(said, "deleted") {
		t.Errorf("the page shows %.2000s", said)
	}
	seenIn(p, seen)
	listed := len(seen)
	// Files that are not transcripts, or are broken.
	const notices = `$$role("status").map((e) => $text(e)).join()`
	for at, name := range names {
		data := []byte("\x89PNG\r\n\x1a\n\x00\x00")
		if at%2 == 0 {
			data = []byte(`{"type":"user","message":{"role`)
		}
		// The session stays, and a notice names the file.
		p.Do(`globalThis.toldBefore = [$told.length, ` + notices + `]`)
		p.DropFiles(write(t, name, data))
		p.WaitFor(`$told.length > toldBefore[0] || `+notices+` !== toldBefore[1] && `+notices+` !== ""`, 0)
		p.Do(`$hostile.sight()`)
	}
	seenIn(p, seen)
	alone := len(seen)
	// Models in a price table, and invalid lines of one.
	for at, payload := range payloads {
		if at%10 != 0 {
			continue
		}
		text := "m" + payload.Text(hostile.Mark(1, at)) // a line that begins with # is a comment
		p.Read(write(t, "s.jsonl", reply(text, at)))
		p.WaitFor(`$role("article")`, 0)
		p.Do(`$hostile.sight()`)
		p.Read(write(t, "prices.tsv", []byte(text+"\t-\t-\tthree\t-\t-\t-\t4\t-\n")))
		p.WaitFor(alert+` !== ""`, 0)
		p.Do(`$hostile.sight()`)
	}
	seenIn(p, seen)
	harmless(t, p, prototype)
	t.Logf("%d names, %d were seen of sessions, %d of all; %d with prices", len(names), listed, alone, len(seen))
	least := len(names) * 9 / 10
	if !testutil.Exhaustive() {
		least = len(names) * 3 / 4 // a small sample may contain more of those without a mark
	}
	if listed < len(names)/8 || alone < least {
		t.Errorf("too few names were seen")
	}
}
