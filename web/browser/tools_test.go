package browser

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/runtime"

	"unspool/parser/testutil"
)

// faces are the calls of testdata/cases/faces.txt in their order.
var faces = []struct {
	line string   // the accessible name of its line; "" for the card of an agent
	text []string // readable when it is open
	role []string // elements in it, by role and name
}{
	{"Read src/glow/ flame.ts :12–14 3 lines 40 ms", []string{"export const cold = 6500;"}, []string{"group src/glow/flame.ts", "button Copy"}},
	{"Read README.md 3 lines 50 ms", []string{"# Lantern", "A small lamp."}, []string{"button Reminder for Claude 1 line"}},
	{"Write src/glow/ wick.ts created · 3 lines 100 ms", []string{"return length * 2;"}, []string{"group src/glow/wick.ts"}},
	{"Edit src/glow/ flame.ts 2 lines added, 1 removed 100 ms", []string{"export const noon = 5000;"}, []string{"deletion", "insertion", "term You changed this edit"}},
	{"Edit src/ lamp.ts 2 lines added, 2 removed 100 ms", []string{"let lit", "Applied 2 edits"}, []string{"deletion", "insertion"}},
	{"Edit notebook notes/ light.ipynb replaced 100 ms", []string{"print(lux)"}, []string{"group cell c7.py", "insertion"}},
	{"Run the glow tests npm test -- --reporter=dot --filter=glow | tail -20 3 lines 3.1 s", []string{"✓ warm", "exit 0"}, []string{"group Output", "button Copy command"}},
	{"Run npm run build && node scripts/measure-the-light.mjs --lamp=north --out=/tmp/light.json exit 2 12 s", []string{"Cannot find name 'wick'", "exit 2"}, []string{"group Output"}},
	{"Start the dev server npm run dev stopped 200 ms", []string{"npm run dev", "stopped"}, []string{"button Copy command"}},
	{"Check shell npm run dev running · 1 line 100 ms", []string{"ready on :5173"}, []string{"group Output"}},
	{"Stop shell b1 stopped 100 ms", []string{"Successfully killed shell: b1"}, nil},
	{"Check task Measure the light done · 1 line 9.0 s", []string{"The north lamp gives 800 lux."}, []string{"strong"}},
	{"Watch the lamp tail -f lamp.log 100 ms", []string{"tail -f lamp.log", "Monitor started: m1"}, nil},
	{"Search warm|cold in src 6 lines 20 ms", []string{"src/glow/flame.ts", "12", "export const warm = 2700;", "src/lamp.ts", "use(warm);"},
		[]string{"listitem src/glow/flame.ts, 2 lines", "listitem src/lamp.ts, 1 line", "mark"}},
	{"Search lamp in *.ts 2 files 20 ms", []string{"src/glow/flame.ts"}, []string{"list", "listitem /home/mira/lantern/src/lamp.ts"}},
	{"Search glow 4 matches 20 ms", []string{"src/lamp.ts\n3", "src/glow/wick.ts\n1"}, []string{"list"}},
	{"Find src/**/*.ts 2 files 20 ms", []string{"src/lamp.ts"}, []string{"list"}},
	{"List ~/ lantern 6 entries 20 ms", []string{"README.md\nsrc/\nlamp.ts\nglow/\nflame.ts"}, nil},
	{"Find references src/glow/ flame.ts :12 3 results 300 ms", []string{"src/lamp.ts\n4:5, 9:11"}, []string{"list"}},
	{"Fetch https://lamps.example.com/guide /warm-light 3 lines 800 ms", []string{"What is warm light?", "It is 2700 K."}, []string{"link https://lamps.example.com/guide/warm-light", "heading Warm light"}},
	{"Search the web colour temperature of a candle 2 results 2.1 s", []string{"Candles and kelvin (light.example.org)", "about 1900 K"}, []string{"link A short history of lamps"}},
	{"Update todos Write the wick 1 of 3 done 10 ms", []string{"Measure the lamp was in progress", "Light it new"}, []string{"image done", "image in progress", "image pending", "image removed"}},
	{"Add task Trim the wick 10 ms", []string{"#3 Trim the wick new", "Cut it to 4 mm and check"}, []string{"image pending"}},
	{"Update task #3 Trim the wick in progress 10 ms", []string{"#3 Trim the wick was pending", "keeper"}, []string{"image in progress"}},
	{"List tasks 1 of 3 done 10 ms", []string{"#2 Fill the oil keeper", "#3 Trim the wick after #1, #2"}, []string{"image done", "image in progress", "image pending"}},
	{"Look up task #3 Trim the wick 10 ms", []string{"Cut it to 4 mm."}, []string{"image pending"}},
	{"Ask you Which oil should the lamp burn? Olive · Window, Stairs, upper, and one in the cellar 139 tokens 41 s",
		[]string{"Oil Which oil should the lamp burn?", "Rapeseed Cheap and clean", "Paraffin Bright, with soot", "Your note but only the old bottle", "Multiple answers allowed", "and one in the cellar In your own words"},
		[]string{"image chosen", "image not chosen"}},
	{"Start planning 500 ms", []string{"Entered plan mode"}, nil},
	{"Propose plan Hang the lamp accepted 20 s", []string{"Find a hook"}, []string{"heading Hang the lamp"}},
	{"Propose plan Paint the lamp You said: Not green. **Red**, please. declined 8.0 s", []string{"You said\nNot green. Red, please.\nPlan\nPaint the lamp"}, []string{"heading You said", "heading Plan"}},
	{"Use skill lamp-care north 10 ms", nil, []string{"button Instructions 3 lines"}},
	{"Run /polish brass 10 ms", nil, nil},
	{"Find tools select:LSP,lamp 2 tools 10 ms", []string{"LSP", "list_lamps lamp-shop"}, []string{"list"}},
	{"Start workflow light-all in the background 200 ms", []string{"Lights every lamp"}, []string{"button Script 2 lines"}},
	{"", []string{"Look in the cellar.", "It is behind the door."}, []string{"heading Prompt", "heading Result"}},
	{"Message keeper Oil is low 10 ms", []string{"from\nlead", "Please refill the lamp.", "south"}, []string{"term to"}},
	{"Start team Keeps the lamps lit 10 ms", []string{"Team lamps created", "lead@lamps"}, []string{"term team"}},
	{"End team 10 ms", []string{`Cleaned up team "lamps"`}, nil},
	{"list lamps lamp-shop north tower 400 ms", []string{"north tower", `"sizes": [3, 5]`, `{"id": 1, "name": "Old faithful", "lit": true}`}, []string{"term filter", "group JSON"}},
	{"read guide lamp-shop g1 400 ms", []string{"Fill it", "4 mm"}, []string{"heading Guide", "columnheader Size"}},
	{"List resources lamp-shop 100 ms", []string{"Catalogue lamp://catalogue · All lamps"}, []string{"list"}},
	{"Read resource lamp://catalogue 100 ms", []string{"North lamp"}, []string{"heading lamp://catalogue"}},
	{"Search the web lamp oil 1 result", []string{"Lamp oils compared (oil.example.net) 3 days ago"}, []string{"link Lamp oils compared"}},
	{"Fetch https://oil.example.net/compare", []string{"Olive oil burns slowly."}, []string{"heading Oils", "link https://oil.example.net/compare"}},
	{"Run print(2700 / 2) 1 line", []string{"1350.0", "exit 0"}, []string{"group Output"}},
	{"Ask advisor", []string{"Check the wick first."}, []string{"strong"}},
	{"Return result lit 10 ms", []string{"verdict\nlit", "Both burn with a steady flame"}, []string{"term lamps"}},
	{"Enter worktree lamp-red 500 ms", []string{"worktree-lamp-red"}, nil},
	{"Schedule Light the lamps every day at 18:00 10 ms", []string{"0 18 * * *"}, nil},
	{"PaintLamp red 900 ms", []string{"coats\n2", "hood, base", "Painted."}, []string{"term colour", "heading Result", "heading Details"}},
	{"Edit src/ lamp.ts File has not been read yet. Read it first before writing to it. failed 10 ms", []string{"Error\nFile has not been read yet."}, []string{"heading Error", "deletion"}},
	{"Remove the build rm -rf build You said: Keep it, I want to look at it declined 4.0 s", []string{"You said\nKeep it, I want to look at it"}, []string{"heading You said"}},
	{"Read .env Permission to read /home/mira/lantern/.env has been denied. not permitted 10 ms", []string{"Error\nPermission to read"}, []string{"heading Error"}},
	{"Run sleep 60 No result recorded", []string{"sleep 60"}, nil},
}

