package changes_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view/protocol"
)

// TestFileChanges checks the answers about the case file-changes, file by file.
func TestFileChanges(t *testing.T) {
	_, v := viewtest.Load(testutil.Cases(t)["file-changes"], 1<<30)
	var got strings.Builder
	for _, f := range allTouched(v, 0) {
		fmt.Fprintf(&got, "%s: reads %d edits %d writes %d failed %d left %d +%d -%d created %v inside %v\n",
			f.Name, f.Reads, f.Edits, f.Writes, f.Failed, f.Left, f.Added, f.Removed, f.Created, f.Inside)
		for _, touch := range allTouches(v, 0, f.Path) {
			fmt.Fprintf(&got, "  %s %s prompt %d %s +%d -%d left %v\n", touch.Key, touch.Kind, touch.Prompt, touch.Status, viewtest.OrUnknown(touch.Added), viewtest.OrUnknown(touch.Removed), touch.Left)
		}
		if change := net(v, 0, f.Path); f.Edits+f.Writes > 0 {
			fmt.Fprintf(&got, "  net of %d: %v\n", len(change.Parts), change.Notes)
		}
	}
	want := `lost.txt: reads 0 edits 1 writes 0 failed 0 left 0 +1 -1 created false inside true
  a10#0 edit prompt 2 ok +1 -1 left false
  net of 0: [{unplaced 1}]
notes/plan.md: reads 0 edits 3 writes 1 failed 0 left 1 +6 -3 created true inside true
  a3#0 write prompt 1 ok +3 -0 left false
  a4#0 edit prompt 1 ok +1 -1 left false
  a13#0 edit prompt 2 ok +1 -1 left true
  a15#0 edit prompt 3 ok +1 -1 left false
  net of 1: [{left 1}]
refused.sh: reads 0 edits 0 writes 0 failed 1 left 0 +0 -0 created false inside true
  a11#0 write prompt 2 rejected +-1 --1 left false
src/lamp.go: reads 1 edits 2 writes 0 failed 1 left 0 +2 -1 created false inside true
  a1#0 read prompt 1 ok +-1 --1 left false
  a2#0 edit prompt 1 ok +1 -0 left false
  a5#0 edit prompt 1 error +-1 --1 left false
  a8#0 edit prompt 2 ok +1 -1 left false
  net of 1: [{outside 1} {failed 1}]
src/main.c: reads 0 edits 1 writes 0 failed 0 left 0 +1 -1 created false inside true
  a9#0 edit prompt 2 ok +1 -1 left false
  net of 1: [{tabs 1}]
/etc/hosts: reads 1 edits 0 writes 0 failed 0 left 0 +0 -0 created false inside false
  a6#0 read prompt 1 ok +-1 --1 left false
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
}

const wantPatch = `# files 4, missing false
# whole 3
# tabs 1
# partly 1
# failed 1
# left 1

# lost.txt
#   unplaced 1
# notes/plan.md
#   left 1
diff --git a/notes/plan.md b/notes/plan.md
new file mode 100644
--- /dev/null
+++ b/notes/plan.md
@@ -0,0 +1,3 @@
+# Plan
+
+Blink in blue.
# src/lamp.go
#   outside 1
diff --git a/src/lamp.go b/src/lamp.go
--- a/src/lamp.go
+++ b/src/lamp.go
@@ -1,5 +1,7 @@
+// Lamps.
 package lamp
 
 func On() {
 	lit = true
+	blink(red)
 }
# src/main.c
#   tabs 1
diff --git a/src/main.c b/src/main.c
--- a/src/main.c
+++ b/src/main.c
@@ -40,3 +40,3 @@
 {
-  old();
+  young();
 }
`

func TestPatchText(t *testing.T) {
	_, v := viewtest.Load(testutil.Cases(t)["file-changes"], 1<<30)
	if diff := cmp.Diff(wantPatch, patchOf(v, 0)); diff != "" {
		t.Error(diff)
	}
	// An agent whose records are missing is named as a possible cause.
	files := slices.Clone(testutil.Cases(t)["file-changes"])
	files[0].Data = append(slices.Clone(files[0].Data), `{"type":"progress","uuid":"pp","parentToolUseID":"t1","data":{"type":"agent_progress","agentId":"gone"}}`+"\n"...)
	_, absent := viewtest.Load(files, 1<<30)
	text := patchOf(absent, 0)
	for _, want := range []string{", missing true\n", "#   absent 1\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in:\n%s", want, text)
		}
	}
	for _, f := range allTouched(absent, 0) {
		if f.Name == "src/lamp.go" {
			if diff := cmp.Diff([]protocol.Count{{Name: "absent", Count: 1}, {Name: "failed", Count: 1}}, net(absent, 0, f.Path).Notes); diff != "" {
				t.Error(diff)
			}
		}
	}
	// Nothing was gathered or requested yet: the answers are empty.
	_, fresh := viewtest.Load(testutil.Cases(t)["silent-sessions"], 1<<30)
	if files := allTouched(fresh, 0); len(files) > 0 {
		t.Errorf("%+v", files)
	}
	if text := patchOf(fresh, 0); !strings.HasPrefix(text, "# files 0,") {
		t.Errorf("%s", text)
	}
}

// TestPaths checks that paths of all systems are written in one way.
func TestPaths(t *testing.T) {
	line := `{"type":"user","uuid":"u","cwd":"C:\\Users\\Ann\\lamp","message":{"role":"user","content":"go"}}` + "\n"
	for i, path := range []string{`C:\\Users\\Ann\\lamp\\src\\a.ts`, `c:/Users/Ann/lamp/src/a.ts`, `src/a.ts`, `.\\src\\..\\src\\a.ts`, `D:\\b.ts`} {
		line += fmt.Sprintf(`{"type":"assistant","uuid":"a%d","message":{"id":"m%d","role":"assistant","content":[{"type":"tool_use","id":"t%d","name":"Read","input":{"file_path":"%s"}}]}}`+"\n", i, i, i, path)
		line += fmt.Sprintf(`{"type":"user","uuid":"r%d","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","content":"1\tx"}]}}`+"\n", i, i)
	}
	_, v := viewtest.Load([]testutil.File{{Name: "s.jsonl", Data: []byte(line)}}, 1<<30)
	want := []protocol.TouchedFile{{Path: "C:/Users/Ann/lamp/src/a.ts", Name: "src/a.ts", Inside: true, Reads: 4}, {Path: "D:/b.ts", Name: "D:/b.ts", Reads: 1}}
	if diff := cmp.Diff(want, allTouched(v, 0)); diff != "" {
		t.Error(diff)
	}
}

// TestTouchedGrows checks that the answers grow with a file while it is being read, wherever it is
// cut.
func TestTouchedGrows(t *testing.T) {
	files := testutil.Cases(t)["file-changes"]
	_, whole := viewtest.Load(files, 1<<30)
	data := files[0].Data
	store, v, write := viewtest.Growing(files)
	for from := 0; from < len(data); from += 997 {
		write(data[from:min(from+997, len(data))])
		allTouched(v, 0)
	}
	store.Finish()
	if diff := cmp.Diff(allTouched(whole, 0), allTouched(v, 0)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(patchOf(whole, 0), patchOf(v, 0)); diff != "" {
		t.Error(diff)
	}
}
