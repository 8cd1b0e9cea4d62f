package search_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"unspool/parser/search"
)

func query(t testing.TB, text string) *search.Query {
	t.Helper()
	q, err := search.New(text)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestFind(t *testing.T) {
	for _, c := range []struct{ query, text, want string }{
		{"login", "The Login page", "Login"},
		{"LOGIN", "xloginx", "login"},
		{"the login", "fix the\n\t login", "the\n\t login"},
		{"  the   login ", "the login", "the login"},
		{"aab", "aaab", "aab"},
		{"aaa", "aabaaa", "aaa"},
		{"abab", "ababab", "abab"},
		{"ÄRGER", "kein ärger", "ärger"},
		{"straße", "die STRAßE", "STRAßE"},
		{"σίσυφος", "ΣΊΣΥΦΟΣ", "ΣΊΣΥΦΟΣ"},
		{"task", "tas\u212a", "tas\u212a"},
		{"sea", "\u017fea", "\u017fea"},
		{"登录 页", "打开登录\u3000页面", "登录\u3000页"},
		{"🙂", "a 🙂 b", "🙂"},
		{"a b", "ab", ""},
		{"ab", "a b", ""},
		{"", "anything", ""},
		{" \n", "anything", ""},
		{"x", "", ""},
		{"a\xffb", "A\xffB", "A\xffB"},
	} {
		from, to := query(t, c.query).Find([]byte(c.text))
		got := ""
		if from >= 0 {
			got = c.text[from:to]
		}
		if got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.query, c.text, got, c.want)
		}
	}
}

func TestTooLong(t *testing.T) {
	if _, err := search.New(strings.Repeat("a ", search.MaxQuery)); err != search.ErrLong {
		t.Errorf("%v, want that the query is too long", err)
	}
	query(t, strings.Repeat("ä", search.MaxQuery))
}