// Each tool has a line that describes what it did, and opens to its details.
func TestToolLines(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	p.Size(1000, 16_000) // so that every row is in the page
	p.Read(testutil.Extract(t, "faces"))
	calls := `$$deep("unspool-row[data-kind=tool]")`
	p.WaitFor(calls+`.length === `+strconv.Itoa(len(faces)), 0)
	for i, row := range articles(t, p) {
		if want := faces[i].line; want != "" && !has(row, "button "+want) {
			t.Errorf("line %d has no button %q:\n%s", i, want, strings.Join(row, "\n"))
		}
	}
	focusConversation(p)
	p.Press("e")
	p.Do(`$$deep("unspool-row .agent button")[0].click()`) // a card, which the key leaves closed
	p.WaitFor(`$$deep("unspool-row[data-kind=tool] .records").length === `+strconv.Itoa(len(faces))+` && $$deep(".prose.plain").length === 0 && !/Reading…|Comparing…/.test($text())`, 0)
	texts := Eval[[]string](p, calls+`.map((row) => $text(row.querySelector(".body")))`)
	for i, row := range articles(t, p) {
		for _, want := range faces[i].text {
			if !strings.Contains(texts[i], want) {
				t.Errorf("%s: does not contain %q:\n%s", faces[i].line, want, texts[i])
			}
		}
		for _, want := range faces[i].role {
			if !has(row, want) {
				t.Errorf("%s: has no %q:\n%s", faces[i].line, want, strings.Join(row, "\n"))
			}
		}
		if !strings.Contains(texts[i], "Raw record · line ") {
			t.Errorf("%s: has no link to its record", faces[i].line)
		}
	}
}

