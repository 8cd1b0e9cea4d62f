package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// inner are the bounds that limits.md does not tell of, each under the reason for
// that: a reader meets none of them.
var inner = []struct{ why, are string }{
	{"A cache: past it the same is made or read again.", `
		parser/view/source/reader.go pageSize mostAhead
		parser/view/net_change.go mostNets
		parser/view/titles.go mostTitles
		parser/view/internal/memo/session.go maxSessions
		web/src/element/conversation.ts KEPT_AT_REST
		web/src/element/galleries.ts most
		web/src/element/opened.ts most
		web/src/element/shelves.ts most
		web/src/panes/timeline/moments.ts KEPT`},
	{"A part of a longer answer: the page asks for the next one, until it has all.", `
		parser/view/count_options.go mostAgents
		parser/view/entry.go mostReads
		parser/view/moments.go maxMoments maxActors
		parser/view/search.go maxHits
		parser/view/text.go headLimit bodyRoom pieceLimit
		parser/view/usage_view.go MaxLines
		parser/view/agents.go mostPageReads`},
	{"The head of a text, for a line of the screen or a name. What opens from there has all of it.", `
		parser/metadata.go promptChars
		parser/meta.go metaSize
		parser/notification.go longest
		parser/line.go most
		parser/search/excerpt.go MaxExcerpt
		parser/search/finder.go MaxBefore MaxHit MaxAfter
		parser/view/titles.go lineSize headSize tagsSize wholeSize
		parser/view/tool_kind.go limit
		parser/view/record_summary.go maxSummary
		parser/view/record_rows.go textLimit
		parser/view/series.go mostAbout
		parser/view/persisted_output.go maxPreview
		web/src/frame/page.ts LONGEST_TITLE
		web/src/panes/find/said.ts LONGEST
		web/src/panes/inspector/ways.ts MOST
		web/src/panes/library/entry.ts MOST_MODELS
		web/src/render/diff-view.ts longestPlace
		web/src/worker/pool.ts MOST_NAMED`},
	{"The line of a call says less: it does not count what its body shows.", `
		parser/filediff/compare.go maxPairs
		parser/view/tool_row.go maxCounted`},
	{"No words of a session: what is longer is none of what is meant.", `
		parser/damage.go longest
		parser/entry.go most
		parser/records.go longest
		parser/record/member.go most
		parser/view/file_ops.go maxPath
		web/src/render/ansi.ts maxParameters
		web/src/render/markdown-rules.ts maxLabel maxFormula
		web/src/view/unicode.ts LONGEST`},
	{"So far a kind, a tie or a place is looked for. Past it nothing is found, and all stands as it is recorded.", `
		parser/damage.go most
		parser/agent_links.go maxMetas most
		parser/metadata.go mostSessions mostSummaries
		parser/file.go headSize
		parser/preview.go PreviewSize
		parser/jsonl/reader.go maxHead
		parser/partial.go maxReplyHashed
		parser/queue.go maxQueued maxMarked
		parser/duplicates.go most
		parser/titles.go maxTyped
		parser/words.go most
		parser/view/clock.go mostDepth mostCompacting
		parser/view/titles.go mostLooked
		parser/view/failure.go mostAfter
		web/src/panes/live/live.ts MOST_TRIED
		web/src/panes/outline/where.ts MOST_LOOKED
		web/src/render/diff-rows.ts farthest
		web/src/rows/grep.ts longest budget
		web/src/rows/matches.ts MOST_MARKS`},
	{"How rows are put together: what is past it stands in the next one.", `
		parser/view/series.go maxSeries mostThought
		web/src/render/diff-rows.ts keptAround longestChange`},
	{"A measure of the look: nothing is left out.", `
		parser/view/content/fields.go plainLimit
		parser/view/lanes.go maxOverlap maxGaps
		parser/view/net_change.go lineRoom
		parser/view/usage_time.go maxIntervals
		web/src/element/drawn.ts MOST_KEPT
		web/src/panes/filters/filter.ts MOST_TOOLS
		web/src/panes/inspector/widener.ts MOST
		web/src/panes/outline/tree.ts MOST_OPEN
		web/src/panes/timeline/ruler.ts MOST_TICKS
		web/src/rows/json.ts DEEPEST
		web/src/rows/row.ts DEEPEST`},
	{"Rounds of drawing, after which it is drawn as it is.", `
		web/src/element/conversation.ts MOST_ROUNDS
		web/src/element/list.ts MOST_ROUNDS
		web/src/panes/reached.ts MOST_FRAMES
		web/src/guide/guide.ts MOST_FRAMES`},
	{"Never reached: another bound comes first.", `
		parser/ident.go maxIdent
		parser/view/source/text.go MaxText
		web/src/worker/pool-entries.ts MOST_FILES`},
	{"How work is shared out: all of it is done.", `
		web/src/panes/live/live.ts MOST_OTHERS
		web/src/worker/pool.ts MOST`},
	{"The same bound as one that is told, on the other side.", `
		parser/view/find.go mostNames
		web/src/panes/filters/filter.ts LONGEST
		web/src/panes/find/wanted.ts MOST_CHARACTERS
		web/src/render/runs.ts sampleLimit`},
	{"A report of the shape of records, which names what is past it “…”.", `
		parser/schema/report.go maxKinds maxEntries maxPath maxMeta most
		parser/schema/walk.go maxDepth
		parser/schema/words.go longest`},
	{"Made for tests, or for the specimens of the guide.", `
		web/src/guide/bodies.ts most
		web/src/guide/workshop.ts most
		parser/testutil/hostile/corpus.go longestName`},
}

