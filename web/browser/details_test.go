package browser

import (
	"os"
	"path/filepath"
	"testing"
)

// pricedSession has a response of a model that is not in the built-in price table.
const pricedSession = `{"type":"user","uuid":"u","message":{"role":"user","content":"go"}}
{"type":"assistant","uuid":"a","parentUuid":"u","message":{"id":"m","role":"assistant","model":"glm-9","content":[{"type":"text","text":"ok"}],"stop_reason":null,"usage":{"input_tokens":1000000,"output_tokens":1}}}
{"type":"user","uuid":"u2","parentUuid":"a","message":{"role":"user","content":"more"}}
{"type":"user","uuid":"u3","parentUuid":"u2","message":{"role":"user","content":"and more"}}
`

// A model without a price is named, never free; incompletely recorded output makes the cost a lower
// bound; a custom price table applies to the session on the screen.
func TestPrices(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(write(t, "s.jsonl", []byte(pricedSession)))
	ready(p)
	p.WaitFor(`$text($role("button", /^About this session/)).includes("No known price")`, 0)
	wants(t, Eval[string](p, `$role("button", /^About this session/).title`), "glm-9", "output is incomplete")
	table := write(t, "prices.tsv", []byte("# mine\nglm-9\t-\t-\t3\t-\t-\t-\t4\t-\n"))
	p.Read(table)
	p.WaitFor(`$role("button", /^About this session/) && $text($role("button", /^About this session/)) === "≥ $3.00 (prices.tsv)"`, 0)
	// If the file is invalid after a change, what was in it before still applies.
	if err := os.WriteFile(table, []byte("glm-9\t-\t-\tthree\t-\t-\t-\t4\t-\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.Read(table)
	p.WaitFor(`$role("alert") && $text($role("alert")).includes("line 1")`, 0)
	wants(t, Eval[string](p, `$text($role("alert"))`), "The price table is ignored")
	p.WaitFor(`$text($role("button", /^About this session/)) === "≥ $3.00 (prices.tsv)" && $$role("article").length > 1`, 0)
	// A table that lies in a folder was not chosen by whoever opens the folder.
	dir := t.TempDir()
	for name, text := range map[string]string{"s.jsonl": pricedSession, "prices.tsv": "glm-9\t-\t-\t3\t-\t-\t-\t4\t-\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p.Read(dir)
	p.WaitFor(`$role("alert") === null && $text($role("button", /^About this session/)).includes("No known price")`, 0)
}