func has(lines []string, want string) bool {
	for _, line := range lines {
		if line == want {
			return true
		}
	}
	return false
}

// articles returns the accessible content of the rows of calls: the elements of each, by role and
// name.
func articles(t *testing.T, p *Page) [][]string {
	t.Helper()
	found, err := call(p, runtime.Evaluate, runtime.EvaluateParams{Expression: `$role("feed")`})
	if err != nil || found.Result.ObjectID == "" {
		t.Fatalf("no list of rows: %v", err)
	}
	tree, err := call(p, accessibility.QueryAXTree, accessibility.QueryAXTreeParams{ObjectID: found.Result.ObjectID})
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for _, node := range tree.Nodes {
		role := spoken(node.Role)
		switch {
		case node.Ignored:
		case role == "article":
			rows = append(rows, nil)
		case len(rows) > 0:
			rows[len(rows)-1] = append(rows[len(rows)-1], strings.TrimSpace(role+" "+spoken(node.Name)))
		}
	}
	var calls [][]string
	for i, kind := range Eval[[]string](p, `$$role("article").map((row) => row.dataset.kind)`) {
		if kind == "tool" {
			calls = append(calls, rows[i])
		}
	}
	return calls
}

// spoken returns a value as text on one line, with plain spaces.
func spoken(v *accessibility.Value) string {
	var text string
	if v == nil || json.Unmarshal(v.Value, &text) != nil {
		return ""
	}
	return strings.Join(strings.Fields(text), " ")
}

// Inputs and results of the wrong types are shown as they are. They break no row, and each row
// links to its record.
func TestMalformedTools(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(1000, 40_000)
	p.Read(testutil.Extract(t, "faces-odd"))
	p.WaitFor(`$$deep("unspool-row[data-kind=tool]").length > 100`, 0)
	wants(t, Eval[string](p, `$text()`), "Mystery\njust words", "Mystery\n42", "Mystery\n[1,\"two\",{\"three\":3}]", "Unnamed tool")
	focusConversation(p)
	p.Press("e")
	p.WaitFor(`(rows => rows.length > 100 && rows.every((row) => row.querySelector(".records")))($$deep("unspool-row[data-kind=tool]")) && !/Reading…|Comparing…/.test($text())`, 0)
	if text := Eval[string](p, `$text()`); strings.Contains(text, "could not be displayed") {
		t.Errorf("a part was not shown:\n%s", text)
	}
}

// A row that throws shows an error, still links to its record, and affects no other row; a part
// that throws leaves the other parts.
func TestRowThatThrows(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(testutil.Extract(t, "faces"))
	ready(p)
	settled(p)
	p.Allow("forced")
	p.Run("tools.throwInRow", 0)
	broken := `$$deep("unspool-row[data-kind=tool]")[0]`
	wants(t, Eval[string](p, `$text(`+broken+`)`), "This part could not be displayed.")
	wants(t, Eval[string](p, `$text()`), "README.md")
	p.WaitFor(errorLine, 0)
	p.Do(broken + `.querySelector("button").click()`)
	p.WaitFor(`$text(`+broken+`).includes("Raw record · line ")`, 0)

	edit := `$$deep("unspool-row[data-kind=tool]")[3]`
	p.Do(edit + `.querySelector("button").click()`)
	p.WaitFor(`/You changed this edit/.test($text(`+edit+`)) && /noon/.test($text(`+edit+`))`, 0)
	p.Run("tools.throwInPart", 3, 1)
	wants(t, Eval[string](p, `$text(`+edit+`)`), "This part could not be displayed.", "noon", "Raw record · line ")
}
