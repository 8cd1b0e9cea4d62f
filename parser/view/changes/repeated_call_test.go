package changes_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
)

// TestRepeatedCall checks that the operations of calls that are recorded again, or only after their
// results, are those that a new viewer finds.
func TestRepeatedCall(t *testing.T) {
	write := func(n int, path, content string) (call, result string) {
		both := writeCall(n, path, content)
		return both[0] + "\n", both[1] + "\n"
	}
	partial, result := write(1, "/a/part", "1")
	whole, longer := write(1, "/a/partial.txt", "1\\n2\\n3")
	unnamed := strings.Replace(partial, "file_path", "file", 1)
	for name, steps := range map[string][]string{
		"another path":      {partial, whole, longer},
		"after its result":  {partial + result, whole},
		"another result":    {whole + result, longer},
		"the first path":    {unnamed, whole + longer},
		"no path any more":  {partial, unnamed + result},
		"after the result":  {result, whole},
		"with other calls":  {partial + strings.Join(writeCall(2, "/a/other", "x"), "\n") + "\n", whole, longer},
		"without result":    {partial, whole},
		"closed in between": {partial, "", whole, "", longer},
	} {
		data := []byte(strings.Join(steps, ""))
		files := []testutil.File{{Name: "p/s.jsonl", Data: data}}
		store, v, write := viewtest.Growing(files)
		for _, step := range steps {
			if write([]byte(step)); step == "" {
				store.Files[0].Close()
			}
			allTouched(v, 0)
		}
		store.Finish()
		_, fresh := viewtest.Load(files, 1<<30)
		want, got := allTouched(fresh, 0), allTouched(v, 0)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-new viewer +this one):\n%s", name, diff)
		}
		for _, f := range want {
			if diff := cmp.Diff(allTouches(fresh, 0, f.Path), allTouches(v, 0, f.Path)); diff != "" {
				t.Errorf("%s: %s (-new viewer +this one):\n%s", name, f.Path, diff)
			}
		}
	}
}
