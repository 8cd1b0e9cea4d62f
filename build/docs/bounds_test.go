package docs

import (
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
		parser/view/changes/net_change.go mostNets
		parser/view/rows/titles.go mostTitles
		parser/view/internal/memo/session.go maxSessions
		web/src/session/row-store.ts MAX_PAGES_SUSPENDED
		web/src/viewer/row-context.ts bodies.most
		web/src/session/row-cache.ts bodyLimits.most rawLimits.most nodeLimits.most pictureLimits.most
		web/src/panes/timeline/entry-cache.ts MAX_ENTRIES`},
	{"A part of a longer answer: the page asks for the next one, until it has all.", `
		parser/view/rows/options.go mostAgents
		parser/view/outline/entries.go mostReads
		parser/view/timeline/moments.go maxMoments maxActors
		parser/view/find/search.go maxHits
		parser/view/rows/records.go HeadLimit
		parser/view/rows/body/text.go bodyRoom pieceLimit
		parser/view/usage/usage.go MaxLines
		parser/view/rows/agents.go MaxPageReads`},
	{"The head of a text, for a line of the screen or a name. What opens from there has all of it.", `
		parser/transcript/metadata.go promptChars
		parser/sidecar/object.go MaxText
		parser/internal/tags/tags.go longest
		parser/transcript/reader.go most
		parser/search/finder.go MaxBefore MaxHit MaxAfter
		parser/view/rows/titles.go LineSize headSize tagsSize WholeSize
		parser/view/tool/call.go targetLimit noteLimit
		parser/view/records/summary.go maxSummary
		parser/view/rows/records.go textLimit
		parser/view/rows/series.go mostAbout
		parser/view/tool/persisted_output.go maxPreview
		web/src/targets/iframe/page.ts MAX_TITLE_LENGTH
		web/src/panes/find/status-text.ts MAX_LENGTH
		web/src/panes/inspector/related-records.ts MAX
		web/src/panes/library/entry.ts MAX_MODELS
		web/src/content/diff/diff-view.ts longestPlace
		web/src/parser/pool/pool.ts MAX_FILE_NAMES`},
	{"The line of a call says less: it does not count what its body shows.", `
		parser/filediff/compare.go maxPairs
		parser/view/tool/bash.go maxCounted`},
	{"Errors of this program, for a report of them: nothing of a session.", `
		web/src/base/report-error.ts MAX_KNOWN
		web/src/viewer/error-line.ts MAX_KEPT MAX_CAUSES`},
	{"No words of a session: what is longer is none of what is meant.", `
		parser/transcript/reader.go longest
		parser/transcript/indexer.go most
		parser/internal/table/names.go longest
		parser/record/member.go most
		parser/view/changes/file_ops.go maxPath
		web/src/content/terminal/ansi.ts maxParameters
		web/src/content/markdown/markdown-rules.ts maxLabel maxFormula
		web/src/targets/remote/unicode.ts MAX_LENGTH`},
	{"So far a kind, a tie or a place is looked for. Past it nothing is found, and all stands as it is recorded.", `
		parser/transcript/evidence.go maxMetas
		parser/transcript/evidence.go most
		parser/transcript/messages.go most
		parser/transcript/metadata.go mostSessions mostSummaries
		parser/internal/tags/outcome.go HeadLimit
		parser/transcript/file.go headSize
		parser/jsonl/reader.go maxHead
		parser/transcript/headless.go maxReplyHashed
		parser/transcript/queue.go maxQueued maxMarked
		parser/transcript/duplicates.go most
		parser/transcript/file.go maxTyped
		parser/view/timeline/clock.go mostDepth mostCompacting
		parser/view/rows/titles.go mostLooked
		parser/view/rows/records.go mostAfter
		web/src/viewer/live/file-watcher.ts MAX_TRIED
		web/src/panes/outline/where.ts MAX_LOOKED
		web/src/content/diff/diff-rows.ts farthest
		web/src/rows/parts/grep.ts longest budget
		web/src/rows/parts/matches.ts MAX_MARKS`},
	{"How rows are put together: what is past it stands in the next one.", `
		parser/view/rows/series.go maxSeries mostThought
		web/src/content/diff/diff-rows.ts maxChangeLines`},
	{"A measure of the look: nothing is left out.", `
		parser/view/content/fields.go plainLimit
		parser/view/timeline/lanes.go maxOverlap maxGaps
		parser/view/changes/net_change.go lineRoom
		parser/view/usage/plots.go maxIntervals
		web/src/list/visible-range.ts MAX_RETAINED
		web/src/session/filter.ts MAX_TOOLS
		web/src/ui/resizer.ts MAX
		web/src/panes/outline/tree.ts MAX_OPEN
		web/src/panes/timeline/canvas/ruler.ts MAX_TICKS
		web/src/content/diff/diff-compute.ts parts.maxEditLength
		web/src/rows/parts/json.ts DEEPEST
		web/src/rows/row.ts DEEPEST`},
	{"Rounds of drawing, after which it is drawn as it is.", `
		web/src/session/row-store.ts MAX_ROUNDS
		web/src/list/conversation-list.ts MAX_ROUNDS
		web/src/ui/virtual-list.ts MAX_ROUNDS
		web/src/viewer/layout/flash-highlight.ts MAX_FRAMES
		web/src/targets/styleguide/guide.ts MAX_FRAMES`},
	{"Never reached: another bound comes first.", `
		parser/internal/table/ident.go maxIdent
		parser/view/source/text.go MaxText
		parser/view/tool/call.go BodyLimit
		web/src/parser/pool/entries.ts MAX_FILES`},
	{"How work is shared out: all of it is done.", `
		web/src/viewer/live/file-watcher.ts MAX_OTHERS
		web/src/parser/pool/pool.ts MAX`},
	{"The same bound as one that is told, on the other side.", `
		parser/view/find/find.go mostNames
		parser/view/timeline/timeline.go maxConvs
		web/src/session/filter.ts MAX_LENGTH
		web/src/panes/find/search-query.ts MAX_CHARACTERS
		web/src/content/code/runs.ts sampleLimit`},
	{"A report of the shape of records, which names what is past it “…”.", `
		parser/schema/report.go maxKinds maxEntries maxPath maxMeta most
		parser/schema/walk.go maxDepth
		parser/schema/words.go longest`},
	{"Made for tests.", `
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
	for _, b := range boundsIn(numbersOf(t)) {
		found[b] = true
		switch {
		case !told[b] && !there[b]:
			t.Errorf("%s is a bound: tell of it in limits.md, or give a reason why nobody meets it", b)
		case told[b] && there[b]:
			t.Errorf("%s is told in limits.md, and among those that nobody meets", b)
		}
	}
	for b := range there {
		if !found[b] {
			t.Errorf("%s is no bound any more", b)
		}
	}
}

var (
	bounding = regexp.MustCompile(`(?i)^(max|most|longest|deepest|farthest|kept|dead_|begun_|budget|patience|silence)|limit$`)
	sizing   = regexp.MustCompile(`(Size|Room|Chars)$`) // in Go
)

// boundsIn returns the numbers whose names say that they bound something, as "file name".
func boundsIn(numbers []number) (list []string) {
	for _, n := range numbers {
		isGo := strings.HasSuffix(n.file, ".go")
		isBound := slices.ContainsFunc(strings.Split(n.name, "."), bounding.MatchString) || isGo && sizing.MatchString(n.name)
		if isBound && (isGo || n.value > 0) {
			list = append(list, n.file+" "+n.name)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
