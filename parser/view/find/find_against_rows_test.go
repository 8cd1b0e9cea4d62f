package find_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view"
	"unspool/parser/view/find"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
)

// TestMatchesAgreeWithRows searches for words that rows show. A match leads to each of these rows,
// with the count of a naive scan of the decoded record.
func TestMatchesAgreeWithRows(t *testing.T) {
	compared := 0
	sessions := viewtest.Sessions(t)
	for _, name := range testutil.Sample(t, slices.Sorted(maps.Keys(sessions)), 3) {
		files := sessions[name]
		_, v := viewtest.Load(files, 1<<30)
		for _, info := range v.Sessions() {
			viewtest.OpenAll(v, info.Index)
			compared += newOracle(v, info.Index, files).check(t, name)
		}
	}
	if compared < testutil.Iterations(t, 1000, 3) {
		t.Errorf("only %d rows were compared", compared)
	}
}

// TestMatchesInAnyEncoding checks that words are found regardless of how a text is escaped in the
// file.
func TestMatchesInAnyEncoding(t *testing.T) {
	texts := []string{
		`für FÜR f\u00fcr f\u00DCr fu\u0308r`, `stra\u00dfe STRA\u1E9EE strasse`, `a\tb\nc a  b\r\n\u00a0c A B C`, `one\u000atwo one\\ntwo one\/two`,
		`\ud83d\ude00 😀\ud83d\ude00 \ud83d`, `\"quoted\" “quoted” \\\"`, `ΣΑΣ σας σας \u03c3\u03b1\u03c3`, `\u212Aelvin kelvin KELVIN \u017felf self`, `日本語の日本`,
		`na\u0069ve na\u00efve`, `e\u0301\u0065\u0301`, `\u003cb\u003e & <B>`, `x\u200by xy`, `aaaa AaA`,
	}
	var lines, folds []string
	for n, text := range texts {
		lines = append(lines, fmt.Sprintf(`{"type":"assistant","uuid":"a%d","sessionId":"s","message":{"id":"m%[1]d","role":"assistant","content":[{"type":"text","text":"%s"}]}}`, n, text))
		var decoded string
		if err := json.Unmarshal([]byte(`"`+text+`"`), &decoded); err != nil {
			t.Fatal(err)
		}
		folds = append(folds, folded(decoded))
	}
	_, v := viewtest.Load(viewtest.Session(lines...), 1<<30)
	for _, words := range []string{"für", "FÜR", "fu\u0308r", "straße", "STRASSE", "a b c", "b\nc", "one two", `one\ntwo`, "one/two", "😀", "😀😀", `"quoted"`, `\`, `\"`, "σας", "ΣΑΣ", "kelvin", "SELF",
		"日本", "naive", "naïve", "é", "e\u0301", "<b>", "x\u200by", "xy", "aa", "\ufffd"} {
		var want, got []string
		for n, text := range folds {
			if count := strings.Count(text, folded(words)); count > 0 {
				want = append(want, fmt.Sprintf("a%d#0 ×%d", n, count))
			}
		}
		for _, m := range matchAll(t, v, 0, find.MatchQuery{Text: words, Options: "phrase"}).Matches {
			got = append(got, fmt.Sprintf("%s ×%d", m.Key, m.Count))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", words, diff)
		}
	}
}

