package docs

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// internalLimits holds the limits that limits.md does not list, by the reason why a reader never
// meets them.
var internalLimits = []struct{ why, are string }{
	{"A cache: what it drops is computed or read again.", `
		parser/view/source/reader.go pageSize maxAhead
		parser/view/changes/net_change.go maxNets
		parser/view/rows/titles.go maxTitles
		parser/view/internal/memo/session.go maxSessions
		web/src/session/row-store.ts MAX_PAGES_SUSPENDED
		web/src/parser/worker/files-ahead.ts MAX_FILES MAX_BYTES
		web/src/parser/worker/read-together.ts MAX_TOGETHER
		web/src/session/sources/file-tree.ts MAX_OPENING
		web/src/session/sources/read-on.ts MAX_TRIES
		web/src/parser/worker/read-ahead.ts MAX_AHEAD MAX_IDLE
		web/src/parser/worker/small-copies.ts MAX_COPY
		web/src/viewer/open-conversation.ts bodies.maxCount
		web/src/session/row-cache.ts bodyLimits.maxCount rawLimits.maxCount nodeLimits.maxCount pictureLimits.maxCount
		web/src/panes/timeline/entry-cache.ts MAX_ENTRIES`},
	{"A page of a longer answer: the page requests the next one until it has all of them.", `
		parser/view/rows/options.go maxAgents
		wasm/scan.go maxFound
		parser/view/outline/entries.go maxReads
		parser/view/changes/changed_files.go maxChangedFiles
		parser/view/timeline/moments.go maxMoments maxActors
		parser/view/find/search.go maxHits
		parser/view/rows/records.go HeadLimit
		parser/view/rows/body/text.go bodyRoom pieceLimit
		parser/view/usage/usage.go MaxLines
		parser/view/rows/agents.go MaxPageReads`},
	{"The beginning of a text, for one line or a name. The whole text can be opened from there.", `
		parser/transcript/metadata.go promptChars
		parser/sidecar/object.go MaxText
		parser/internal/tags/tags.go longest
		parser/transcript/reader.go most
		parser/search/finder.go MaxBefore MaxHit MaxAfter
		parser/view/rows/titles.go LineSize headSize tagsSize WholeSize
		parser/view/tool/call.go targetLimit noteLimit
		parser/view/records/summary.go maxSummary
		parser/view/story/ends.go maxSentence
		parser/view/story/errors.go maxErrorText
		parser/view/rows/records.go textLimit
		parser/view/rows/series.go maxAbout
		parser/view/tool/persisted_output.go maxPreview
		parser/document/tool.go maxTarget
		parser/document/hidden.go maxTagText
		web/src/targets/iframe/page.ts MAX_TITLE_LENGTH
		web/src/panes/find/status-text.ts MAX_LENGTH
		web/src/panes/inspector/related-records.ts MAX
		web/src/panes/library/entry.ts MAX_MODELS
		web/src/content/diff/diff-view.ts longestPlace
		web/src/session/failure-text.ts MAX_FILE_NAMES
		web/src/parser/pool/pool.ts MAX_FILE_NAMES`},
	{"The line of a call shows less: it does not count what its body shows.", `
		parser/filediff/compare.go maxPairs
		parser/view/tool/bash.go maxCounted`},
	{"Errors of this program for a bug report: no content of a session.", `
		web/src/base/report-error.ts MAX_KNOWN
		web/src/viewer/error-line.ts MAX_ERRORS MAX_CAUSES`},
	{"Not content of a session: a longer value is not of the expected kind.", `
		parser/transcript/reader.go longest
		parser/transcript/indexer.go most
		parser/internal/table/names.go longest
		parser/record/recorded.go most
		parser/record/result.go maxNumber
		parser/view/source/path.go MaxPath
		web/src/content/terminal/ansi.ts maxParameters
		web/src/content/markdown/markdown-rules.ts maxLabel maxFormula
		web/src/targets/remote/unicode.ts MAX_LENGTH`},
	{"The range of a search for a kind, a link or a place. Beyond it nothing is found, and records are shown as they are.", `
		parser/transcript/evidence.go maxMetas
		parser/transcript/evidence.go most
		parser/transcript/messages.go most
		parser/transcript/metadata.go maxSessions maxSummaries
		parser/internal/tags/outcome.go HeadLimit
		parser/transcript/file.go headSize
		parser/jsonl/reader.go maxHead
		parser/transcript/headless.go maxReplyHashed
		parser/transcript/queue.go maxQueued maxMarked
		parser/transcript/duplicates.go most
		parser/transcript/file.go maxTyped
		parser/view/timeline/clock.go maxRequest maxDepth
		parser/view/rows/titles.go maxLooked
		parser/view/tokens/tokens.go maxScan
		parser/view/rows/records.go maxAfter
		web/src/viewer/live/file-watcher.ts MAX_TRIED
		web/src/panes/outline/where.ts MAX_LOOKED
		web/src/content/diff/diff-rows.ts farthest
		web/src/rows/parts/grep.ts longest budget
		web/src/rows/parts/matches.ts MAX_MARKS`},
	{"The range of what an overview examines and names. The counts beside it are complete, or lack what is not clear.", `
		parser/view/changes/changed_files.go maxLargest
		parser/view/usage/contents.go maxLargest
		parser/view/story/sentence.go maxExclamation
		parser/view/story/errors.go maxExamined maxFailed maxOutput
		parser/view/story/tests.go maxTestResult maxTestRuns maxCountWords`},
	{"How rows are grouped: what exceeds it is in the next row.", `
		parser/view/rows/series.go maxSeries maxThought
		web/src/content/diff/diff-rows.ts maxChangeLines`},
	{"A dimension of the layout: nothing is omitted.", `
		web/src/panes/play/player.ts MAX_PAUSE
		parser/view/content/fields.go plainLimit
		parser/view/timeline/lanes.go maxOverlap maxGaps
		parser/view/changes/net_change.go lineRoom
		parser/view/usage/plots.go maxIntervals
		parser/view/tokens/pieces.go maxResult maxGrowth
		web/src/list/visible-range.ts MAX_RETAINED
		web/src/session/filter.ts MAX_TOOLS
		web/src/ui/resizer.ts MAX_WIDTH
		web/src/session/timeline/geometry.ts MAX_LANE_HEIGHT
		web/src/panes/story/image.ts LONGEST_FACT
		web/src/panes/library/library-search.ts MAX_BEFORE MAX_LENGTH
		web/src/panes/library/heat-map.ts MAX_WEEKS
		web/src/panes/outline/tree.ts MAX_OPEN
		web/src/session/timeline/ruler.ts MAX_TICKS
		web/src/content/diff/diff-compute.ts parts.maxEditLength
		web/src/rows/parts/json.ts MAX_INDENT
		web/src/rows/row.ts MAX_DEPTH`},
	{"A file that changes while it is copied is read without a copy then, and reported if that fails.", `
		web/src/viewer/live/changed-files.ts MAX_COPIES`},
	{"Rounds of layout, after which the last one is kept.", `
		web/src/session/row-store.ts MAX_ROUNDS
		web/src/list/conversation-list.ts MAX_ROUNDS
		web/src/ui/virtual-list.ts MAX_ROUNDS
		web/src/viewer/layout/flash-highlight.ts MAX_FRAMES
		web/src/targets/styleguide/guide.ts MAX_FRAMES`},
	{"Never reached: another limit is reached first.", `
		parser/internal/table/ident.go maxIdent
		parser/view/source/text.go MaxText
		parser/view/tool/call.go BodyLimit
		web/src/parser/pool/entries.ts MAX_FILES`},
	{"Starts of a worker that does not start: texts then stay without formatting.", `
		web/src/content/worker/client.ts usual.maxFailedStarts`},
	{"How work is distributed: all of it is done, unless its result is no longer on the screen.", `
		web/src/viewer/live/new-files.ts MAX_GROWN MAX_WALKED
		web/src/session/row-store.ts MAX_REQUESTS MAX_DISTANCE
		parser/view/usage/contents.go maxPathReads
		web/src/viewer/live/file-watcher.ts MAX_OTHERS
		web/src/parser/pool/pool.ts MAX_PARSERS
		web/src/parser/start-exporter.ts MAX_HELPERS`},
	{"The same limit as a documented one, on the other side.", `
		parser/view/find/find.go maxNames
		parser/archive/archive.go MaxFiles MaxEntries MaxRatio maxName maxDepth HeadSize
		parser/view/timeline/timeline.go maxConvs
		web/src/session/filter.ts MAX_LENGTH
		web/src/session/search/search-query.ts MAX_CHARACTERS
		web/src/content/code/runs.ts sampleLimit`},
	{"A report of the shape of records, which replaces what exceeds it by “…”.", `
		parser/schema/report.go maxKinds maxEntries maxPath maxMeta most
		parser/schema/walk.go maxDepth
		parser/schema/words.go longest`},
	{"The range of a search for values to replace: redacting.md describes it, and the output is checked.", `
		parser/redact/hidden.go longest
		parser/redact/image.go longestMetadata
		parser/redact/lines.go maxStream
		parser/redact/scan.go longestToken
		parser/redact/secrets.go longest
		parser/redact/text.go maxLayers maxTexts longest
		parser/redact/base64.go maxFolders
		parser/redact/check.go longest
		parser/redact/replace.go longest
		parser/redact/parts.go longest
		parser/redact/finder.go maxClean
		parser/redact/search.go maxAfter
		parser/redact/image.go longestType
		parser/redact/structure.go longest longestID mostDigits maxMembers`},
	{"What is in a trace, and when it is sent: traces.md describes it.", `
		parser/trace/follow/scan.go headSize
		parser/trace/follow/unit.go maxUnits sampleSize
		parser/trace/follow/journal.go maxJournal
		parser/trace/otlphttp/send.go longest maxAnswer
		parser/trace/texts.go MaxContent
		parser/trace/turns.go maxDepth`},
	{"Made for tests.", `
		parser/testutil/hostile/corpus.go longestName`},
}

