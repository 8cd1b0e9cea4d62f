package browser

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

// ownNames are names that JavaScript objects have themselves, or that change how others treat them.
var ownNames = []string{"__proto__", "constructor", "prototype", "toString", "valueOf", "then", "catch", "hasOwnProperty", "isPrototypeOf", "__defineGetter__",
	"__lookupSetter__", "toJSON", "length", "name", "Symbol.iterator", "nodeType", "innerHTML", "_$litType$", "_$litDirective$", "strings", "values", "$$typeof", "raw", "default"}

// keyed writes a record in which each OWN is one of these names; Go's encoder would write a name
// only once.
func keyed(record, name string, uuid, parent string) string {
	quoted, err := json.Marshal(name)
	if err != nil {
		panic(err)
	}
	return strings.NewReplacer(`"OWN"`, string(quoted), "NAME", name, "UUID", uuid, "PARENT", parent).Replace(record)
}

// Objects of a transcript may have any names: none is misinterpreted, and all are shown.
func TestHostileKeys(t *testing.T) {
	t.Parallel()
	var lines []string
	parent := ""
	for _, name := range ownNames {
		for _, record := range []string{
			`{"type":"user","cwd":"/w","gitBranch":"OWN","version":"OWN","message":{"role":"user","content":"prompt NAME"}}`,
			`{"type":"assistant","message":{"id":"m-UUID","role":"assistant","model":"OWN","stop_reason":"OWN","usage":{"input_tokens":5,"output_tokens":5},"content":[{"type":"OWN","OWN":{"OWN":"OWN"}},{"type":"tool_use","id":"a-UUID","name":"OWN","input":{"OWN":{"OWN":["OWN",{"OWN":"inner NAME"}]}}},{"type":"tool_use","id":"b-UUID","name":"mcp__NAME__NAME","input":{"OWN":"OWN"}},{"type":"tool_use","id":"c-UUID","name":"AskUserQuestion","input":{"questions":[{"question":"OWN","header":"OWN","options":[{"label":"OWN","description":"OWN"}]}]}},{"type":"tool_use","id":"d-UUID","name":"Read","input":{"file_path":"/w/NAME"}},{"type":"tool_use","id":"e-UUID","name":"TodoWrite","input":{"todos":[{"content":"OWN","status":"OWN"}]}}]}}`,
			`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"a-UUIDp","content":[{"type":"OWN","OWN":"OWN"}]}]},"toolUseResult":{"OWN":{"OWN":"OWN"},"list":[{"OWN":"OWN"}]}}`,
			`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"b-UUIDp","content":"{\"NAME\":{\"NAME\":\"x\"}}"}]},"mcpMeta":{"structuredContent":{"OWN":"OWN"}}}`,
			`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c-UUIDp","content":"x"}]},"toolUseResult":{"questions":[{"question":"OWN","options":[{"label":"OWN"}]}],"answers":{"OWN":"OWN"},"annotations":{"OWN":{"notes":"OWN"}}}}`,
			`{"type":"OWN","OWN":"OWN"}`,
			`{"type":"system","subtype":"OWN","content":"said NAME","OWN":1}`,
			`{"type":"attachment","attachment":{"type":"OWN","OWN":"OWN"}}`,
			`{"type":"file-history-snapshot","snapshot":{"trackedFileBackups":{"OWN":{"backupFileName":"OWN"}}}}`,
			`{"type":"cost-state","totalCostUSD":1,"modelUsage":{"OWN":{"costUSD":1}}}`,
			`{"type":"permission-mode","permissionMode":"OWN"}`,
		} {
			uuid := "k" + strings.Repeat("i", len(lines)%7) + string(rune('a'+len(lines)%26)) + strings.Repeat("x", len(lines)/26)
			line := keyed(record, name, uuid, parent)
			if strings.Contains(record, "UUIDp") { // the call before
				line = strings.ReplaceAll(keyed(strings.ReplaceAll(record, "UUIDp", "CALLED"), name, uuid, parent), "CALLED", called(lines))
			}
			lines = append(lines, `{"uuid":"`+uuid+`","parentUuid":"`+parent+`","sessionId":"s","timestamp":"2026-05-01T10:00:00.000Z",`+line[1:])
			parent = uuid
		}
	}
	p := open(t, "")
	p.Size(1200, 900)
	p.Do(hostileHelpers)
	prototype := Eval[string](p, OwnPrototype)
	if told := p.Read(write(t, "s.jsonl", []byte(strings.Join(lines, "\n")+"\n"))); told != "ready" {
		t.Fatal(told)
	}
	p.WaitFor(`$role("article")`, 0)
	during(t, p, `() => $hostile.openAll(false)`)
	p.Do(`$hostile.sight()`)
	text := Eval[string](p, `$deep("unspool-list").textContent`)
	for _, name := range ownNames {
		for _, want := range []string{"prompt " + name, "inner " + name, "said " + name} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is not shown", want)
			}
		}
	}
	if broken := strings.Count(text, "This part could not be displayed.") + strings.Count(text, "[object "); broken > 0 {
		t.Errorf("%d rows or values are not rendered", broken)
	}
	during(t, p, `$hostile.views`)
	every := 5 // records
	if testutil.Exhaustive() {
		every = 1
	}
	during(t, p, fmt.Sprintf(`() => $hostile.around(%d, 0)`, every))
	harmless(t, p, prototype)
}

// called returns the UUID of the last record with tool calls.
func called(lines []string) string {
	for at := len(lines) - 1; at >= 0; at-- {
		if strings.Contains(lines[at], `"tool_use"`) {
			_, remainder, _ := strings.Cut(lines[at], `"uuid":"`)
			uuid, _, _ := strings.Cut(remainder, `"`)
			return uuid
		}
	}
	return ""
}
