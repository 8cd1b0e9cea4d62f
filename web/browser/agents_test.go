package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"unspool/parser/testutil"
)

// header returns the text of the agent with this task.
func header(p *Page, task string) string {
	p.r.Helper()
	find := `$$deep("unspool-row div.agent").find((a) => $text(a.querySelector(".task")) === "` + task + `")`
	p.WaitFor(find+` !== undefined`, 0)
	return Eval[string](p, `$text(`+find+`)`)
}

// unfold opens the agent with this task.
func unfold(p *Page, task string) {
	p.r.Helper()
	find := `$$deep("unspool-row div.agent").find((a) => $text(a.querySelector(".task")) === "` + task + `")?.querySelector(".row-button")`
	p.WaitFor(find+` !== undefined`, 0)
	p.Do(find + `.click()`)
	p.WaitFor(find+`.getAttribute("aria-expanded") === "true"`, 0)
}

// An agent shows its type and outcome; when open, it begins with its task and ends with a link back
// to its start. A nested agent is indented further, each in its own color.
func TestNestedAgents(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(testutil.Extract(t, "agents"))
	ready(p)
	wants(t, header(p, "Look at a"), "Explore", "completed", "3.0 s", "opus 4.7 · 1 call · 230 tokens")
	unfold(p, "Look at a")
	unfold(p, "nested")
	p.WaitFor(`$$deep('unspool-row[data-kind="end"]').length === 2`, 0)
	inside := `$$deep('unspool-row[data-depth="1"], unspool-row[data-depth="2"]')`
	wants(t, Eval[string](p, inside+`.map((r) => $text(r)).join("\n")`), "Task", "look at a", "deeper", "End of Explore", "End of this agent")
	if n := Eval[int](p, `new Set(`+inside+`.map((r) => r.style.getPropertyValue("--hue"))).size`); n != 2 {
		t.Errorf("two agents have %d colors", n)
	}
	p.Do(`$$deep('unspool-row[data-kind="end"] button').at(-1).click()`)
	p.WaitFor(`$deep("unspool-row:focus .agent") && $text($deep("unspool-row:focus .task")) === "Look at a"`, 0)
	p.Press("Enter")
	p.WaitFor(`$deep("unspool-row:focus .row-button").getAttribute("aria-expanded") === "false" && $$deep('unspool-row[data-depth="1"]').length === 0`, 0)
}

// Background work shows when it ended, and links to its notification.
func TestBackgroundAgents(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(testutil.Extract(t, "agent-notifications"))
	ready(p)
	wants(t, header(p, "one"), "In the background · ended at", "completed", "1 m 46 s", "Jump to notification")
	wants(t, header(p, "two"), "failed")
	wants(t, header(p, "three"), "stopped")
	p.Do(`$$deep("unspool-row div.agent").find((a) => $text(a.querySelector(".task")) === "one").querySelector(".apart button").click()`)
	p.WaitFor(`$focused("article")?.getAttribute("aria-label").includes("Task notification")`, 0)
}

// A workflow shows its phases with their agents, and what failed.
func TestWorkflow(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(testutil.Extract(t, "workflow"))
	ready(p)
	wants(t, header(p, "review-changes"), "Workflow", "5 agents", "1 failed", "1 cut short", "completed", "In the background")
	unfold(p, "review-changes")
	p.WaitFor(`$$deep('unspool-row[data-kind="phase"]').length === 3`, 0)
	wants(t, Eval[string](p, `$$deep('unspool-row[data-kind="phase"]').map((r) => $text(r)).join("; ")`), "Plan\n1 agent", "Review\n2 agents\n1 failed")
	wants(t, header(p, "Track B"), "failed")
	unfold(p, "Track B")
	p.WaitFor(`$$deep('unspool-row[data-depth="2"]').length > 1`, 0)
}

// An agent is legible at any depth: below the fourth level a label shows the level.
func TestDeepAgents(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(360, 800)
	p.Read(deepAgents(t, 6))
	for n := range 6 {
		task := fmt.Sprintf("task %d", n+1)
		p.WaitFor(`$$deep("unspool-row .agent .task").some((a) => $text(a) === "`+task+`") || ($deep("unspool-list").scrollTop += 200, false)`, 0)
		unfold(p, task)
	}
	wants(t, header(p, "task 6"), "level 6")
	p.WaitFor(`$deep("unspool-list").scrollTop = 1e6, $$role("article").some((r) => $text(r).includes("the bottom") && r.querySelector(".inner").getBoundingClientRect().width > 200)`, 0)
}

// deepAgents creates a session with nested agents.
func deepAgents(t *testing.T, depth int) string {
	t.Helper()
	dir := t.TempDir()
	agents := filepath.Join(dir, "s", "subagents")
	if err := os.MkdirAll(agents, 0o755); err != nil {
		t.Fatal(err)
	}
	for n := range depth + 1 {
		said := fmt.Sprintf(`{"type":"tool_use","id":"c%d","name":"Agent","input":{"description":"task %d","prompt":"go %d","subagent_type":"Explore"}}`, n+1, n+1, n+1)
		if n == depth {
			said = `{"type":"text","text":"the bottom"}`
		}
		in := ""
		if n > 0 {
			in = fmt.Sprintf(`"isSidechain":true,"agentId":"x%d",`, n)
		}
		lines := fmt.Sprintf(`{"type":"user","uuid":"u%d","sessionId":"s",%s"timestamp":"2026-05-01T10:00:0%d.000Z","message":{"role":"user","content":"go %d"}}
{"type":"assistant","uuid":"a%d","parentUuid":"u%d","sessionId":"s",%s"timestamp":"2026-05-01T10:00:0%d.500Z","message":{"id":"m%d","role":"assistant","model":"m","content":[%s]}}
`, n, in, n, n, n, n, in, n, n, said)
		name := filepath.Join(dir, "s.jsonl")
		if n > 0 {
			name = filepath.Join(agents, fmt.Sprintf("agent-x%d.jsonl", n))
			meta := fmt.Sprintf(`{"agentType":"Explore","description":"task %d","toolUseId":"c%d"}`, n, n)
			if err := os.WriteFile(filepath.Join(agents, fmt.Sprintf("agent-x%d.meta.json", n)), []byte(meta), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(name, []byte(lines), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
