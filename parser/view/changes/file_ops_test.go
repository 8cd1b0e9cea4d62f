package changes_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/schema"
	"unspool/parser/testutil"
	"unspool/parser/testutil/testgen"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

// must returns an answer for which no read failed.
func must[T any](answer T, err error) T {
	if err != nil {
		panic(err)
	}
	return answer
}

func allTouched(v *view.Viewer, session int) []protocol.TouchedFile {
	var files []protocol.TouchedFile
	for from := new(0); from != nil; {
		answer := must(v.ChangedFiles(session, *from))
		files, from = append(files, answer.Files...), answer.Next
	}
	return files
}

func allTouches(v *view.Viewer, session int, path string) []protocol.Touch {
	var list []protocol.Touch
	for from := new(0); from != nil; {
		answer := must(v.FileOps(session, path, *from))
		list, from = append(list, answer.List...), answer.Next
	}
	return list
}

func net(v *view.Viewer, session int, path string) protocol.NetChange {
	for from := new(0); ; {
		answer := must(v.NetDiff(session, path, *from))
		if from = answer.Next; from == nil {
			return answer
		}
	}
}

// patchOf assembles a patch as the page does, with the names of counts and notes in place of
// sentences.
func patchOf(v *view.Viewer, session int) string {
	var text strings.Builder
	for from := new(0); ; {
		answer := must(v.Patch(session, *from))
		writeParts(&text, answer.Parts)
		if from = answer.Next; from == nil {
			return headOf(answer.Summary) + text.String()
		}
	}
}

func writeParts(text *strings.Builder, parts []protocol.PatchPart) {
	for _, part := range parts {
		if len(part.Notes) > 0 {
			fmt.Fprintf(text, "# %s\n", part.Name)
		}
		for _, note := range part.Notes {
			fmt.Fprintf(text, "#   %s %d\n", note.Name, note.Count)
		}
		text.WriteString(part.Text)
	}
}

func headOf(summary *protocol.PatchSummary) string {
	if summary == nil {
		return ""
	}
	var text strings.Builder
	fmt.Fprintf(&text, "# files %d, missing %t\n", summary.Files, summary.Missing)
	for _, count := range summary.Counts {
		fmt.Fprintf(&text, "# %s %d\n", count.Name, count.Count)
	}
	return text.String() + "\n"
}