// What is looked for is what a reader sees: words, arguments, results, whatever
// stands in them, and nothing of what carries them.
func TestIn(t *testing.T) {
	image := strings.Repeat("iVBORw0KGgo", 40)
	user := `{"type":"user","uuid":"needle-1","cwd":"/needle","sessionId":"needle","message":{"role":"user","content":`
	for _, c := range []struct {
		name, line, query, want string
	}{
		{"prompt", user + `"Fix the needle, please"}}`, "NEEDLE", "Fix the needle, please"},
		{"envelope", user + `"nothing"}}`, "needle", ""},
		{"block", user + `[{"type":"text","text":"a needle"}]}}`, "needle", "a needle"},
		{"type of a block", user + `[{"type":"needle","id":"needle","tool_use_id":"needle"}]}}`, "needle", ""},
		{"escapes", user + `"two\nlines \"here\""}}`, `two lines "here"`, `two lines "here"`},
		{"escaped letters", user + `"\u006e\u0065edle"}}`, "needle", "needle"},
		{"escaped slash", user + `"a\/b"}}`, "a/b", "a/b"},
		{"surrogates", user + `"\ud83d\ude42 ok"}}`, "🙂 OK", "🙂 ok"},
		{"thinking", `{"type":"assistant","message":{"model":"needle","content":[{"type":"thinking","thinking":"a needle?","signature":"needle"}]}}`, "needle?", "a needle?"},
		{"signature", `{"type":"assistant","message":{"content":[{"type":"thinking","thinking":"","signature":"needle"}]}}`, "needle", ""},
		{"name of a tool", `{"type":"assistant","message":{"content":[{"type":"tool_use","name":"needle","input":{}}]}}`, "needle", ""},
		{"input", `{"type":"assistant","message":{"content":[{"type":"tool_use","name":"X","input":{"id":"needle","deep":[{"er":"no"}]}}]}}`, "needle", "needle"},
		{"deep input", `{"type":"assistant","message":{"content":[{"type":"tool_use","name":"X","input":{"deep":[{"er":"a needle"}]}}]}}`, "needle", "a needle"},
		{"name of an argument", `{"type":"assistant","message":{"content":[{"type":"tool_use","name":"X","input":{"needle":1}}]}}`, "needle", ""},
		{"result", user + `[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"needle 1"}]}]}}`, "needle", "needle 1"},
		{"structured", `{"type":"user","toolUseResult":{"name":"needle"},"message":{"content":[]}}`, "needle", "needle"},
		{"image", user + `[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"` + image + `"}}]}}`, "VBORw0KG", ""},
		{"ruler", user + `"` + strings.Repeat("-", 256) + ` a needle"}}`, "a needle", "…" + strings.Repeat("-", 49) + " a needle"},
		{"ruler alone", user + `"` + strings.Repeat("_", 256) + `needle"}}`, "needle", "…" + strings.Repeat("_", 50) + "needle"},
		{"path", user + `"` + strings.Repeat("/Users/me2", 30) + ` has the needle"}}`, "the needle", "…" + strings.Repeat("/Users/me2", 5)[5:] + " has the needle"},
		{"path alone", user + `"` + strings.Repeat("/Users/me2", 30) + `/needle"}}`, "needle", "…" + strings.Repeat("/Users/me2", 5)[1:] + "/needle"},
		{"hash", user + `"` + strings.Repeat("0123456789abcdef", 20) + `"}}`, "ef01", strings.Repeat("0123456789abcdef", 10)[:159] + "…"},
		{"words behind data", user + `"` + image + ` and a needle"}}`, "a needle", "…" + image[len(image)-45:] + " and a needle"},
		{"data with an end", user + `"` + image + `Ab==", "more":"needle"}}`, "w0KGgoA", ""},
		{"data of a tool", `{"type":"user","toolUseResult":{"file":{"base64":"` + image + `"}},"message":{"content":[]}}`, "VBORw0KG", ""},
		{"attachment", `{"type":"attachment","attachment":{"type":"hook_success","stdout":"the needle","toolUseID":"needle"}}`, "needle", "the needle"},
		{"number", user + `"x"},"count":4711}`, "4711", ""},
		{"cut off", `{"message":{"content":"needle`, "needle", ""},
		{"no object", `["needle"]`, "needle", "needle"},
	} {
		got, found := query(t, c.query).In([]byte(c.line))
		if got != c.want || found != (c.want != "") {
			t.Errorf("%s: %q %v, want %q", c.name, got, found, c.want)
		}
	}
}

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("wörter ", 100)
	for _, c := range []struct{ text, query, want string }{
		{"short", "SHORT", "short"},
		{" \n a\r\n\tb  ", "b", "a b"},
		{"red \x1b[31mhit\x1b[0m", "hit", "red [31mhit[0m"},
		{long + "needle", "needle", "…" + strings.Repeat("wörter ", 8)[len("wörter "):] + "needle"},
		{"needle " + long, "needle", "needle " + strings.Repeat("wörter ", 22)[:22*8-2] + "…"},
		{strings.Repeat("xy ", 100), strings.Repeat("xy ", 90), strings.Repeat("xy ", 53) + "…"},
	} {
		line, err := json.Marshal(map[string]string{"text": c.text})
		if err != nil {
			t.Fatal(err)
		}
		got, _ := query(t, c.query).In(line)
		if got != c.want || utf8.RuneCountInString(got) > search.MaxExcerpt {
			t.Errorf("%d characters: %q, want %q", utf8.RuneCountInString(got), got, c.want)
		}
	}
}

// FuzzSearch compares with the plain way: decode, fold, squeeze, look.
func FuzzSearch(f *testing.F) {
	f.Add("needle", "a Needle here")
	f.Add("a  b", "A\n\tb")
	f.Add("ſ\u212a", "sk \\ \" /")
	f.Add("ΣΣ", "σς")
	f.Add("aab", "aaaaab")
	f.Fuzz(func(t *testing.T, text, in string) {
		q, err := search.New(text)
		if err != nil || !utf8.ValidString(text) || !utf8.ValidString(in) {
			return
		}
		want := strings.Contains(" "+plain(in)+" ", plain(text)) && strings.TrimSpace(plain(text)) != ""
		if from, to := q.Find([]byte(in)); (from >= 0) != want || from > to || to > len(in) {
			t.Fatalf("%q in %q: %d to %d, want %v", text, in, from, to, want)
		} else if want && plain(in[from:to]) != plain(text) {
			t.Fatalf("%q in %q: %q", text, in, in[from:to])
		}
		line, err := json.Marshal(map[string]any{"message": map[string]any{"content": in}})
		if err != nil {
			t.Fatal(err)
		}
		excerpt, found := q.In(line)
		if found != want && len(in) < 256 {
			t.Fatalf("%q in the record %s: %v, want %v", text, line, found, want)
		}
		if n := utf8.RuneCountInString(excerpt); n > search.MaxExcerpt || !utf8.ValidString(excerpt) || strings.ContainsAny(excerpt, "\n\t") {
			t.Fatalf("%q has %d characters", excerpt, n)
		}
		q.In([]byte(in)) // whatever it is
	})
}

// plain folds the case and squeezes white space, rune by rune.
func plain(s string) string {
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
