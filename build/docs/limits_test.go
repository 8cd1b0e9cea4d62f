package docs

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// documentedLimits are the constants that the tables of limits.md list, in their order.
var documentedLimits = []struct{ what, file, name string }{
	{"a line", "parser/jsonl/lines.go", "MaxLine"},
	{"nesting in a record", "parser/jsonl/scan.go", "MaxDepth"},
	{"blocks of a record", "parser/record/record.go", "MaxBlocks"},
	{"an id", "parser/record/text.go", "MaxID"},
	{"token counts of a reply", "parser/record/values.go", "MaxUsage"},
	{"a count of tokens", "parser/record/values.go", "MaxTokens"},
	{"a title", "parser/transcript/metadata.go", "titleSize"},
	{"a folder, a branch or an address", "parser/transcript/metadata.go", "placeSize"},
	{"changes of a fact", "parser/transcript/metadata.go", "maxChanges"},
	{"changes of the session in a file", "parser/transcript/lineage.go", "maxRuns"},
	{"the meta file of an agent", "parser/transcript/file.go", "maxMeta"},
	{"the snapshot of a workflow", "parser/transcript/role.go", "maxSnapshot"},
	{"pieces of an incomplete reply", "parser/transcript/headless.go", "maxPieces"},
	{"a command whose exit status is interpreted", "parser/transcript/tool_calls.go", "maxCommand"},
	{"the index", "parser/transcript/limits.go", "indexBase"},
	{"findings of one kind", "parser/transcript/diagnostic.go", "maxPerCode"},
	{"findings of one kind in a file whose index is full", "parser/transcript/diagnostic.go", "maxPerCodeWhenFull"},
	{"a structured result", "parser/view/tool/call.go", "RowLimit"},
	{"output in a file of its own", "parser/view/tool/persisted_output.go", "MaxPersisted"},

	{"rows of one reply", "parser/view/rows/row.go", "MaxRows"},
	{"nested agents", "parser/view/rows/list.go", "MaxDepth"},
	{"steps up from an agent", "parser/session/invocations.go", "maxLevels"},
	{"records in one line", "parser/view/records/item.go", "MaxItems"},
	{"records that a row comes from", "parser/view/rows/facts.go", "maxOrigins"},
	{"links to other records", "parser/view/inspect/inspect.go", "maxLinks"},
	{"hooks of a record", "parser/view/records/hook.go", "maxHooks"},
	{"output of a hook", "parser/view/records/hook.go", "maxHookOutput"},
	{"messages of a record", "parser/view/rows/messages.go", "maxMessages"},
	{"parts of a result", "parser/view/source/object.go", "MaxShown"},
	{"one of several texts in a result", "parser/view/content/content.go", "PartLimit"},
	{"a list in a result", "parser/record/values.go", "MaxParsed"},
	{"files that a search found", "parser/view/tool/grep.go", "maxFiles"},
	{"attachments of a prompt", "parser/view/rows/attachments.go", "maxChips"},
	{"files of a message", "parser/view/rows/attachments.go", "maxAttachments"},
	{"images of a prompt", "parser/view/source/object.go", "MaxShown"},
	{"a name in an input", "parser/view/content/fields.go", "nameLimit"},
	{"a value in an input", "parser/view/content/fields.go", "FieldLimit"},
	{"types of records", "parser/view/inspect/ledgers.go", "maxListed"},
	{"models of a session", "parser/session/usage.go", "maxModels"},
	{"models in the cost of a run", "parser/record/recorded.go", "maxModels"},
	{"members of an input", "parser/view/source/object.go", "maxMembers"},
	{"entries of the timeline", "parser/view/timeline/timeline.go", "maxSpans"},
	{"agents of the timeline", "parser/view/timeline/timeline.go", "maxAgents"},
	{"lanes of agents", "parser/view/timeline/lanes.go", "maxLanes"},
	{"tools in a table", "parser/view/usage/tools.go", "maxTools"},
	{"points of a plot", "parser/view/usage/plots.go", "MostPoints"},
	{"parts of the context", "parser/view/usage/contents.go", "maxGroups"},
	{"lines of a tracked file", "parser/filediff/history.go", "MaxLines"},
	{"changed lines of a file", "parser/filediff/compare.go", "maxEdits"},
	{"replacements in a file", "parser/view/changes/net_diff.go", "maxReplaced"},
	{"a patch", "parser/view/tool/edit.go", "MaxPatch"},

	{"Markdown", "web/src/content/worker/client.ts", "markdownLimit"},
	{"nested Markdown", "web/src/content/markdown/tree.ts", "maxDepth"},
	{"parts of Markdown", "web/src/content/markdown/tree.ts", "maxNodes"},
	{"hidden characters of a text", "web/src/content/text.ts", "MAX"},
	{"highlighted code", "web/src/content/worker/client.ts", "highlightLimit"},
	{"a highlighted line of code", "web/src/content/code/runs.ts", "lineLimit"},
	{"formulas and diagrams of a text", "web/src/content/markdown/markdown.ts", "maxRendered"},
	{"formatting a text", "web/src/content/worker/client.ts", "usual.renderMs"},
	{"starting to format", "web/src/content/worker/client.ts", "usual.firstStartMs"},
	{"starting to format again", "web/src/content/worker/client.ts", "usual.restartMs"},
	{"two texts to compare", "web/src/content/diff/diff-compute.ts", "maxSize"},
	{"lines to compare", "web/src/content/diff/diff-compute.ts", "maxLines"},
	{"changes between two texts", "web/src/content/diff/diff-compute.ts", "patch.maxEditLength"},
	{"a changed line", "web/src/content/diff/diff-compute.ts", "maxLine"},
	{"changed lines", "web/src/content/diff/diff-compute.ts", "maxPairs"},
	{"comparing word by word", "web/src/content/diff/diff-compute.ts", "budget"},
	{"one line", "web/src/content/code/lines.ts", "ofMany.first"},
	{"one line of prose", "web/src/content/code/lines.ts", "ofFew.first"},
	{"lines that a button shows", "web/src/content/code/lines.ts", "step"},
	{"a text that is loaded completely", "web/src/rows/parts/truncated.ts", "MAX_SHOWN"},
	{"the address of a link", "web/src/content/url.ts", "maxLength"},
	{"lines of a record as a tree", "web/src/panes/inspector/tree.ts", "MAX"},
	{"a name in the tree", "web/src/panes/inspector/nodes.ts", "MAX_NAME_LENGTH"},
	{"nested lists in the tree", "web/src/panes/inspector/scan.ts", "MAX_DEPTH"},
	{"invalid bytes", "web/src/panes/inspector/bytes.ts", "MAX_BAD"},
	{"a record in the inspector", "web/src/panes/inspector/inspector-pane.ts", "MAX"},
	{"the record of a row", "web/src/session/row-cache.ts", "RAW_LIMIT"},
	{"pixels of an image", "web/src/content/shown-picture.ts", "PIXEL_LIMIT"},
	{"bytes of an image", "parser/view/source/image.go", "maxImage"},
	{"images of a row", "web/src/rows/pictures/media.ts", "MAX"},
	{"rows copied as Markdown", "web/src/rows/details/as-markdown.ts", "MAX_ROWS"},
	{"characters copied as Markdown", "web/src/rows/details/as-markdown.ts", "MAX"},
	{"characters copied", "web/src/list/selection-text.ts", "MAX"},
	{"lines printed", "web/src/session/row-store.ts", "MAX_PAGES"},
	{"names in a menu", "web/src/panes/filters/menus.ts", "MAX"},
	{"names of available tools", "parser/view/rows/options.go", "maxToolNames"},
	{"listed findings of a kind", "web/src/viewer/layout/panel.ts", "MAX_FINDINGS"},
	{"listed changes of a fact", "web/src/panes/details.ts", "MAX_CHANGES"},
	{"related sessions of a session", "web/src/panes/library/entry.ts", "MAX_LINKS"},
	{"filter changes to undo", "web/src/panes/filtering.ts", "MAX_UNDONE"},
	{"entries of the palette", "web/src/viewer/palette/palette.ts", "MAX"},
	{"prompts, events, agents and files in the palette", "web/src/viewer/palette/places.ts", "MAX"},
	{"matching names in the palette", "web/src/viewer/palette/match.ts", "MAX"},

	{"search text", "parser/search/query.go", "MaxQuery"},
	{"separate search words", "parser/search/finder.go", "MaxWords"},
	{"matches of a session in the list of sessions", "web/src/panes/library/library-search.ts", "MAX_LISTED"},
	{"listed matches", "web/src/session/search/finder.ts", "MAX_MATCHES"},
	{"tools to filter results by", "web/src/panes/find/facets.ts", "MAX_TOOLS"},
	{"marked matches in a row", "web/src/panes/find/marks.ts", "MAX_RANGES"},
	{"characters of a row that are searched for marks", "web/src/panes/find/marks.ts", "MAX_TEXT"},
	{"a text that is loaded to show a match", "web/src/panes/find/reveal-match.ts", "MAX_LOADED"},
	{"button presses to show a match", "web/src/panes/find/reveal-match.ts", "MAX_PRESSES"},
	{"matches returned by the API", "web/src/parser/search.ts", "MAX_HITS"},

	{"files of a folder", "web/src/session/sources/directory-walker.ts", "MAX_FILES"},
	{"entries of a folder", "web/src/session/sources/directory-walker.ts", "MAX_ENTRIES"},
	{"files that `unspool serve` lists", "parser/serve/folder.go", "maxFiles"},
	{"entries that `unspool serve` visits", "parser/serve/folder.go", "maxEntries"},
	{"files that `npx unspool` lists", "web/src/targets/npm/serve/roots.ts", "MAX_FILES"},
	{"entries that `npx unspool` visits", "web/src/targets/npm/serve/roots.ts", "MAX_ENTRIES"},
	{"nested folders", "web/src/session/sources/directory-walker.ts", "MAX_DEPTH"},
	{"files of an archive", "web/src/session/sources/archives/contents.ts", "MAX_FILES"},
	{"entries of an archive", "web/src/session/sources/archives/contents.ts", "MAX_ENTRIES"},
	{"nested folders of an archive", "web/src/session/sources/archives/contents.ts", "MAX_DEPTH"},
	{"a name in an archive", "web/src/session/sources/archives/contents.ts", "MAX_PATH"},
	{"an archive, in the page and `npx unspool`", "web/src/session/sources/archives/contents.ts", "MAX_BYTES"},
	{"an archive in the command", "parser/archive/archive.go", "MaxBytes"},
	{"unpacked bytes of an archive", "web/src/session/sources/archives/contents.ts", "MAX_RATIO"},
	{"listed files without a session", "web/src/panes/library/skipped-files.ts", "MAX"},
	{"files of a session that are polled each time", "web/src/viewer/live/file-watcher.ts", "MAX_SHOWN"},
	{"files that are checked each time beside and below sessions that grow", "web/src/viewer/live/new-files.ts", "MAX_NEARBY"},
	{"a file on another host", "web/src/session/sources/remote-files.ts", "standardLimits.bytes"},
	{"an address", "web/src/session/sources/check-url.ts", "MAX_LENGTH"},
	{"a session in a link", "web/src/session/link/session-link.ts", "MAX_LENGTH"},
	{"bytes of a session in a link", "web/src/session/link/session-link.ts", "MAX_BYTES"},
	{"the view in an address", "web/src/session/view-location.ts", "MAX_LENGTH"},
	{"kinds and tools of a filter", "parser/view/filter/parse.go", "MaxWords"},
	{"decompressed bytes, from 32 MB on", "web/src/session/sources/remote-files.ts", "MAX_RATIO"},
	{"16 kB from a server", "web/src/session/sources/remote-files.ts", "standardLimits.pace"},
	{"a response", "web/src/session/sources/remote-files.ts", "standardLimits.time"},
	{"silence of a server", "web/src/session/sources/remote-files.ts", "standardLimits.silence"},
	{"a listing", "web/src/session/sources/listing.ts", "MAX_FILES"},
	{"bytes of a listing", "web/src/session/sources/listing.ts", "MAX_LENGTH"},
	{"a table of prices", "web/src/parser/worker/parser.ts", "MAX_PRICES"},
	{"copies of files", "web/src/parser/worker/snapshot.ts", "COPY_AFTERWARDS"},
	{"a page with its session", "web/src/targets/app/share/share-task.ts", "MAX_PAGE"},
	{"an export that can be copied", "web/src/targets/app/share/share-dialog.ts", "MAX_COPIED"},

	{"Markdown of a prompt or a reply in a document", "parser/document/safe.go", "maxProse"},
	{"quotes and lists at the start of a line", "parser/document/safe.go", "maxNesting"},
	{"elements of a text in a page", "parser/document/prose.go", "maxElements"},
	{"nested elements of a text in a page", "parser/document/prose.go", "maxLevels"},
	{"links of a text in a document, times its bytes", "parser/document/safe.go", "maxLinkWork"},
	{"the address of a link in a document", "parser/document/link.go", "maxURL"},
	{"an input or a result in Markdown", "parser/document/document.go", "maxMarkdownText"},
	{"inputs and results of a turn in Markdown", "parser/document/document.go", "maxMarkdownTurn"},
	{"an input or a result in a page", "parser/document/document.go", "maxHTMLText"},
	{"inputs and results of a turn in a page", "parser/document/document.go", "maxHTMLTurn"},
	{"an image in a page", "parser/document/document.go", "maxImage"},
	{"entries of a list in a document", "parser/document/tool.go", "maxEntries"},
	{"turns in the contents of a page", "parser/document/writer.go", "maxListed"},

	{"a summary without a model", "parser/export/summary.go", "maxSummary"},
	{"a prompt in a summary", "parser/export/summary.go", "maxPrompt"},
	{"a fact about the session in a summary", "parser/export/summary.go", "maxFact"},

	{"the parser, while it works", "web/src/parser/client.ts", "MAX_SILENCE"},
	{"the parser, while starting", "web/src/parser/client.ts", "MAX_START_TIME"},
	{"loading for print", "web/src/list/printing.ts", "TIMEOUT"},
	{"a formula or a diagram", "web/src/content/markdown/renderers.ts", "TIMEOUT"},
	{"going to a match", "web/src/panes/find/reveal-match.ts", "TIMEOUT"},
	{"the check of copied Markdown", "web/src/targets/app/share/copied-note.ts", "MAX_DURATION"},
	{"a newer page, if one is stored", "web/src/service-worker/service-worker.ts", "TIMEOUT"},

	{"pages of 50 rows", "web/src/session/row-store.ts", "MAX_PAGES"},
	{"content of open rows", "web/src/session/row-cache.ts", "bodyLimits.bytes"},
	{"records of rows", "web/src/session/row-cache.ts", "rawLimits.bytes"},
	{"rendered content", "web/src/session/row-cache.ts", "nodeLimits.bytes"},
	{"the only file that is open", "web/src/parser/worker/parser.ts", "RESIDENT"},
	{"images", "web/src/session/row-cache.ts", "pictureLimits.bytes"},
	{"formatted texts", "web/src/content/worker/client.ts", "remembered.entries"},
	{"bytes of files in the parser", "parser/view/source/reader.go", "maxPages"},
	{"parsers of idle viewers", "web/src/targets/embed/parser-budget.ts", "MAX_IDLE"},

	{"files of an address", "web/src/targets/iframe/fragment.ts", "MAX"},
	{"such an address", "web/src/targets/iframe/fragment.ts", "MAX_LENGTH"},
	{"files in a message", "web/src/targets/iframe/protocol.ts", "MAX_FILES"},
	{"text of a message", "web/src/targets/iframe/protocol.ts", "MAX_LENGTH.text"},
	{"an id of a message", "web/src/targets/iframe/protocol.ts", "MAX_LENGTH.id"},
	{"a path in a message", "web/src/targets/iframe/protocol.ts", "MAX_LENGTH.path"},
	{"a title in a message", "web/src/targets/iframe/protocol.ts", "MAX_LENGTH.title"},
	{"an address in a message", "web/src/targets/iframe/protocol.ts", "MAX_LENGTH.url"},
	{"a setting", "web/src/targets/iframe/settings.ts", "MAX_LENGTH"},
	{"pending messages", "web/src/targets/iframe/channel.ts", "MAX_WAITING"},
	{"sessions reported to the embedding page", "web/src/targets/iframe/page.ts", "MAX_SESSIONS_SENT"},
	{"the height of a frame", "web/src/targets/iframe/height.ts", "MAX"},

	{"listed turns", "parser/trace/follow/state.go", "maxTurns"},
	{"sessions with sent turns", "parser/trace/follow/state.go", "maxSessions"},
	{"files that were sent completely", "parser/trace/follow/state.go", "maxMarks"},
	{"a state file", "parser/trace/follow/state.go", "maxState"},
}

