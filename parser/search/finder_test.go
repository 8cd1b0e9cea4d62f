package search_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"unspool/parser/search"
)

// describeMatches returns all matches in a record as text[from:to], joined, with their counts.
func describeMatches(t testing.TB, text string, phrase bool, o search.Options, line string) string {
	t.Helper()
	f, err := search.NewFinder(text, phrase, o)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	f.Each([]byte(line), func(p search.Place) {
		s := fmt.Sprintf("%s:%s", p.Member, p.Text[p.From:p.To])
		if p.Count > 1 {
			s += fmt.Sprintf("×%d", p.Count)
		}
		if p.Terms != f.All() {
			s += " partly"
		}
		found = append(found, s)
	})
	return strings.Join(found, ", ")
}

func TestFinder(t *testing.T) {
	line := `{"type":"user","message":{"content":[{"type":"text","text":"One two, TWO\n one"},{"type":"text","text":"twofold \"two_3\" naïve Ärger ärger"}]},` +
		`"toolUseResult":{"stdout":"one two","originalFile":"one two","edits":{"oldTodos":["one"]}}}`
	for _, c := range []struct {
		text   string
		phrase bool
		search.Options
		want string
	}{
		{"two", false, search.Options{}, "message:two×2, message:two×2, toolUseResult:two"},
		{"two", true, search.Options{Case: true}, "message:two, message:two×2, toolUseResult:two"},
		{"TWO", false, search.Options{Case: true}, "message:TWO"},
		{"two", false, search.Options{Whole: true}, "message:two×2, toolUseResult:two"},
		{"one two", false, search.Options{}, "message:One×4, message:two×2 partly, toolUseResult:one×2"},
		{"one two", true, search.Options{}, "message:One two, toolUseResult:one two"},
		{"two one one", false, search.Options{Whole: true}, "message:One×4, toolUseResult:one×2"},
		{"two one", true, search.Options{}, "message:TWO\n one"},
		{"ärger", false, search.Options{}, "message:Ärger×2"},
		{"ärger", false, search.Options{Case: true}, "message:ärger"},
		{"rger", false, search.Options{Whole: true}, ""},
		{"na", false, search.Options{Whole: true}, ""},
		{`"two_3"`, false, search.Options{Whole: true}, `message:"two_3"`},
		{"user", false, search.Options{}, ""},
		{"three one", false, search.Options{}, ""},
		{" \n ", false, search.Options{}, ""},
	} {
		if got := describeMatches(t, c.text, c.phrase, c.Options, line); got != c.want {
			t.Errorf("%q phrase %v, %+v: %s, want %s", c.text, c.phrase, c.Options, got, c.want)
		}
	}
}

func TestFinderFolds(t *testing.T) {
	for _, c := range []struct{ query, text, want string }{
		{"login", "The Login page", "text:Login"},
		{"LOGIN", "xloginx", "text:login"},
		{"the login", "fix the\n\t login", "text:the\n\t login"},
		{"  the   login ", "the login", "text:the login"},
		{"aab", "aaab", "text:aab"},
		{"aaa", "aabaaa", "text:aaa"},
		{"abab", "ababab", "text:abab"},
		{"ÄRGER", "kein ärger", "text:ärger"},
		{"straße", "die STRAßE", "text:STRAßE"},
		{"σίσυφος", "ΣΊΣΥΦΟΣ", "text:ΣΊΣΥΦΟΣ"},
		{"task", "tas\u212a", "text:tas\u212a"},
		{"sea", "\u017fea", "text:\u017fea"},
		{"登录 页", "打开登录\u3000页面", "text:登录\u3000页"},
		{"🙂", "a 🙂 b", "text:🙂"},
		{"a b", "ab", ""},
		{"ab", "a b", ""},
		{"", "anything", ""},
		{" \n", "anything", ""},
		{"x", "", ""},
		{"a\xffb", "A\xffB", "text:A\xffB"},
	} {
		if got := describeMatches(t, c.query, true, search.Options{}, `{"text":"`+c.text+`"}`); got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.query, c.text, got, c.want)
		}
	}
}

