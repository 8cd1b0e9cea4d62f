package share_test

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/export"
	"unspool/parser/price"
	"unspool/parser/redact"
	"unspool/parser/share"
	"unspool/parser/tables"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/trace"
	"unspool/parser/view"
)

// scanned returns what is found in the files of a session.
func scanned(t *testing.T, s *share.Session, o redact.FinderOptions) *redact.Values {
	t.Helper()
	finder, err := redact.NewFinder(o)
	if err != nil {
		t.Fatal(err)
	}
	values := new(redact.Values)
	for _, f := range slices.Concat(s.Files, s.Sidecars) {
		for found, err := range finder.Read(io.NewSectionReader(s.Open(f.Number), 0, f.Size)) {
			if err != nil {
				t.Fatal(err)
			}
			values.Add(found, f.Path)
		}
		for found := range finder.Name(f.Path) {
			values.Add(found, f.Path)
		}
	}
	return values
}

// exported returns the files of an export by their names.
func exported(t *testing.T, s *share.Session, o share.Options) map[string]string {
	t.Helper()
	out := map[string]string{}
	for piece, err := range share.Export(s, o) {
		if err != nil {
			t.Fatal(err)
		}
		out[piece.File] += string(piece.Bytes)
	}
	return out
}

// eachSession visits the sessions of the test data.
func eachSession(t *testing.T, visit func(name string, s *share.Session)) {
	t.Helper()
	for name, files := range viewtest.Sessions(t) {
		store, _ := viewtest.Load(files, 1<<20)
		for s := range store.Sessions() {
			if slices.ContainsFunc(s.Files, s.Shares) {
				continue
			}
			visit(name, &share.Session{Session: s, Store: store, Open: func(file int) io.ReaderAt { return bytes.NewReader(files[file].Data) }})
		}
	}
}

// TestExport compares the transcripts of all sessions with those of package export, redacted as a
// whole: they are the same bytes.
func TestExport(t *testing.T) {
	eachSession(t, func(name string, s *share.Session) {
		values := scanned(t, s, redact.FinderOptions{})
		got := exported(t, s, share.Options{Format: "transcript", Values: values, Parts: redact.Images})
		want := map[string]string{}
		replacer := redact.NewReplacer(values, redact.ReplacerOptions{Parts: redact.Images})
		written := map[string]*bytes.Buffer{}
		_, err := export.Transcript(s.Session, s.Open, func(name string) (io.WriteCloser, error) {
			written[name] = new(bytes.Buffer)
			return nopCloser{written[name]}, nil
		}, export.TranscriptOptions{Redaction: share.Redaction(values, redact.Images)})
		if err != nil {
			t.Fatal(err)
		}
		for file, text := range written {
			var out strings.Builder
			if err := replacer.Copy(&out, text, file); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			want[replacer.Name(file)] = out.String()
		}
		if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got))); diff != "" {
			t.Errorf("%s: files (-want +got)\n%s", name, diff)
		}
		for file, text := range want {
			if got[file] != text {
				t.Errorf("%s: %s has %d bytes, want %d", name, file, len(got[file]), len(text))
			}
		}
	})
}

// TestExportAsTracesAndTables compares the traces and tables of all sessions with those of packages trace and tables,
// which the command writes: they are the same bytes.
func TestExportAsTracesAndTables(t *testing.T) {
	eachSession(t, func(name string, s *share.Session) {
		for _, format := range []string{"traces", "chrome", "csv", "ndjson"} {
			want := map[string]string{}
			switch format {
			case "traces", "chrome":
				var out strings.Builder
				file, write := s.ID+".otlp.jsonl", trace.WriteOTLP
				if format == "chrome" {
					file, write = s.ID+".trace.json", trace.WriteChrome
				}
				options := trace.Options{Prices: price.Default(), Content: true, LeftOut: true}
				if _, err := write(&out, trace.Turns(s.Session, s.Open, options)); err != nil {
					t.Fatal(err)
				}
				want[file] = out.String()
			default:
				written := map[string]*bytes.Buffer{}
				w, err := tables.NewWriter(func(file string) (io.WriteCloser, error) {
					written[file] = new(bytes.Buffer)
					return nopCloser{written[file]}, nil
				}, tables.Options{Format: tables.Format(format), Prices: price.Default()})
				if err != nil {
					t.Fatal(err)
				}
				w.AddFiles(slices.Concat(s.Files, s.Sidecars))
				err = w.Write(view.New(s.Store, price.Default(), s.Open), s.Session)
				if _, closed := w.Close(); errors.Join(err, closed) != nil {
					t.Fatal(err, closed)
				}
				for file, text := range written {
					want[file] = text.String()
				}
			}
			got := exported(t, s, share.Options{Format: format, Content: true})
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s as %s (-want +got)\n%s", name, format, diff)
			}
		}
	})
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

