// Package duckdb holds no code. Its tests query tables with DuckDB. It is a module of its own, so that DuckDB is no
// dependency of the parser.
package duckdb

import (
	"cmp"
	"database/sql"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"

	"unspool/parser/folder"
	"unspool/parser/price"
	"unspool/parser/tables"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

const root = "../../.."

// archives returns the folders whose sessions are queried.
func archives() []string {
	list := []string{root + "/testdata"}
	if corpus := os.Getenv("UNSPOOL_CORPUS"); corpus != "" {
		list = append(list, corpus)
	}
	return list
}

// read reads the sessions of a folder.
func read(t *testing.T, dir string) *view.Viewer {
	t.Helper()
	d, err := folder.Read(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	return view.New(d.Store, price.Default(), d.ReaderAt)
}

// write writes sessions as tables, and returns their folder.
func write(t *testing.T, v *view.Viewer, o tables.Options) string {
	t.Helper()
	dir := t.TempDir()
	o.Prices = price.Default()
	w, err := tables.NewWriter(func(name string) (io.WriteCloser, error) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return nil, err
		}
		return os.Create(name)
	}, o)
	if err != nil {
		t.Fatal(err)
	}
	for s := range v.Store.Sessions() {
		if err := w.Write(v, s); err != nil {
			t.Fatal(err)
		}
	}
	m, err := w.Close()
	if err != nil || m.Excluded != (tables.Excluded{}) {
		t.Fatalf("%v, %+v", err, m.Excluded)
	}
	return dir
}

// open opens a database with a view for each table in a folder.
func open(t *testing.T, dir string, o tables.Options) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	reader := map[tables.Format]string{
		tables.Parquet: `read_parquet('%s')`,
		tables.CSV:     `read_csv('%s', header = true, quote = '"', escape = '"', dateformat = '%%Y-%%m-%%d')`,
		tables.NDJSON:  `read_ndjson('%s')`,
	}[o.Format]
	for _, table := range []string{"sessions", "turns", "responses", "tool_calls", "file_changes"} {
		files := filepath.Join(dir, table+"."+string(o.Format))
		if o.Partition {
			files = filepath.Join(dir, table, "**", "*."+string(o.Format))
		}
		if _, err := db.Exec("CREATE VIEW " + table + " AS FROM " + fmt.Sprintf(reader, files)); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

// query returns the rows of an answer as texts, with numbers rounded to billionths.
func query(t *testing.T, db *sql.DB, text string) (columns []string, rows [][]string) {
	t.Helper()
	answer, err := db.Query(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	defer answer.Close()
	if columns, err = answer.Columns(); err != nil {
		t.Fatal(err)
	}
	for answer.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := answer.Scan(into...); err != nil {
			t.Fatal(err)
		}
		var row []string
		for _, value := range values {
			row = append(row, textOf(value))
		}
		rows = append(rows, row)
	}
	if err := answer.Err(); err != nil {
		t.Fatal(err)
	}
	return columns, rows
}

func textOf(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case float64:
		return fmt.Sprint(math.Round(v*1e9) / 1e9)
	default:
		return strings.TrimPrefix(fmt.Sprint(v), "'") // of a text in CSV that would be a formula
	}
}

// A bill is what the sessions of a project and month have in common.
type bill struct{ sessions, turns, responses, calls, usd, output float64 }

// costs returns what unspool inspect has on the sessions of each project and month.
func costs(v *view.Viewer) [][]string {
	sums := map[[2]string]bill{}
	for s := range v.Store.Sessions() {
		sum, key := view.Summarize(s, price.Default()), [2]string{s.Project(), ""}
		if start, _ := s.Times(); start > 0 {
			key[1] = time.UnixMilli(start).UTC().Format("2006-01")
		}
		b := sums[key]
		sums[key] = bill{b.sessions + 1, b.turns + float64(sum.Turns), b.responses + float64(sum.Responses), b.calls + float64(sum.ToolCalls),
			b.usd + sum.Cost.USD, b.output + sum.Usage.Output}
	}
	var rows [][]string
	for key, b := range sums {
		row := key[:]
		for _, n := range []float64{b.sessions, b.turns, b.responses, b.calls, b.output, b.usd} {
			row = append(row, textOf(n))
		}
		rows = append(rows, row)
	}
	slices.SortFunc(rows, slices.Compare)
	return rows
}