// TestMatchPositions checks the position of a match: the string of the file, and the range in
// UTF-16 code units, as in JavaScript. Cases are folded rune by rune, as in Unicode's simple
// folding: the Kelvin sign is a k and the long s an s, but i is neither İ nor ı.
func TestMatchPositions(t *testing.T) {
	for _, c := range []struct {
		text, words string
		count       int
		want        string // the text at the position
	}{
		{`plain words`, "WORDS", 1, "words"},
		{`\ud83d\ude00😀 é e\u0301 then tide`, "TIDE", 1, "tide"},
		{`\ud83d 日本\t\"x\" tide`, "tide", 1, "tide"},
		{`a tide\n  table`, "tide table", 1, "tide\n  table"},
		{`\u0130stanbul \u0131stanbul ISTANBUL istanbul`, "istanbul", 2, "ISTANBUL"},
		{`istanbul \u0130STANBUL`, "\u0130stanbul", 1, "\u0130STANBUL"},
		{`istanbul \u0131stanbul`, "\u0131STANBUL", 1, "\u0131stanbul"},
		{`5 \u212A, 5 k`, "k", 2, "\u212a"},
		{`5 k`, "\u212a", 1, "k"},
		{`congre\u017f\u017f CONGRESS`, "congress", 2, "congre\u017f\u017f"},
		{`😀😀`, "😀", 2, "😀"},
	} {
		lines := []string{
			`{"type":"user","uuid":"u","sessionId":"s","message":{"role":"user","content":"go"}}`,
			`{"type":"assistant","uuid":"a","sessionId":"s","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"` + c.text + `"}]}}`,
		}
		files := viewtest.Session(lines...)
		_, v := viewtest.Load(files, 1<<30)
		all := matchAll(t, v, 0, find.MatchQuery{Text: c.words, Options: "phrase"}).Matches
		if len(all) != 1 || all[0].Count != c.count {
			t.Errorf("%q in %s: %+v", c.words, c.text, all)
			continue
		}
		var text string
		if err := json.NewDecoder(bytes.NewReader(files[all[0].File].Data[int(all[0].Offset):])).Decode(&text); err != nil {
			t.Errorf("%q in %s: no string is at %v: %v", c.words, c.text, all[0].Offset, err)
			continue
		}
		units := utf16.Encode([]rune(text))
		if got := string(utf16.Decode(units[all[0].From:all[0].To])); got != c.want {
			t.Errorf("%q in %s is at %q, want %q", c.words, c.text, got, c.want)
		}
	}
}

// An oracle knows the contents of the rows of a session.
type oracle struct {
	v       *view.Viewer
	session int
	files   []testutil.File
	rows    map[string]viewtest.AnyRow           // by their keys
	shown   map[string][]string                  // words → keys of the rows that show them
	units   map[protocol.RecordLocation][]string // the texts of a record's parts, folded
}

func newOracle(v *view.Viewer, session int, files []testutil.File) *oracle {
	o := &oracle{v, session, files, map[string]viewtest.AnyRow{}, map[string][]string{}, map[protocol.RecordLocation][]string{}}
	for at := 0; at < v.Rows(session, 0, 1).Total; at += rows.MaxRows {
		for _, row := range viewtest.RowsAt(v, session, at, rows.MaxRows) {
			o.rows[row.Key] = row
			for _, words := range fewWords(o.textsOf(&row)) {
				if keys := o.shown[words]; len(keys) == 0 || keys[len(keys)-1] != row.Key {
					o.shown[words] = append(keys, row.Key)
				}
			}
		}
	}
	return o
}

// textsOf returns the texts that a row shows as they are recorded; not those derived from fields,
// other rows and other files.
func (o *oracle) textsOf(row *viewtest.AnyRow) (texts []string) {
	body := o.v.Body(o.session, row.Key)
	if slices.ContainsFunc(body.Records, func(r protocol.RecordLocation) bool { return r.Line == 0 }) {
		return nil
	}
	switch row.Kind {
	case "prompt", "text", "thinking", "summary", "output":
		texts = append(texts, row.Text)
	case "tool":
	default:
		return nil
	}
	for i, p := range body.Parts {
		switch p.Kind {
		case "markdown", "text", "code", "terminal", "matches", "links":
			texts = append(texts, o.whole(row.Key, i, "text", p.Text), p.Command, p.Stderr)
		case "diff":
			for _, k := range p.Hunks {
				for _, l := range k.Lines {
					texts = append(texts, strings.TrimLeft(l, " +-\\"))
				}
			}
		}
	}
	return texts
}

// recordsOf returns the records that a row shows.
func (o *oracle) recordsOf(key string) []protocol.RecordLocation {
	yield()
	body := o.v.Body(o.session, key)
	records := body.Records
	for _, p := range body.Parts {
		for _, item := range p.Items {
			records = append(records, item.Location)
		}
	}
	return records
}