const secret = "ghp_0123456789abcdefABCDEF0123456789wxYZ"

// session returns a session of prompts.
func session(t *testing.T, prompts ...string) *share.Session {
	t.Helper()
	var text strings.Builder
	for _, one := range prompts {
		text.WriteString(prompt(one))
	}
	return sessionOf(text.String())
}

// prompt returns the record of a prompt.
func prompt(text string) string {
	return `{"type":"user","uuid":"u","sessionId":"s","message":{"role":"user","content":"` + text + `"}}` + "\n"
}

// reply is the record of a reply to a prompt.
const reply = `{"type":"assistant","uuid":"a","parentUuid":"u","sessionId":"s","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"Yes"}]}}` + "\n"

// sessionOf returns the session of a transcript.
func sessionOf(text string) *share.Session {
	files := []testutil.File{{Path: "s.jsonl", Name: "s.jsonl", Data: []byte(text)}}
	store, _ := viewtest.Load(files, 1<<20)
	return &share.Session{Session: store.Session(0), Store: store, Open: func(int) io.ReaderAt { return bytes.NewReader(files[0].Data) }}
}

// TestExportChecks checks that a value that is left in a form that is not a transcript ends the export.
func TestExportChecks(t *testing.T) {
	s := sessionOf(prompt("my key is "+secret) + reply)
	values := scanned(t, s, redact.FinderOptions{})
	if values.Len() != 1 {
		t.Fatalf("%d values, want 1", values.Len())
	}
	redacted := exported(t, s, share.Options{Format: "transcript", Values: values})
	if strings.Contains(redacted["s.jsonl"], secret) {
		t.Error("the transcript has the value")
	}
	clean := sessionOf(redacted["s.jsonl"])
	prices := price.Default().With(&price.Table{Name: secret + ".tsv"})
	priced := exported(t, clean, share.Options{Format: "html", Values: values, Prices: prices})
	if text := strings.Join(slices.Collect(maps.Values(priced)), ""); strings.Contains(text, secret) {
		t.Error("the name of the prices has the value")
	}
	for _, format := range []string{"messages", "markdown", "html", "traces", "chrome"} {
		var failed error
		for _, err := range share.Export(s, share.Options{Format: format, Content: true, Values: values}) {
			failed = errors.Join(failed, err)
		}
		if left := new(redact.LeftError); !errors.As(failed, &left) {
			t.Errorf("a value is left in the %s: %v", format, failed)
		}
		text := strings.Join(slices.Collect(maps.Values(exported(t, clean, share.Options{Format: format, Content: true, Values: values}))), "")
		if strings.Contains(text, secret) || !strings.Contains(text, "GITHUB_PAT_1") {
			t.Errorf("the %s of the redacted transcript:\n%s", format, text)
		}
	}
}

// TestExportOfAgent checks that the forms of one conversation have that of the selected agent.
func TestExportOfAgent(t *testing.T) {
	files := testutil.Cases(t)["agents"]
	store, _ := viewtest.Load(files, 1<<20)
	s := &share.Session{Session: store.Session(0), Store: store, Open: func(i int) io.ReaderAt { return bytes.NewReader(files[i].Data) }}
	for _, format := range []string{"transcript", "messages", "markdown", "html"} {
		o := share.Options{Format: format}
		o.Transcript.Agent = "ag1"
		text := strings.Join(slices.Collect(maps.Values(exported(t, s, o))), "")
		if !strings.Contains(text, "look at a") || strings.Contains(text, "look at d") {
			t.Errorf("the %s of an agent:\n%s", format, text)
		}
	}
}