const costQuery = `
	WITH
		s AS (SELECT project, month, count(*) AS n FROM sessions GROUP BY ALL),
		t AS (SELECT project, month, count(*) FILTER (NOT abandoned) AS n FROM turns GROUP BY ALL),
		r AS (SELECT project, month, count(*) AS n, sum(output_tokens) AS output, sum(cost_usd) AS usd FROM responses GROUP BY ALL),
		c AS (SELECT project, month, count(*) AS n FROM tool_calls GROUP BY ALL)
	SELECT coalesce(s.project, ''), coalesce(s.month::VARCHAR, ''), s.n, coalesce(t.n, 0), coalesce(r.n, 0), coalesce(c.n, 0),
		coalesce(r.output, 0)::BIGINT::DOUBLE, coalesce(r.usd, 0)
	FROM s
	LEFT JOIN t ON t.project IS NOT DISTINCT FROM s.project AND t.month IS NOT DISTINCT FROM s.month
	LEFT JOIN r ON r.project IS NOT DISTINCT FROM s.project AND r.month IS NOT DISTINCT FROM s.month
	LEFT JOIN c ON c.project IS NOT DISTINCT FROM s.project AND c.month IS NOT DISTINCT FROM s.month`

// tools returns what the usage pane has on the tools of all sessions.
func tools(v *view.Viewer) [][]string {
	sums := map[string]protocol.ToolLine{}
	for s := range v.Store.Sessions() {
		for _, line := range v.Usage.Tools(s.Place) {
			sum := sums[line.Name]
			sum.Calls, sum.Failed, sum.Timed, sum.Total = sum.Calls+line.Calls, sum.Failed+line.Failed, sum.Timed+line.Timed, sum.Total+line.Total
			if line.Longest != nil && (sum.Longest == nil || *sum.Longest < *line.Longest) {
				sum.Longest = line.Longest
			}
			sums[line.Name] = sum
		}
	}
	names := slices.SortedFunc(maps.Keys(sums), func(a, b string) int {
		return cmp.Or(cmp.Compare(sums[b].Total, sums[a].Total), cmp.Compare(a, b))
	})
	var rows [][]string
	for _, name := range names[:min(len(names), 10)] {
		line := sums[name]
		longest := ""
		if line.Longest != nil {
			longest = textOf(*line.Longest)
		}
		rows = append(rows, []string{name, textOf(line.Calls), textOf(line.Failed), textOf(line.Timed), longest, textOf(line.Total)})
	}
	return rows
}

const toolQuery = `
	SELECT tool, count(*), count(*) FILTER (failed), count(duration_ms), max(duration_ms)::DOUBLE, coalesce(sum(duration_ms), 0)::DOUBLE AS total
	FROM tool_calls GROUP BY tool ORDER BY total DESC, tool LIMIT 10`

// files returns the files that the viewer shows as changed most, with their sessions.
func files(t *testing.T, v *view.Viewer) [][]string {
	t.Helper()
	type change struct {
		session, path  string
		added, removed int
	}
	var all []change
	for s := range v.Store.Sessions() {
		for {
			story, err := v.Story(s.Place)
			if err != nil {
				t.Fatal(err)
			}
			if story.Changes.Read < 1 {
				continue
			}
			for _, file := range story.Changes.Largest {
				lines := protocol.LineCount{Added: file.Added, Removed: file.Removed}
				if file.Net != nil {
					lines = *file.Net
				}
				all = append(all, change{s.ID, file.Path, lines.Added, lines.Removed})
			}
			break
		}
	}
	slices.SortFunc(all, func(a, b change) int {
		return cmp.Or(b.added+b.removed-a.added-a.removed, cmp.Compare(a.session, b.session), cmp.Compare(a.path, b.path))
	})
	var rows [][]string
	for _, c := range all[:min(len(all), 10)] {
		rows = append(rows, []string{c.session, c.path, textOf(c.added), textOf(c.removed)})
	}
	return rows
}