// TestFinderSearchesVisibleText checks that the finder searches what a reader sees, such as texts,
// arguments and results, and not the syntax around it.
func TestFinderSearchesVisibleText(t *testing.T) {
	image := strings.Repeat("iVBORw0KGgo", 40)
	user := `{"type":"user","uuid":"needle-1","cwd":"/needle","sessionId":"needle","message":{"role":"user","content":`
	for _, c := range []struct {
		name, line, query, want string
	}{
		{"prompt", user + `"Fix the needle, please"}}`, "NEEDLE", "message:needle"},
		{"envelope", user + `"nothing"}}`, "needle", ""},
		{"block", user + `[{"type":"text","text":"a needle"}]}}`, "needle", "message:needle"},
		{"type of a block", user + `[{"type":"needle","id":"needle","tool_use_id":"needle"}]}}`, "needle", ""},
		{"escapes", user + `"two\nlines \"here\""}}`, `two lines "here"`, "message:two\nlines \"here\""},
		{"escaped letters", user + `"\u006e\u0065edle"}}`, "needle", "message:needle"},
		{"escaped slash", user + `"a\/b"}}`, "a/b", "message:a/b"},
		{"surrogates", user + `"\ud83d\ude42 ok"}}`, "🙂 OK", "message:🙂 ok"},
		{"thinking", `{"type":"assistant","message":{"model":"needle","content":[{"type":"thinking","thinking":"a needle?","signature":"needle"}]}}`, "needle?", "message:needle?"},
		{"signature", `{"type":"assistant","message":{"content":[{"type":"thinking","thinking":"","signature":"needle"}]}}`, "needle", ""},
		{"name of a tool", `{"type":"assistant","message":{"content":[{"type":"tool_use","name":"needle","input":{}}]}}`, "needle", ""},
		{"input", `{"type":"assistant","message":{"content":[{"type":"tool_use","name":"X","input":{"id":"needle","deep":[{"er":"no"}]}}]}}`, "needle", "message:needle"},
		{"deep input", `{"type":"assistant","message":{"content":[{"type":"tool_use","name":"X","input":{"deep":[{"er":"a needle"}]}}]}}`, "needle", "message:needle"},
		{"name of an argument", `{"type":"assistant","message":{"content":[{"type":"tool_use","name":"X","input":{"needle":1}}]}}`, "needle", ""},
		{"result", user + `[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"needle 1"}]}]}}`, "needle", "message:needle"},
		{"structured", `{"type":"user","toolUseResult":{"name":"needle"},"message":{"content":[]}}`, "needle", "toolUseResult:needle"},
		{"image", user + `[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"` + image + `"}}]}}`, "VBORw0KG", ""},
		{"ruler", user + `"` + strings.Repeat("-", 256) + ` a needle"}}`, "a needle", "message:a needle"},
		{"ruler alone", user + `"` + strings.Repeat("_", 256) + `needle"}}`, "needle", "message:needle"},
		{"path", user + `"` + strings.Repeat("/Users/me2", 30) + ` has the needle"}}`, "the needle", "message:the needle"},
		{"path alone", user + `"` + strings.Repeat("/Users/me2", 30) + `/needle"}}`, "needle", "message:needle"},
		{"hash", user + `"` + strings.Repeat("0123456789abcdef", 20) + `"}}`, "ef01", "message:ef01×19"},
		{"words behind data", user + `"` + image + ` and a needle"}}`, "a needle", "message:a needle"},
		{"data with an end", user + `"` + image + `Ab==", "more":"needle"}}`, "w0KGgoA", ""},
		{"data of a tool", `{"type":"user","toolUseResult":{"file":{"base64":"` + image + `"}},"message":{"content":[]}}`, "VBORw0KG", ""},
		{"attachment", `{"type":"attachment","attachment":{"type":"hook_success","stdout":"the needle","toolUseID":"needle"}}`, "needle", "attachment:needle"},
		{"number", user + `"x"},"count":4711}`, "4711", ""},
		{"cut off", `{"message":{"content":"needle`, "needle", ""},
		{"no object", `["needle"]`, "needle", ":needle"},
	} {
		if got := describeMatches(t, c.query, true, search.Options{}, c.line); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestTooManyWords(t *testing.T) {
	text := strings.Repeat("a b c d ", 9)
	if _, err := search.NewFinder(text, false, search.Options{}); err != nil {
		t.Errorf("the same words again and again: %v", err)
	}
	for i := range search.MaxWords {
		text += fmt.Sprint(" ", i)
	}
	if _, err := search.NewFinder(text, false, search.Options{}); !errors.Is(err, search.ErrTooManyWords) {
		t.Errorf("%v, want that there are too many", err)
	}
	if _, err := search.NewFinder(text, true, search.Options{}); err != nil {
		t.Errorf("as a phrase: %v", err)
	}
	for i := range 10_000 {
		text += fmt.Sprint(" word", i)
	}
	if n := testing.AllocsPerRun(1, func() { search.NewFinder(text, false, search.Options{}) }); n > 1_000 {
		t.Errorf("to refuse a text of 10,000 words takes %v pieces of memory", n)
	}
	for _, long := range []string{strings.Repeat("x", search.MaxQuery+1), strings.Repeat("a ", search.MaxQuery)} {
		if _, err := search.NewFinder(long, true, search.Options{}); !errors.Is(err, search.ErrTooLong) {
			t.Errorf("%.10s…: %v, want that it is too long", long, err)
		}
	}
	if _, err := search.NewFinder(strings.Repeat("ä", search.MaxQuery), true, search.Options{}); err != nil {
		t.Errorf("the longest text: %v", err)
	}
}

func TestHolds(t *testing.T) {
	f, err := search.NewFinder("needle hay", false, search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for value, want := range map[string]bool{
		`{"command":"grep needle hay"}`: true, `{"a":[{"id":"a HAY"}],"b":"needle"}`: true, `"hay needle"`: true,
		`{"command":"grep needle"}`: false, `{"a":[{"id":"a HAY"}]}`: false, `"needle"`: false,
		`{"needle":"hay"}`: false, `{"type":"needle hay"}`: false, `{`: false, ``: false, `{"a":"noodle hay"}`: false,
	} {
		if got := f.Holds([]byte(value)); got != want {
			t.Errorf("%s: %v", value, got)
		}
	}
}

func TestAround(t *testing.T) {
	long := strings.Repeat("wörter ", 60)
	for _, c := range []struct{ text, find, want string }{
		{"a needle here", "needle", "a |needle| here"},
		{"  first\n\n\tthe needle\n here ", "needle", "first the |needle| here"},
		{"first\nneedle", "needle", "first |needle|"},
		{"\n needle\n", "needle", "|needle|"},
		{"x \x1b[1mneedle\x1b[0m", "needle", "x [1m|needle|[0m"},
		{long + "needle", "needle", "…" + strings.Repeat("wörter ", 12) + "|needle|"},
		{long + "needle " + long, "needle", "…rter " + strings.Repeat("wörter ", 5) + "|needle| " + strings.Repeat("wörter ", 20)[:159] + "…"},
		{long + "needle with a few words more", "needle", "…örter " + strings.Repeat("wörter ", 8) + "|needle| with a few words more"},
		{"needle " + long, "needle", "|needle| " + strings.Repeat("wörter ", 20)[:159] + "…"},
		{long, strings.TrimSpace(long), "|" + strings.Repeat("wörter ", 18)[:137] + "|…"},
	} {
		line, err := json.Marshal(map[string]string{"text": c.text})
		if err != nil {
			t.Fatal(err)
		}
		f, err := search.NewFinder(c.find, true, search.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		f.Each(line, func(p search.Place) {
			before, hit, after := p.Around()
			got = before + "|" + hit + "|" + after
		})
		if got != c.want {
			t.Errorf("%.40q in %.40q: %q, want %q", c.find, c.text, got, c.want)
		}
	}
}

// FuzzFinder compares the finder with a naive one: decode, fold, collapse white space, look at
// every position.
func FuzzFinder(f *testing.F) {
	f.Add("needle", "a Needle needle_x here", true, true, true)
	f.Add("a  b", "A\n\tb ab", false, false, false)
	f.Add("ſ\u212a", "sk SK K", true, false, true)
	f.Add("aa", "aaaa aa", false, true, true)
	f.Add("начало \"x\"", "НАЧАЛО \\ \"x\" начало", false, false, true)
	f.Add("é", "\\u00e9 É é", true, false, false)
	f.Add("ΣΣ", "σς", true, false, false)
	f.Add("aab", "aaaaab", true, false, false)
	f.Fuzz(func(t *testing.T, text, in string, phrase, whole, exact bool) {
		if !utf8.ValidString(text) || !utf8.ValidString(in) || len(in) >= 256 { // longer ones may be data
			return
		}
		o := search.Options{Case: exact, Whole: whole}
		finder, err := search.NewFinder(text, phrase, o)
		if err != nil {
			return
		}
		terms := strings.Fields(text)
		if phrase {
			terms = []string{strings.Join(terms, " ")}
		}
		known := map[string]bool{}
		count, missing := 0, false
		for _, term := range terms {
			key := foldNaively(term, exact)
			if known[key] || key == "" {
				continue
			}
			known[key] = true
			n := countNaively(foldNaively(in, exact), key, whole)
			count += n
			missing = missing || n == 0
		}
		line, err := json.Marshal(map[string]any{"message": map[string]any{"content": in}})
		if err != nil {
			t.Fatal(err)
		}
		got, all := 0, true
		finder.Each(line, func(p search.Place) {
			got, all = got+p.Count, p.Terms == finder.All()
			if p.From < 0 || p.From >= p.To || p.To > len(p.Text) || string(p.Text) != in {
				t.Fatalf("%d to %d of %q", p.From, p.To, p.Text)
			}
			if written := foldNaively(string(p.Text[p.From:p.To]), exact); !known[written] {
				t.Fatalf("%q is found for %q", written, text)
			}
			if before, hit, after := p.Around(); !utf8.ValidString(before+hit+after) || strings.ContainsAny(before+hit+after, "\n\t") {
				t.Fatalf("around: %q %q %q", before, hit, after)
			}
		})
		if missing && got > 0 && all || !missing && got != count {
			t.Fatalf("%q in %s, phrase %v, %+v: %d places, want %d", text, line, phrase, o, got, count)
		}
		finder.Each([]byte(in), func(search.Place) {}) // whatever it is
		finder.Holds([]byte(in))
	})
}

// foldNaively folds the case unless it matters, and collapses white space.
func foldNaively(s string, exact bool) string {
	if !exact {
		return foldRunes(s)
	}
	var out strings.Builder
	space := false
	for _, r := range s {
		if unicode.IsSpace(r) {
			if !space {
				out.WriteByte(' ')
			}
			space = true
			continue
		}
		space = false
		out.WriteRune(r)
	}
	return strings.TrimSpace(out.String())
}

// countNaively counts matches that do not overlap.
func countNaively(in, term string, whole bool) (n int) {
	word := func(r rune) bool {
		return r != utf8.RuneError && (r == '_' || unicode.In(r, unicode.L, unicode.M, unicode.N))
	}
	for at := 0; at+len(term) <= len(in); {
		i := strings.Index(in[at:], term)
		if i < 0 {
			return n
		}
		from, to := at+i, at+i+len(term)
		first, size := utf8.DecodeRuneInString(term)
		last, _ := utf8.DecodeLastRuneInString(term)
		before, _ := utf8.DecodeLastRuneInString(in[:from])
		after, _ := utf8.DecodeRuneInString(in[to:])
		if whole && (word(before) && word(first) || word(after) && word(last)) {
			at = from + size
			continue
		}
		n++
		at = to
	}
	return n
}

// foldRunes folds the case and collapses white space, rune by rune.
func foldRunes(s string) string {
	var out strings.Builder
	for _, r := range strings.Join(strings.Fields(s), " ") {
		shortest := r
		for x := unicode.SimpleFold(r); x != r; x = unicode.SimpleFold(x) {
			shortest = min(shortest, x)
		}
		out.WriteRune(shortest)
	}
	return out.String()
}
