package tables_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"unspool/parser/price"
	"unspool/parser/tables"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view"
)

// A memoryFile is a file of the output.
type memoryFile struct {
	bytes.Buffer
	closed bool
}

func (f *memoryFile) Close() error {
	if f.closed {
		return errors.New("closed twice")
	}
	f.closed = true
	return nil
}

// written writes the sessions of files as tables, and returns the output by name.
func written(t *testing.T, o tables.Options, all ...[]testutil.File) (map[string]*memoryFile, tables.Manifest) {
	t.Helper()
	out := map[string]*memoryFile{}
	o.Prices = price.Default()
	w, err := tables.NewWriter(func(name string) (io.WriteCloser, error) {
		if out[name] != nil || !filepath.IsLocal(name) {
			t.Errorf("%q is written twice, or outside", name)
		}
		out[name] = &memoryFile{}
		return out[name], nil
	}, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, files := range all {
		store, v := viewtest.Load(files, 1<<20)
		w.AddStore(store)
		for s := range store.Sessions() {
			if err := w.Write(v, s); err != nil {
				t.Fatal(err)
			}
		}
	}
	m, err := w.Close()
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range out {
		if !f.closed {
			t.Errorf("%s stays open", name)
		}
	}
	return out, m
}

func sample(t *testing.T) []testutil.File {
	return testutil.Tree(t, filepath.Join(testutil.Dir(t), "sample"))
}

// cells returns the rows of a table as texts by column, without null.
func cells(t *testing.T, format tables.Format, data []byte) []map[string]string {
	t.Helper()
	var list []map[string]string
	switch format {
	case tables.CSV:
		records, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, record := range records[1:] {
			row := map[string]string{}
			for i, cell := range record {
				if cell != "" {
					row[records[0][i]] = cell
				}
			}
			list = append(list, row)
		}
	case tables.NDJSON:
		for line := range strings.Lines(string(data)) {
			var values map[string]any
			decoder := json.NewDecoder(strings.NewReader(line))
			decoder.UseNumber()
			if err := decoder.Decode(&values); err != nil {
				t.Fatalf("%v: %s", err, line)
			}
			list = append(list, textsOf(values))
		}
	case tables.Parquet:
		file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		reader := parquet.NewGenericReader[map[string]any](file, file.Schema())
		for {
			values := []map[string]any{{}}
			n, err := reader.Read(values)
			if n == 1 {
				list = append(list, textsOf(values[0]))
			}
			if err != nil {
				break
			}
		}
		if len(list) != int(file.NumRows()) {
			t.Errorf("%d of %d rows", len(list), file.NumRows())
		}
	}
	return list
}

// textsOf returns values as they are in CSV.
func textsOf(values map[string]any) map[string]string {
	row := map[string]string{}
	for name, value := range values {
		switch v := value.(type) {
		case string:
			row[name] = v
		case json.Number:
			row[name] = v.String()
		case int64:
			if row[name] = strconv.FormatInt(v, 10); strings.HasSuffix(name, "_at") || name == "time" {
				row[name] = time.UnixMilli(v).UTC().Format("2006-01-02T15:04:05.000Z")
			}
		case time.Time:
			row[name] = v.UTC().Format("2006-01-02T15:04:05.000Z")
		case float64:
			row[name] = strconv.FormatFloat(v, 'g', -1, 64)
		case bool:
			row[name] = strconv.FormatBool(v)
		}
	}
	return row
}

// TestFormats checks that all formats hold the same rows, partitioned or not.
func TestFormats(t *testing.T) {
	names := []string{"sessions", "turns", "responses", "tool_calls", "file_changes"}
	want := map[string][]map[string]string{}
	plain, _ := written(t, tables.Options{Format: tables.NDJSON}, sample(t))
	for _, name := range names {
		if want[name] = cells(t, tables.NDJSON, plain[name+".ndjson"].Bytes()); len(want[name]) == 0 {
			t.Fatalf("no rows of %s", name)
		}
	}
	for _, format := range tables.Formats() {
		for _, partition := range []bool{false, true} {
			out, m := written(t, tables.Options{Format: format, Partition: partition}, sample(t))
			for _, name := range names {
				path, columns := name+"."+string(format), map[string]string{}
				if partition {
					path = name + "/project=%2Fhome%2Fmei%2Fcode%2Ftidepool/month=2026-08/part-0." + string(format)
					columns = map[string]string{"project": "/home/mei/code/tidepool", "month": "2026-08"}
				}
				if out[path] == nil {
					t.Fatalf("there is no %s", path)
				}
				got := cells(t, format, out[path].Bytes())
				for _, row := range got {
					for column, value := range columns {
						if row[column] != "" {
							t.Errorf("%s has the column %s", path, column)
						}
						row[column] = value
					}
					if format == tables.CSV && row["file"] != "" {
						row["file"] = strings.TrimPrefix(row["file"], "'") // it begins with "-"
					}
				}
				if diff := cmp.Diff(want[name], got); diff != "" {
					t.Errorf("%s: %s", path, diff)
				}
				if m.Rows[name] != len(got) {
					t.Errorf("the manifest has %d rows of %s, not %d", m.Rows[name], name, len(got))
				}
			}
			if len(out) != len(names)+1 || len(m.Files) != len(names) {
				t.Errorf("%s: %d files, %d in the manifest", format, len(out), len(m.Files))
			}
		}
	}
}

// hostileSession returns a session with a folder and a file name.
func hostileSession(id, folder, path string) []testutil.File {
	text := func(s string) string {
		b, _ := json.Marshal(s)
		return string(b)
	}
	line := func(kind, content string, at int) string {
		return `{"type":"` + kind + `","sessionId":"` + id + `","uuid":"` + id + strconv.Itoa(at) + `",` + viewtest.At(at) + `"cwd":` + text(folder) +
			`,"message":{"role":"` + kind + `","id":"m` + id + `","model":"claude-opus-4-8","usage":{"input_tokens":1},"content":` + content + `}}`
	}
	lines := []string{
		line("user", `"x"`, 0),
		line("assistant", `[{"type":"tool_use","id":"t","name":"Write","input":{"content":"a\n","file_path":`+text(path)+`}}]`, 1),
		line("user", `[{"type":"tool_result","tool_use_id":"t","content":"ok"}]`, 2),
	}
	return []testutil.File{{Name: "p/" + id + ".jsonl", Data: []byte(strings.Join(lines, "\n") + "\n")}}
}

// TestHostileFolders checks that no folder of a session leaves the output, and that each one has its own folder,
// which names it.
func TestHostileFolders(t *testing.T) {
	long := "/" + strings.Repeat("très-long/", 50)
	folders := []string{"../../../etc", "..", "/", "/a\x00b", "C:\\Windows\\..", "a/month=2020-01", "NUL.", "a b%2F", "", long, long + "x",
		"__HIVE_DEFAULT_PARTITION__", "/a\nb", "\u202egpj", "A=B=C"}
	var all [][]testutil.File
	for i, folder := range folders {
		all = append(all, hostileSession("s"+strconv.Itoa(i), folder, "/x"))
	}
	out, m := written(t, tables.Options{Format: tables.NDJSON, Partition: true}, all...)
	var found, want []string
	for name := range out {
		parts := strings.Split(name, "/")
		for _, part := range parts {
			if len(part) > 255 || strings.ContainsAny(part, "\x00\\\n :") || part == ".." {
				t.Errorf("%q in %q", part, name)
			}
		}
		if project, ok := strings.CutPrefix(parts[min(1, len(parts)-1)], "project="); ok && parts[0] == "sessions" {
			folder, err := url.PathUnescape(project)
			if err != nil || len(parts) != 4 {
				t.Errorf("%q: %v", name, err)
			}
			found = append(found, folder)
		}
	}
	for _, folder := range folders {
		switch {
		case folder == "":
			folder = "__HIVE_DEFAULT_PARTITION__"
		case len(folder) > 200:
			continue
		}
		want = append(want, strings.ReplaceAll(folder, "\x00", "\ufffd"))
	}
	found = slices.DeleteFunc(found, func(folder string) bool { return strings.HasPrefix(folder, "/très-long/") && len(folder) < 200 })
	slices.Sort(found)
	slices.Sort(want)
	if diff := cmp.Diff(want, found); diff != "" || m.Sessions() != len(folders) {
		t.Errorf("%d of %d sessions: %s", m.Sessions(), len(folders), diff)
	}
	if n := len(m.Files); n != 5*len(folders) {
		t.Errorf("%d files", n)
	}
}

// TestManyPartitions checks that a partition that comes up again gets a further file, since only a few are
// open, and that nothing is lost.
func TestManyPartitions(t *testing.T) {
	var all [][]testutil.File
	for i := range 40 {
		all = append(all, hostileSession("s"+strconv.Itoa(i), "/p"+strconv.Itoa(i%10), "/x"))
	}
	for _, format := range tables.Formats() {
		out, m := written(t, tables.Options{Format: format, Partition: true}, all...)
		rows := 0
		for name, f := range out {
			if strings.HasPrefix(name, "sessions/") {
				rows += len(cells(t, format, f.Bytes()))
			}
		}
		if rows != 40 || m.Sessions() != 40 || out["sessions/project=%2Fp3/month=2027-01/part-3."+string(format)] == nil {
			t.Errorf("%s: %d rows, %d sessions, %d files", format, rows, m.Sessions(), len(out))
		}
	}
}

// TestFormulas checks that no cell of CSV is a formula, wherever a program splits it.
func TestFormulas(t *testing.T) {
	for _, path := range []string{"=1+1", "/a;=cmd|' /C calc'!A0", "-x", "@SUM(A1)", "+1", "\t=1", "/a\n=1", "/a\r\n+1", " =1", "/x,\u200b=1", "＝1", `/"",=1`, `a";"=1`, `"=1`, "a\t\" \"@x"} {
		out, _ := written(t, tables.Options{Format: tables.CSV}, hostileSession("s", "=2", path))
		for name, f := range out {
			if name == "manifest.json" {
				continue
			}
			checkCells(t, name, f.String())
		}
	}
}

// checkCells checks that no text cell of CSV begins a formula, and no part of the file that a program with another separator
// takes for a cell, also with quotes that end at once.
func checkCells(t *testing.T, name, text string) {
	t.Helper()
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(records) < 2 {
		t.Fatalf("%s: %v, %d records", name, err, len(records))
	}
	for _, record := range records[1:] {
		for _, cell := range record {
			if _, err := strconv.ParseFloat(cell, 64); err == nil {
				continue
			}
			if strings.HasPrefix(cell, "\t") || strings.HasPrefix(cell, "\r") {
				t.Errorf("%s: %q begins with a tab or line break", name, cell)
			}
		}
	}
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",;|\t\r\n", r) }) {
		if _, err := strconv.ParseFloat(part, 64); err != nil && strings.IndexAny(strings.TrimLeft(part, "\" \u200b\u00a0"), "=+-@＝＋－＠") == 0 {
			t.Errorf("%s: %q is a formula in %q", name, part, text)
		}
	}
}