// TestFileOpsAgreeWithRows checks that each call of a file tool is counted once, and that every
// operation leads to a row with the same facts.
func TestFileOpsAgreeWithRows(t *testing.T) {
	tools := map[string]string{"Read": "read", "View": "read", "Write": "write", "Replace": "write", "Edit": "edit", "MultiEdit": "edit", "NotebookEdit": "edit"}
	for name, files := range viewtest.Sessions(t) {
		store, v := viewtest.Load(files, 1<<30)
		for i := 0; store.Session(i) != nil; i++ {
			s := store.Session(i)
			want, got := map[string]int{}, map[string]int{}
			seen := map[string]bool{}
			for c := range s.ToolCalls() {
				kind, ok := tools[c.Name()]
				conv := c.File.Conversations[c.Call().Conv]
				if !ok || s.Copies.IsCopied(c.File, c.Call().Use) || conv != s.Main && s.AgentOf(conv) == nil || s.Shares(c.File) && conv != s.Main {
					continue
				}
				if namesFile(files[c.File.Number].Data, c) {
					want[kind]++
				}
			}
			for _, f := range allTouched(v, i) {
				var sum protocol.TouchedFile
				for _, touch := range allTouches(v, i, f.Path) {
					if seen[touch.Key] {
						t.Errorf("%s: %s twice", name, touch.Key)
					}
					seen[touch.Key] = true
					if tools[touch.Tool] != "" {
						got[touch.Kind]++
					}
					count(&sum, &touch)
					at := viewtest.RowIndex(v.Find(i, touch.Key))
					if at < 0 {
						t.Errorf("%s: no row for %s", name, touch.Key)
						continue
					}
					row := viewtest.RowsAt(v, i, at, 1)[0]
					if row.Tool == nil || row.Tool.Status != touch.Status || touch.Kind == "edit" && row.Tool.Kind == "edit" && touch.Status == "ok" && viewtest.OrUnknown(row.Tool.Added) != viewtest.OrUnknown(touch.Added) {
						t.Errorf("%s: the row has %+v for %+v", name, row.Tool, touch)
					}
				}
				sum.Path, sum.Name, sum.Inside, sum.Created, sum.Agents, sum.Net = f.Path, f.Name, f.Inside, f.Created, f.Agents, f.Net
				if diff := cmp.Diff(sum, f); diff != "" {
					t.Errorf("%s: %s", name, diff)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: calls: %s", name, diff)
			}
		}
	}
}

// namesFile reports whether the arguments of a call name a file.
func namesFile(data []byte, c parser.CallRef) bool {
	at := c.File.Records.At(c.Call().Use).Offset
	raw := data[at+int64(c.Call().Input.From) : at+int64(c.Call().Input.To)]
	var inside string
	if json.Unmarshal(raw, &inside) == nil {
		raw = []byte(inside)
	}
	input := map[string]any{}
	json.Unmarshal(raw, &input) // a broken one names nothing
	for _, key := range []string{"file_path", "notebook_path", "path"} {
		if name, ok := input[key].(string); ok && name != "" {
			return true
		}
	}
	return bytes.Contains(raw, []byte(`"file_path":"`)) // it was cut off behind
}

func count(sum *protocol.TouchedFile, t *protocol.Touch) {
	switch {
	case t.Status == "none" || t.Status == "running":
		sum.Open++
		return
	case t.Status != "ok" && t.Status != "background":
		sum.Failed++
		return
	case t.Kind == "read":
		sum.Reads++
		return
	case t.Kind == "edit":
		sum.Edits++
	default:
		sum.Writes++
	}
	if t.Left {
		sum.Left++
	}
	if t.Added == nil {
		sum.Unsized++
	} else {
		sum.Added, sum.Removed = sum.Added+*t.Added, sum.Removed+*t.Removed
	}
}

// TestLedgersAddUp checks that the ledger of each file adds up to its bytes. Of a file that
// sessions share, each has its own records; the bytes between them belong to none.
func TestLedgersAddUp(t *testing.T) {
	for name, files := range viewtest.Sessions(t) {
		store, v := viewtest.Load(files, 1<<30)
		sizes := map[string]float64{}
		for _, f := range files {
			sizes[f.Name] = float64(len(f.Data))
		}
		shown := map[string]float64{}
		for i := 0; store.Session(i) != nil; i++ {
			l := v.Ledgers(i)
			total := 0.0
			for _, f := range l.Files {
				total += f.Size
				if shown[f.Path] += f.Size; !f.Shared && f.Size != sizes[f.Path] || shown[f.Path] > sizes[f.Path] {
					t.Errorf("%s: %s has %v bytes, of which %v are in the ledger", name, f.Path, sizes[f.Path], shown[f.Path])
				}
				if sum := sumOf(f.Ledger); sum != f.Size {
					t.Errorf("%s: %s: %v of %v bytes", name, f.Path, sum, f.Size)
				}
			}
			if sum := sumOf(l.Sum); sum != l.Size || l.More == 0 && total != l.Size || l.Size != v.Sessions()[0].Bytes && store.Session(1) == nil {
				t.Errorf("%s: %v of %v bytes", name, sum, l.Size)
			}
		}
	}
}

func sumOf(l protocol.Ledger) float64 {
	sum := l.Shown + l.Merged + l.Damaged
	for _, n := range l.Hidden {
		sum += n
	}
	return sum
}

// TestShapeEqualsCommand checks that the report is that of the command, in any number of steps.
func TestShapeEqualsCommand(t *testing.T) {
	sessions := viewtest.Sessions(t)
	sessions["a stretch that ends with its file"] = []testutil.File{
		{Name: "s.jsonl", Data: []byte(`{"type":"user","uuid":"u","message":{"role":"user","content":"` + strings.Repeat("long ", 1<<20) + `"}}` + "\n")},
		{Name: "s/subagents/agent-x.meta.json", Data: []byte(`{"agentType":"Explore","toolUseId":"t"}`)},
		{Name: "s/subagents/agent-x.jsonl", Data: []byte(`{"type":"user","uuid":"v","isSidechain":true,"agentId":"x","message":{"role":"user","content":"go"}}` + "\n")},
	}
	for name, files := range sessions {
		store, v := viewtest.Load(files, 1<<30)
		if store.Session(0) == nil {
			continue
		}
		report := schema.New()
		for _, f := range store.Session(0).Files {
			report.Add(f, store.Ledger(f), bytes.NewReader(data(files, f)))
		}
		var want strings.Builder
		if _, err := report.WriteTo(&want); err != nil {
			t.Fatal(err)
		}
		got := finishShape(v, 0)
		if diff := cmp.Diff(want.String(), got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestShapeWhileReading checks that a report that is made while a file grows covers what was there
// when it reached the file. Two clients that alternate get the same report.
func TestShapeWhileReading(t *testing.T) {
	data, _ := testgen.Session(8 << 20)
	file := testutil.File{Name: "s.jsonl", Data: data}
	store := parser.NewStore()
	v := view.New(store, price.Default(), func(int) io.ReaderAt { return bytes.NewReader(file.Data) })
	f := store.Open(file.Name, int64(len(data)))
	half := bytes.LastIndexByte(data[:len(data)/2], '\n') + 1
	f.Write(data[:half])
	first := v.Shape(0, 0)
	if first.Next == nil {
		t.Fatalf("%d bytes are reported at once: %+v", half, first)
	}
	second := v.Shape(0, *first.Next)
	if second.Next == nil || *second.Next <= *first.Next {
		t.Fatalf("%d bytes are reported at once: %+v, %+v", half, first, second)
	}
	f.Write(data[half:])
	text := finishShape(v, *second.Next)
	total, shown := 0, 0
	_, kinds, _ := strings.Cut(text, "\n\n")
	head, kinds, _ := strings.Cut(kinds, "\n\n")
	if _, err := fmt.Sscanf(head[strings.Index(head, "\nlines "):], "\nlines     %d with %d", new(int), &total); err != nil {
		t.Fatalf("%v in %q", err, head)
	}
	for _, kind := range strings.Split(kinds, "\n\n") {
		n := 0
		if _, err := fmt.Sscan(kind[strings.IndexByte(kind, ' '):], &n); err != nil {
			t.Fatalf("%v in %.100q", err, kind)
		}
		shown += n
	}
	if total != shown || shown == 0 {
		t.Errorf("%d of %d records are reported", shown, total)
	}
	f.Close()
	store.Finish()
	want := finishShape(v, 0)
	one, two := v.Shape(0, 0), v.Shape(0, 0)
	for range 20 {
		if one.Next != nil {
			one = v.Shape(0, *one.Next)
		}
		if two.Next != nil {
			two = v.Shape(0, *two.Next)
		}
	}
	if one.Text != want || two.Text != want {
		t.Errorf("two who ask by turns have reports of %d and %d bytes, not of %d", len(one.Text), len(two.Text), len(want))
	}
}

// finishShape requests a report until it is complete.
func finishShape(v *view.Viewer, from int) string {
	for {
		answer := v.Shape(0, from)
		if answer.Next == nil {
			return answer.Text
		}
		from = *answer.Next
	}
}

func data(files []testutil.File, f *parser.File) []byte {
	for _, one := range files {
		if one.Name == f.Path {
			return one.Data
		}
	}
	return nil
}

// TestExplodingEdits checks that edits that would produce more text than fits in memory are
// reported as too large.
func TestExplodingEdits(t *testing.T) {
	edits := strings.TrimSuffix(strings.Repeat(`{"old_string":"a","new_string":"aa","replace_all":true},`, 64), ",")
	files := viewtest.Session(
		`{"type":"assistant","uuid":"a1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Write","input":{"file_path":"/p/x","content":"a\n"}}]}}`,
		`{"type":"user","uuid":"r1","sessionId":"s","toolUseResult":{"type":"create","filePath":"/p/x","content":"a\n","structuredPatch":[]},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"File created"}]}}`,
		`{"type":"assistant","uuid":"a2","sessionId":"s","message":{"id":"m2","role":"assistant","content":[{"type":"tool_use","id":"t2","name":"MultiEdit","input":{"file_path":"/p/x","edits":[`+edits+`]}}]}}`,
		`{"type":"user","uuid":"r2","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"Applied"}]}}`,
	)
	_, v := viewtest.Load(files, 1<<20)
	allTouched(v, 0)
	if change := net(v, 0, "/p/x"); !noted(change, "large") {
		t.Errorf("%+v", change)
	}
}

func noted(change protocol.NetChange, names ...string) bool {
	for _, note := range change.Notes {
		for _, name := range names {
			if note.Name == name {
				return true
			}
		}
	}
	return false
}