const fileQuery = `
	SELECT session_id::VARCHAR AS id, path, lines_added, lines_removed
	FROM file_changes ORDER BY lines_added + lines_removed DESC, id, path LIMIT 10`

// TestQueries checks that DuckDB has the same answers for all formats as unspool inspect and the viewer.
func TestQueries(t *testing.T) {
	for _, archive := range archives() {
		v := read(t, archive)
		want := map[string][][]string{costQuery: costs(v), toolQuery: tools(v), fileQuery: files(t, v)}
		for _, format := range tables.Formats() {
			for _, partition := range []bool{false, true} {
				o := tables.Options{Format: format, Partition: partition}
				db := open(t, write(t, v, o), o)
				for text, rows := range want {
					_, got := query(t, db, text)
					if text == costQuery {
						slices.SortFunc(got, slices.Compare)
					}
					if !slices.EqualFunc(rows, got, slices.Equal) || len(rows) == 0 {
						t.Errorf("%s, partitioned %t: %s\ngot  %q\nwant %q", format, partition, text, got, rows)
					}
				}
			}
		}
	}
}

// TestKeys checks that the keys of the tables join, and that times are times.
func TestKeys(t *testing.T) {
	for _, archive := range archives() {
		o := tables.Options{Format: tables.Parquet}
		db := open(t, write(t, read(t, archive), o), o)
		for _, text := range []string{
			`SELECT session_id FROM turns ANTI JOIN sessions USING (session_id)`,
			`SELECT session_id FROM (SELECT * FROM responses WHERE turn IS NOT NULL) ANTI JOIN turns USING (session_id, turn)`,
			`SELECT session_id FROM (SELECT * FROM tool_calls WHERE turn IS NOT NULL) ANTI JOIN turns USING (session_id, turn)`,
			`SELECT path FROM file_changes ANTI JOIN tool_calls USING (session_id, path)`,
			`SELECT column_name FROM (DESCRIBE turns) WHERE column_name LIKE '%_at' AND column_type != 'TIMESTAMP WITH TIME ZONE'`,
			`SELECT started_at FROM turns WHERE started_at < '2023-01-01' OR started_at > '2100-01-01'`,
			`SELECT session_id FROM sessions WHERE strftime(started_at AT TIME ZONE 'UTC', '%Y-%m') != month`,
		} {
			if _, rows := query(t, db, text); len(rows) > 0 {
				t.Errorf("%s: %d rows: %q", text, len(rows), rows[0])
			}
		}
	}
}

// TestDocs checks that the queries in the documentation have the answers that are shown there. That of an object store is
// run on the folder: the extension for it is not part of DuckDB.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile(root + "/web/docs/tables.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := write(t, read(t, root+"/testdata/sample"), tables.Options{Format: tables.Parquet, Partition: true})
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	blocks := strings.Split(string(page), "```sql\n")[1:]
	for _, block := range blocks {
		text, rest, _ := strings.Cut(block, "```\n")
		if strings.HasPrefix(text, "INSTALL ") {
			continue
		}
		text = strings.ReplaceAll(text, "'s3://my-bucket/tables/", "'tables/")
		_, rest, _ = strings.Cut(rest, "```text\n")
		shown, _, found := strings.Cut(rest, "```")
		columns, rows := query(t, db, strings.ReplaceAll(text, "'tables/", "'"+dir+"/"))
		var out strings.Builder
		w := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
		for _, row := range append([][]string{columns}, rows...) {
			fmt.Fprintln(w, strings.Join(row, "\t"))
		}
		w.Flush()
		if got := out.String(); !found || got != shown {
			t.Errorf("%s\nhas the answer\n%s\nnot\n%s", text, got, shown)
		}
	}
	if len(blocks) < 3 {
		t.Errorf("%d queries", len(blocks))
	}
}