// TestLimitsAreDocumented checks that each limit is in limits.md, or has a reason not to be.
func TestLimitsAreDocumented(t *testing.T) {
	documented, internal, found := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, b := range documentedLimits {
		documented[b.file+" "+b.name] = true
	}
	for _, group := range internalLimits {
		for line := range strings.Lines(group.are) {
			words := strings.Fields(line)
			for i, name := range words {
				if i > 0 {
					internal[words[0]+" "+name] = true
				}
			}
		}
	}
	for _, b := range limitsIn(numbersOf(t)) {
		found[b] = true
		switch {
		case !documented[b] && !internal[b]:
			t.Errorf("%s is a limit: add it to limits.md, or to internalLimits with a reason", b)
		case documented[b] && internal[b]:
			t.Errorf("%s is in limits.md, and in internalLimits", b)
		}
	}
	for b := range internal {
		if !found[b] {
			t.Errorf("%s is no longer a limit", b)
		}
	}
}

var (
	bounding = regexp.MustCompile(`(?i)^(max|most|longest|deepest|farthest|kept|dead_|begun_|budget|patience|silence)|limit$`)
	sizing   = regexp.MustCompile(`(Size|Room|Chars)$`) // in Go
)

// limitsIn returns the constants whose names describe a limit, as "file name".
func limitsIn(numbers []number) (list []string) {
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