// Whatever is bounded is told, or has a reason not to be.
func TestBoundsAreTold(t *testing.T) {
	told, there, found := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, b := range bounds {
		told[b.file+" "+b.name] = true
	}
	for _, group := range inner {
		for line := range strings.Lines(group.are) {
			words := strings.Fields(line)
			for i, name := range words {
				if i > 0 {
					there[words[0]+" "+name] = true
				}
			}
		}
	}
	for _, b := range boundsIn(t, "../..") {
		found[b] = true
		switch {
		case !isTold(b) && !there[b]:
			t.Errorf("%s is a bound: tell of it in limits.md, or give a reason why nobody meets it", b)
		case isTold(b) && there[b]:
			t.Errorf("%s is told in limits.md, and among those that nobody meets", b)
		}
	}
	for b := range there {
		if !found[b] {
			t.Errorf("%s is no bound any more", b)
		}
	}
}

// isTold says that a row of limits.md is of a bound. Some rows find theirs by what
// stands before it.
func isTold(bound string) bool {
	file, name, _ := strings.Cut(bound, " ")
	return slices.ContainsFunc(bounds, func(b struct{ what, file, name string }) bool {
		return b.file == file && (b.name == name || strings.HasPrefix(b.name, name+" "))
	})
}

var (
	bounding = regexp.MustCompile(`(?i)^(max|most|longest|deepest|farthest|kept|dead_|begun_|budget|patience|silence)|limit$`)
	sizing   = regexp.MustCompile(`(Size|Room|Chars)$`)
	// A number with a name, in TypeScript: a constant, a field, an object of such fields.
	named   = regexp.MustCompile(`\b(\w+)(?:: \w+)?\s*[:=]\s*[1-9]|\bconst (\w+) = \{ \w+: [1-9]`)
	comment = regexp.MustCompile(`//.*`)
)

// boundsIn lists the numbers of the parser and the page whose names say that they
// bound something, as "file name".
func boundsIn(t *testing.T, root string) (list []string) {
	t.Helper()
	add := func(file, name string) {
		if one := file + " " + name; !slices.Contains(list, one) {
			list = append(list, one)
		}
	}
	for _, folder := range []string{"parser", "wasm", "web/src"} {
		err := fs.WalkDir(os.DirFS(root), folder, func(path string, _ fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			switch ext := filepath.Ext(path); {
			case strings.HasSuffix(path, "_test.go"), strings.HasSuffix(path, ".test.ts"):
			case ext == ".go":
				for _, name := range goNumbers(t, filepath.Join(root, path)) {
					if bounding.MatchString(name) || sizing.MatchString(name) {
						add(path, name)
					}
				}
			case ext == ".ts":
				data, err := os.ReadFile(filepath.Join(root, path))
				if err != nil {
					return err
				}
				for line := range strings.Lines(string(data)) {
					for _, m := range named.FindAllStringSubmatch(comment.ReplaceAllString(line, ""), -1) {
						if name := m[1] + m[2]; bounding.MatchString(name) {
							add(path, name)
						}
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// goNumbers names the constants of a file that are given a number, or what is made of some.
func goNumbers(t *testing.T, path string) (names []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		decl, ok := n.(*ast.GenDecl)
		if !ok || decl.Tok != token.CONST {
			return true
		}
		for _, spec := range decl.Specs {
			values := spec.(*ast.ValueSpec)
			for i, name := range values.Names {
				if i < len(values.Values) && !isText(values.Values[i]) {
					names = append(names, name.Name)
				}
			}
		}
		return true
	})
	return names
}

func isText(x ast.Expr) bool {
	literal, ok := x.(*ast.BasicLit)
	return ok && literal.Kind == token.STRING
}