func (o *oracle) whole(key string, part int, name, head string) string {
	yield()
	var b strings.Builder
	for from := 0; len(head) > 4<<10; {
		p, ok := o.v.Text(o.session, key, part, name, from)
		if b.WriteString(p.Text); !ok || p.Next <= from || p.Next >= p.Total {
			return b.String()
		}
		from = p.Next
	}
	return head
}

// fewWords returns a few words of each of some texts, including the last ones and those that are
// not in ASCII.
func fewWords(texts []string) (words []string) {
	for _, text := range texts[:min(len(texts), 6)] {
		fields := strings.Fields(text)
		for i, word := range fields {
			wide := strings.ContainsFunc(word, func(r rune) bool { return r > unicode.MaxASCII })
			if i%(1+len(fields)/3) > 0 && i < len(fields)-1 && !(wide && len(words) < 12) {
				continue
			}
			if len(word) > 3 && len(word) < 200 && strings.ContainsFunc(word, unicode.IsLetter) && !strings.ContainsAny(word, "{}[]\"\\…") {
				words = append(words, word)
			}
		}
	}
	return words
}

// notInRecords are words that rows show and no record contains, by row: a report in a file beside
// the transcript, a text in pieces, a label, and a truth value.
var notInRecords = map[[2]string]bool{{"c1#0", "found."}: true, {"@0:3137#0", "pieces."}: true, {"u2", "text"}: true, {"a5#0", "true"}: true}

// check searches for a limited number of words, and for two together. It returns how many rows
// were compared.
func (o *oracle) check(t *testing.T, name string) (compared int) {
	const most = 60
	var all []string
	for words := range o.shown {
		all = append(all, words)
	}
	sort.Strings(all)
	for i := 0; i < len(all); i += 1 + len(all)/most {
		words := all[i]
		if i%3 == 1 {
			words = strings.ToUpper(words)
		}
		found, rows, n := o.findRows(t, name, words)
		compared += n
		for _, key := range o.shown[all[i]] {
			compared++
			isFound := func(r protocol.RecordLocation) bool { return found[r] }
			if !rows[key] && !notInRecords[[2]string{key, folded(words)}] && !slices.ContainsFunc(o.recordsOf(key), isFound) {
				t.Errorf("%s: the row %s of kind %s shows %q, and no match leads to it", name, key, o.rows[key].Kind, words)
			}
		}
		key := o.shown[all[i]][i%len(o.shown[all[i]])]
		two := []string{words, o.otherWord(key, all[i])}
		if two[1] == "" {
			continue
		}
		_, rows, n = o.findRows(t, name, two...)
		compared += n
		together := slices.ContainsFunc(o.recordsOf(key), func(r protocol.RecordLocation) bool {
			return slices.ContainsFunc(o.unitsOf(r), func(unit string) bool { return countWords(unit, two) > 0 })
		})
		if together && !rows[key] {
			t.Errorf("%s: the row %s of kind %s shows %q in one place, and no match leads to it", name, key, o.rows[key].Kind, two)
		}
	}
	return compared
}

// otherWord returns a word of the row with a key such that neither word contains the otherWord, or ""
// if there is none.
func (o *oracle) otherWord(key, word string) string {
	row := o.rows[key]
	for _, one := range fewWords(o.textsOf(&row)) {
		if a, b := folded(one), folded(word); !strings.Contains(a, b) && !strings.Contains(b, a) {
			return one
		}
	}
	return ""
}