// TestExportOfTablesChecks checks that a value is also found in the escapes of a table, and not in the tables of a
// session in which it was replaced.
func TestExportOfTablesChecks(t *testing.T) {
	const value = `told "all"; =sum` // CSV doubles the quotes, and has an apostrophe before the formula
	pattern := regexp.MustCompile(`told "all"; =sum`)
	title := `{"type":"custom-title","customTitle":"He told \"all\"; =sum","sessionId":"s"}` + "\n"
	s := sessionOf(title + prompt("Go"))
	values := scanned(t, s, redact.FinderOptions{Patterns: []*regexp.Regexp{pattern}})
	redacted := exported(t, s, share.Options{Format: "transcript", Values: values})
	clean := sessionOf(redacted["s.jsonl"])
	for _, format := range []string{"csv", "ndjson"} {
		var failed error
		for _, err := range share.Export(s, share.Options{Format: format, Values: values}) {
			failed = errors.Join(failed, err)
		}
		if left := new(redact.LeftError); !errors.As(failed, &left) || !strings.HasPrefix(left.File, "sessions.") {
			t.Errorf("%q is left in the %s: %v", value, format, failed)
		}
		files := exported(t, clean, share.Options{Format: format, Values: values})
		if text := files["sessions."+format]; !strings.Contains(text, "He ‹PATTERN_1›") || strings.Contains(text, "sum") {
			t.Errorf("sessions.%s:\n%s", format, text)
		}
	}
}

// TestExportStops checks that an export that is not read to its end stops without another piece, and
// that formats and files that are not there are errors.
func TestExportStops(t *testing.T) {
	s := session(t, strings.Repeat("long ", 200_000), strings.Repeat("more ", 200_000))
	for _, format := range []string{"transcript", "messages", "markdown", "csv"} {
		total := pieces(t, s, format)
		for stop := range total {
			n := 0
			for range share.Export(s, share.Options{Format: format}) {
				if n++; n > stop {
					break
				}
			}
			if n != stop+1 {
				t.Errorf("%s: %d pieces, want %d", format, n, stop+1)
			}
		}
	}
	for _, err := range share.Export(s, share.Options{Format: "pdf"}) {
		if err == nil || err.Error() != `there is no format "pdf"` {
			t.Errorf("a format that is not there: %v", err)
		}
	}
	broken := *s
	broken.Open = func(int) io.ReaderAt { return bytes.NewReader(nil) }
	var failed error
	for _, err := range share.Export(&broken, share.Options{Format: "transcript"}) {
		failed = errors.Join(failed, err)
	}
	if failed == nil || !strings.Contains(failed.Error(), "s.jsonl") {
		t.Errorf("a file that cannot be read: %v", failed)
	}
}

// pieces returns the number of pieces of an export.
func pieces(t *testing.T, s *share.Session, format string) int {
	t.Helper()
	n := 0
	for _, err := range share.Export(s, share.Options{Format: format}) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n < 4 {
		t.Fatalf("%s: %d pieces, want several", format, n)
	}
	return n
}

// TestExportWithoutOutputs checks that ids in results that are left out stay if they link records.
func TestExportWithoutOutputs(t *testing.T) {
	s := sessionOf(prompt("Go") + `{"type":"assistant","uuid":"a","parentUuid":"u","sessionId":"s","message":{"id":"m","role":"assistant",` +
		`"content":[{"type":"tool_use","id":"t1","name":"Task","input":{}}]}}` + "\n" +
		`{"type":"user","uuid":"r","parentUuid":"a","sessionId":"s","toolUseResult":{"agentId":"ag1","sessionId":"` + secret + `"},` +
		`"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"x"}]}}` + "\n")
	out := exported(t, s, share.Options{Format: "transcript", Parts: redact.Outputs})["s.jsonl"]
	if strings.Contains(out, secret) || !strings.Contains(out, `"agentId":"ag1"`) {
		t.Error(out)
	}
}