func FuzzFormulas(f *testing.F) {
	for _, seed := range []string{"=1", "/a;=1", "\t-", "a,\r\n@x", `"",=`, `a";"=1`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, path string) {
		out, _ := written(t, tables.Options{Format: tables.CSV}, hostileSession("s", path, "/"+path))
		checkCells(t, "sessions", out["sessions.csv"].String())
		checkCells(t, "file_changes", out["file_changes.csv"].String())
	})
}

// TestManifest checks what the manifest says about damage, other files and copies, and that it is always
// the same.
func TestManifest(t *testing.T) {
	files := []testutil.File{
		{Name: "p/a.jsonl", Data: []byte(`{"type":"user","uuid":"1","sessionId":"a","message":{"role":"user","content":"x"}}` + "\n{\"type\":\n")},
		{Name: "p/b.jsonl", Data: []byte(`{"type":"session_meta","payload":{}}` + "\n")},
		{Name: "p/c.jsonl"},
	}
	first, m := written(t, tables.Options{Format: tables.Parquet}, files)
	again, _ := written(t, tables.Options{Format: tables.Parquet}, files)
	for name := range first {
		if !bytes.Equal(first[name].Bytes(), again[name].Bytes()) {
			t.Errorf("%s differs the second time", name)
		}
	}
	want := []tables.InputFile{{Path: "p/b.jsonl", Reason: "codex"}, {Path: "p/c.jsonl", Reason: "empty"}}
	if diff := cmp.Diff(want, m.NotTranscripts); diff != "" || m.Sessions() != 1 {
		t.Errorf("%d sessions: %s", m.Sessions(), diff)
	}
	if diff := cmp.Diff([]tables.DamagedFile{{Path: "p/a.jsonl", Ranges: 1}}, m.Damaged); diff != "" {
		t.Error(diff)
	}
	var stored tables.Manifest
	if err := json.Unmarshal(first["manifest.json"].Bytes(), &stored); err != nil || cmp.Diff(m, stored) != "" {
		t.Errorf("%v: %s", err, cmp.Diff(m, stored))
	}
	if out, m := written(t, tables.Options{Format: tables.Parquet}, files[1:]); len(out) != 0 || m.Sessions() != 0 {
		t.Errorf("%d files without a session", len(out))
	}
	// A table without rows is there, with its columns.
	if n := len(cells(t, tables.Parquet, first["file_changes.parquet"].Bytes())); n != 0 {
		t.Errorf("%d rows", n)
	}
}

