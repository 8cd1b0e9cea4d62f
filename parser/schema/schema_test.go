package schema

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"unicode"

	"unspool/parser"
	"unspool/parser/testutil"
)

func report(t *testing.T, files ...testutil.File) string {
	t.Helper()
	store := parser.NewStore()
	for _, f := range files {
		file := store.Open(f.Name, int64(len(f.Data)))
		file.Write(f.Data)
		file.Close()
	}
	store.Finish()
	r := New()
	for i, f := range store.Files {
		r.Add(f, store.Ledger(f), bytes.NewReader(files[i].Data))
	}
	if r.unread > 0 {
		t.Errorf("%d records could not be read again", r.unread)
	}
	var out strings.Builder
	if _, err := r.WriteTo(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// labels are the labels of the report itself.
const labels = `unspool shape report only words of the format types and counts nothing of what was said or done
	files bytes largest file longest record lines with records versions to them recorded ledger shown merged damaged
	oddities unread main agent meta spilled other string int float bool null object array mcp
	json hooks progress context system metadata fillers internal agents blanks wrapping unfinished too many
	full more kinds or values than fit are counted at`

// knownWords reads the word list once: the fuzzer needs it for each of its inputs.
var knownWords = sync.OnceValue(func() *words { return readWords(list) })

// checkWords checks that a report contains no word but those of the format.
func checkWords(t *testing.T, name, text string) {
	t.Helper()
	known := knownWords()
	own := set(labels)
	for tool := range known.tools {
		for _, word := range strings.Split(tool, "_") {
			own[strings.ToLower(word)] = true
		}
	}
	if before, after, found := strings.Cut(text, "\noddities "); found { // names that the parser gives
		_, after, _ = strings.Cut(after, "\n")
		text = before + "\n" + after
	}
	for _, word := range strings.FieldsFunc(text, func(c rune) bool {
		return c == '_' || c == '-' || c > unicode.MaxASCII || !unicode.IsLetter(c) && !unicode.IsDigit(c)
	}) {
		if own[strings.ToLower(word)] || known.tools[word] || strings.Trim(word, "0123456789") == "" {
			continue
		}
		for _, piece := range pieces(word) {
			if !known.pieces[piece] && !known.tools[word] {
				t.Errorf("%s: the report contains %q", name, word)
			}
		}
	}
}

func TestReportsContainOnlyKnownWords(t *testing.T) {
	for _, f := range testutil.Transcripts(t) {
		checkWords(t, f.Path, report(t, f))
	}
	for name, files := range testutil.Cases(t) {
		checkWords(t, name, report(t, files...))
	}
}

// secrets are in every place of a session that a person or a tool can fill: texts, numbers as
// text, keys, names of tools, servers, files and models.
const secrets = `{"type":"user","uuid":"SECRET1","cwd":"/SECRET2","version":"SECRET3","gitBranch":"SECRET4","message":{"role":"SECRET5","content":"SECRET6","SECRET7":1},"SECRET8":{"SECRET9":["SECRET10"]}}
{"type":"SECRET11","subtype":"SECRET12","uuid":"b","content":{"SECRET13":"SECRET14"}}
{"type":"attachment","uuid":"c","attachment":{"type":"SECRET15","SECRET16":{"/home/SECRET17":1}}}
{"type":"progress","uuid":"d","data":{"type":"SECRET18","output":"SECRET19"}}
{"type":"file-history-snapshot","messageId":"e","snapshot":{"trackedFileBackups":{"/home/SECRET20":{"version":1,"SECRET21":2},"plan":{"version":1}}}}
{"type":"assistant","uuid":"f","version":"2.1.30-SECRET22","message":{"id":"m","role":"assistant","model":"SECRET23","content":[{"type":"tool_use","id":"t1","name":"mcp__SECRET24__SECRET25","input":{"SECRET26":"SECRET27","path":"x"}},{"type":"tool_use","id":"t2","name":"SECRET28","input":{"SECRET29":1}},{"type":"tool_use","id":"t3","name":"AskUserQuestion","input":{"SECRET30":1}},{"type":"SECRET31","SECRET32":3}],"stop_reason":"SECRET33"}}
{"type":"user","uuid":"g","toolUseResult":{"SECRET34":1,"content":{"SECRET35":2}},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"SECRET36"}]}}
{"type":"user","uuid":"h","toolUseResult":{"answers":{"What is SECRET37?":"SECRET38","plan":"SECRET39"}},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t3","content":[{"type":"text","text":"SECRET40"}]}]}}
{"type":"queue-operation","operation":"SECRET41","content":"SECRET42"}
{"SECRET43":"SECRET44","type":"mode","mode":"SECRET45","m\u0053ECRET46":1,"agentSECRET47":2,"agent_SECRET48":3}
SECRET49
`

func TestSecretsStayInside(t *testing.T) {
	const cuts = 40 // damage must not bring anything out either
	for cut := range cuts {
		data := secrets[:len(secrets)-cut*len(secrets)/cuts]
		files := []testutil.File{
			{Name: "SECRET50/SECRET51.jsonl", Data: []byte(data)},
			{Name: "SECRET50/SECRET51/subagents/agent-SECRET52.meta.json", Data: []byte(`{"agentType":"SECRET53","SECRET54":{"SECRET55":1}}`)},
			{Name: "SECRET50/SECRET51/tool-results/SECRET56.txt", Data: []byte("SECRET57")},
		}
		for _, word := range []string{"SECRET", "hunter2", "4929 1234 5678 9012", "a@b.example", "zürich"} {
			var hidden []testutil.File
			for _, f := range files {
				hidden = append(hidden, testutil.File{Name: strings.ReplaceAll(f.Name, "SECRET", word),
					Data: bytes.ReplaceAll(f.Data, []byte("SECRET"), []byte(word))})
			}
			if text := report(t, hidden...); strings.Contains(strings.ToLower(text), strings.ToLower(word)) {
				t.Fatalf("%s is in the report:\n%s", word, text)
			}
		}
	}
}

// TestReportContainsUnknownShapes checks that a report contains what is new in the format, as long
// as its words are known.
func TestReportContainsUnknownShapes(t *testing.T) {
	text := report(t, testutil.File{Name: "s.jsonl", Data: []byte(secrets + `{"type":"agent-summary","totalAgentCount":3,"retryInMs":1.5,"agentName":"","tools":[],"usage":{}}
{"type":"assistant","uuid":"x","version":"2.1.300","message":{"id":"m2","role":"assistant","content":[{"type":"tool_use","id":"t9","name":"Bash","input":{"command":"ls"}}]}}
`)})
	for _, want := range []string{
		"files     main 1\n", "versions  2.1.30 to 2.1.300, 2 of them\n", "oddities  damaged-line 1\n",
		"\nagent-summary 1\n", "  totalAgentCount: int 1\n", "  retryInMs: float 1\n", `  agentName: "" 1` + "\n", "  tools: [] 1\n", "  usage: {} 1\n",
		"\nother/other 1\n", "  message.content[tool_use].input(Bash).command: string 1\n", "  message.content[tool_use].input(mcp): object 1\n",
		"  snapshot.trackedFileBackups.*.version: int 2\n", "  toolUseResult(AskUserQuestion).answers.*: string 2\n",
		"  message.stop_reason: other 1\n", `  type: "user" 3` + "\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
}

// TestShrunkFile checks that a file that shrank since it was indexed only loses the records that
// are gone.
func TestShrunkFile(t *testing.T) {
	store := parser.NewStore()
	f := store.Open("s.jsonl", -1)
	f.Write([]byte(secrets))
	store.Finish()
	r := New()
	r.Add(f, store.Ledger(f), strings.NewReader(secrets[:len(secrets)/2]))
	if r.unread == 0 || r.unread >= int(f.Records.Len()) {
		t.Errorf("%d of %d records unread", r.unread, f.Records.Len())
	}
}

// maxReport is the maximum size of a report in bytes.
const maxReport = 2 << 20

// TestReportIsBounded checks that hostile nesting, types, kinds and long words lead to a report of
// bounded size that counts what it omits.
func TestReportIsBounded(t *testing.T) {
	const full = "\nfull "
	keys := strings.Fields("path file name content message data model mode tag")
	long := func(i int) string { // of as many letters as a word may have
		word := ""
		for ; len(word) < longest-8; i /= 9 {
			word += keys[i%9] + "_"
		}
		return word + "tag"
	}
	for name, line := range map[string]func(i int) string{
		"paths": func(i int) string {
			return fmt.Sprintf(`{"type":"mode","%s":{"%s":{"%s":{"%s":1}}}}`, keys[i%9], keys[i/9%9], keys[i/81%9], keys[i/729])
		},
		"kinds": func(i int) string { return `{"type":"` + long(i) + `"}` },
		"both": func(i int) string {
			return `{"type":"` + long(i) + `","` + long(i) + `":{"` + long(i+1) + `":{"` + long(i+2) + `":{}}}}`
		},
		"forms": func(i int) string {
			return `{"type":"mode","` + long(i) + `":[{"type":"tool_use","role":"user"},{"type":"text","role":"assistant"},{"kind":"mode"},{"kind":"text","level":""}]}`
		},
		"deep": func(i int) string {
			return `{"type":"mode",` + strings.Repeat(`"`+long(i)+`":{`, maxDepth) + strings.Repeat("}", maxDepth+1)
		},
	} {
		var data strings.Builder
		for i := range 9 * 9 * 9 * 9 {
			data.WriteString(line(i) + "\n")
		}
		text := report(t, testutil.File{Name: "s.jsonl", Data: []byte(data.String())})
		if n := strings.Count(text, "\n  "); len(text) > maxReport || n > maxEntries+maxKinds || strings.Count(text, "…") < 2 || !strings.Contains(text, full) {
			t.Errorf("%s: %d bytes, %d lines:\n%.400s", name, len(text), n, text)
		}
		checkWords(t, name, text)
		shownKeys := 0
		for _, block := range strings.Split(text, "\n\n")[2:] {
			n := 0
			if _, err := fmt.Sscan(block[strings.IndexByte(block, ' '):], &n); err != nil {
				t.Fatalf("%s: %.100s", name, block)
			}
			shownKeys += n
		}
		if shownKeys != 9*9*9*9 {
			t.Errorf("%s: %d records are listed", name, shownKeys)
		}
	}
	if text := report(t, testutil.Transcripts(t)...); strings.Contains(text, full) || strings.Contains(text, "…") {
		t.Errorf("real sessions fill a report:\n%.400s", text)
	}
	deep := `{"type":"mode","data":` + strings.Repeat(`{"data":`, 250) + "1" + strings.Repeat("}", 251)
	if text := report(t, testutil.File{Name: "s.jsonl", Data: []byte(deep)}); strings.Count(text, "data.") > maxDepth*maxDepth {
		t.Errorf("too deep:\n%s", text)
	}
}

// TestRecordsBeyondTheLimit checks that a report counts the indexed records only; the ledger
// accounts for the bytes of the others.
func TestRecordsBeyondTheLimit(t *testing.T) {
	data := []byte(strings.Repeat("{}\n", 400_000))
	store := parser.NewStore()
	f := store.Open("s.jsonl", int64(len(data)))
	f.Write(data)
	store.Finish()
	if f.Omitted.Line == 0 {
		t.Fatal("everything is indexed")
	}
	r := New()
	r.Add(f, store.Ledger(f), bytes.NewReader(data))
	var out strings.Builder
	r.WriteTo(&out) // a Builder takes all
	indexed := int(f.Records.Len())
	for _, want := range []string{fmt.Sprintf("\nlines     400000 with %d records\n", indexed), fmt.Sprintf("\nother %d\n", indexed), ", too-many "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the report lacks %q:\n%.400s", want, out.String())
		}
	}
}

// TestWordList checks that no word is listed twice under one heading, and that none has unexpected
// characters.
func TestWordList(t *testing.T) {
	data, err := os.ReadFile("words.txt")
	if err != nil {
		t.Fatal(err)
	}
	w := readWords(string(data))
	if len(w.keys) < 400 || len(w.kinds) < 150 || len(w.tools) < 40 {
		t.Errorf("%d keys, %d kinds, %d tools", len(w.keys), len(w.kinds), len(w.tools))
	}
	for _, known := range []map[string]bool{w.keys, w.kinds, w.tools} {
		for word := range known {
			if word != "_meta" && !strings.HasPrefix(word, "-") && len(pieces(word)) == 0 {
				t.Errorf("%q is no word", word)
			}
		}
	}
	for _, name := range []string{"secret", "customer", "password", "agentsecret", "agent.name", "path/file", "agent name", "Agent:name", ""} {
		if w.compound(name) || w.keys[name] {
			t.Errorf("%q would be reported", name)
		}
	}
}