// findRows searches for one of some words and the others. It returns the records of the rows of
// the matches, and their keys, and compares the counts.
func (o *oracle) findRows(t *testing.T, name string, words ...string) (
	found map[protocol.RecordLocation]bool, rows map[string]bool, compared int,
) {
	found, rows = map[protocol.RecordLocation]bool{}, map[string]bool{}
	query := find.MatchQuery{Text: strings.Join(words, " ")}
	if len(words) == 1 {
		query.Options = "phrase"
	}
	for _, m := range matchAll(t, o.v, o.session, query).Matches {
		row := viewtest.RowsAt(o.v, o.session, viewtest.RowIndex(o.v.Find(o.session, m.Key)), 1)[0]
		rows[row.Key] = true
		right := false
		for _, r := range o.recordsOf(row.Key) {
			found[r] = true
			right = right || !json.Valid(o.bytesOf(r)) || // package json reads nothing of it
				slices.ContainsFunc(o.unitsOf(r), func(unit string) bool { return countWords(unit, words) == m.Count })
		}
		if compared++; !right && m.Tool != "Skill" { // its words are in another record
			t.Errorf("%s: %q is in %s %d times", name, words, describeMatch(m), m.Count)
		}
	}
	return found, rows, compared
}

// countWords returns how often the words are in one match, or 0 if one of them is missing.
func countWords(unit string, words []string) (all int) {
	for _, word := range words {
		n := strings.Count(unit, folded(word))
		if n == 0 {
			return 0
		}
		all += n
	}
	return all
}

func (o *oracle) bytesOf(r protocol.RecordLocation) []byte {
	return o.files[r.File].Data[int(r.Offset):][:r.Length]
}

// unitsOf returns the texts of a decoded record that are searched separately: each block, the
// structured result, and the rest. Without a message it may be any member.
func (o *oracle) unitsOf(r protocol.RecordLocation) []string {
	if units, known := o.units[r]; known {
		return units
	}
	var line map[string]any
	json.Unmarshal(o.bytesOf(r), &line) // a damaged line has none
	var units []string
	message, ok := line["message"].(map[string]any)
	if !ok {
		message = line
		for name, value := range line {
			units = append(units, searchedText(map[string]any{name: value}, false))
		}
		units = append(units, searchedText(line, false))
	}
	if blocks, ok := message["content"].([]any); ok {
		for _, block := range blocks {
			units = append(units, searchedText(block, false))
		}
	} else {
		units = append(units, searchedText(message["content"], false))
	}
	delete(message, "content")
	for _, member := range []string{"toolUseResult", "tool_use_result"} {
		if result, ok := line[member].(map[string]any); ok {
			delete(result, "originalFile")
			delete(result, "oldTodos")
		}
		units = append(units, searchedText(line[member], true))
		delete(line, member)
	}
	o.units[r] = append(units, searchedText(line, false))
	return o.units[r]
}

// notSearched are the members that are not searched, in blocks and in records.
var notSearched = strings.Fields(`id uuid subtype timestamp userType entrypoint cwd version gitBranch slug level role model usage stop_reason
	stop_sequence name signature media_type cache_control caller sender permissionMode created_at updated_at
	effort perTurnEffort attributionAgent attributionSkill attributionPlugin attributionMcpServer attributionMcpTool
	origin turnOrigin promptSource queuePriority operation toolDenialKind classifierMetaLines teamName agentName todos thinkingMetadata planContent`)

// searchedText joins the strings of a value, folded. Of a tool's own members all are searched but
// the type.
func searchedText(value any, own bool) string {
	switch value := value.(type) {
	case string:
		if imageText.MatchString(value) {
			return ""
		}
		return folded(value)
	case []any:
		var all []string
		for _, one := range value {
			all = append(all, searchedText(one, own))
		}
		return strings.Join(all, "\x00")
	case map[string]any:
		var all []string
		for name, one := range value {
			if name != "type" && (own || !slices.Contains(notSearched, name) && !idName.MatchString(name)) {
				all = append(all, searchedText(one, own || name == "input"))
			}
		}
		return strings.Join(all, "\x00")
	}
	return ""
}

// imageText is the encoded text of an image, in which no words are found.
var imageText = regexp.MustCompile(`^[A-Za-z0-9+/]{250,}=*$`)

var idName = regexp.MustCompile(`(Id|ID|_id|U[uU][iI][dD]|_uuid|Uuids)$`)

func folded(text string) string {
	return strings.Map(func(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }, strings.Join(strings.Fields(text), " "))
}