// A brokenReader cannot be read.
type brokenReader struct{}

func (brokenReader) ReadAt([]byte, int64) (int, error) { return 0, os.ErrClosed }

// A fullFile takes no bytes.
type fullFile struct{}

func (fullFile) Write([]byte) (int, error) { return 0, io.ErrShortWrite }
func (fullFile) Close() error              { return nil }

// TestWriterErrors checks that a session that cannot be read is named, and that a full disk is an error.
func TestWriterErrors(t *testing.T) {
	store, v := viewtest.Load(sample(t), 1<<20)
	broken := view.New(store, price.Default(), func(int) io.ReaderAt { return brokenReader{} })
	full := func(string) (io.WriteCloser, error) { return fullFile{}, nil }
	w, err := tables.NewWriter(full, tables.Options{Format: tables.Parquet, Prices: price.Default()})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(broken, store.Session(0)); err != nil {
		t.Error(err)
	}
	if m, err := w.Close(); err != nil || len(m.Unread) != 1 || m.Unread[0].Path != store.Session(0).Files[0].Path || m.Sessions() != 0 {
		t.Errorf("error %v, %+v", err, m.Unread)
	}
	for _, format := range tables.Formats() {
		w, err := tables.NewWriter(full, tables.Options{Format: format, Prices: price.Default()})
		if err != nil {
			t.Fatal(err)
		}
		failed := w.Write(v, store.Session(0))
		if _, err := w.Close(); err == nil && failed == nil {
			t.Errorf("%s: no error", format)
		}
	}
	if _, err := tables.NewWriter(full, tables.Options{Format: "xlsx"}); err == nil {
		t.Error("a format that does not exist is taken")
	}
}