// TestLimits checks that the tables of limits.md list all these limits, with the numbers that the
// code has.
func TestLimits(t *testing.T) {
	data, err := os.ReadFile(root + "/" + Dir + "/limits.md")
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	inPage := map[string]string{}
	for line := range strings.Lines(string(data)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if !strings.HasPrefix(line, "|") || len(cells) != 4 || strings.Contains(cells[0], "---") || strings.TrimSpace(cells[0]) == "What" {
			continue
		}
		for i, cell := range cells {
			if cells[i] = strings.TrimSpace(cell); cells[i] == "" {
				t.Errorf("%s: a cell is empty", line)
			}
		}
		got = append(got, cells[0])
		inPage[cells[0]] = cells[1]
	}
	for _, b := range documentedLimits {
		want = append(want, b.what)
		if value, named := valueOf(t, b.file, b.name), numberIn(inPage[b.what]); value != named {
			t.Errorf("%s: %s, but %s in %s is %d", b.what, inPage[b.what], b.name, b.file, value)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the limits of the tables (-want +got):\n%s", diff)
	}
}

// numberIn returns the number that a cell begins with, including its unit: 32 MB, 20,000 files, 30
// s.
func numberIn(cell string) int64 {
	m := regexp.MustCompile(`^([\d,]+) ?(kB|MB|GB|s\b)?`).FindStringSubmatch(cell)
	if m == nil {
		return -1
	}
	n, err := strconv.ParseInt(strings.ReplaceAll(m[1], ",", ""), 10, 64)
	if err != nil {
		return -1
	}
	return n * map[string]int64{"": 1, "kB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30, "s": 1000}[m[2]]
}

// valueOf returns the number that a Go or TypeScript file assigns to a name. There must be only
// one.
func valueOf(t *testing.T, file, name string) int64 {
	t.Helper()
	var values []int64
	for _, n := range numbersOf(t) {
		if n.file == file && n.name == name {
			values = append(values, n.value)
		}
	}
	if len(values) != 1 {
		t.Fatalf("%s gives %s the numbers %d, want one", file, name, values)
	}
	return values[0]
}

// TestLimitsInWords checks that limits.md quotes the page's words for what is beyond a limit.
func TestLimitsInWords(t *testing.T) {
	data, err := os.ReadFile(root + "/" + Dir + "/limits.md")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for name, file := range described(t) {
		if strings.HasPrefix(name, src+"/") && (strings.HasSuffix(name, "strings.ts") || strings.HasSuffix(name, "-text.ts")) {
			texts = append(texts, file.Texts...)
		}
	}
	words := strings.Join(texts, "\n")
	for _, b := range []string{"files of a folder", "entries of a folder", "nested folders"} {
		_, row, _ := strings.Cut(string(data), "| "+b+" | ")
		if number, _, _ := strings.Cut(row, " "); !strings.Contains(words, "more than "+number+" ") {
			t.Errorf("the page never shows “more than %s”", number)
		}
	}
	for _, quoted := range all(string(data), `“([^“”0-9…]+)”`) {
		for _, one := range strings.Split(quoted, "”") {
			if !strings.Contains(words, strings.TrimSuffix(one, ".")) {
				t.Errorf("the page never shows %q", one)
			}
		}
	}
}
