package site

import (
	"os"
	"strings"
	"testing"
)

func TestWithoutGlobals(t *testing.T) {
	for end := range globals {
		path := "../../web/node_modules" + end
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		code, err := withoutGlobals(path, string(data))
		if err != nil {
			t.Fatal(err)
		}
		for _, left := range []string{"Versions??=", "Symbol.metadata", ".litPropertyMetadata", `createPolicy("lit-html"`} {
			if strings.Contains(code, left) {
				t.Errorf("%s still has %s", end, left)
			}
		}
		if _, err := withoutGlobals(path, code); err == nil {
			t.Errorf("%s: a file that is not as expected is taken", end)
		}
	}
}
