package parser_test

import (
	"testing"

	"unspool/parser/transcript"
)

// Every class has a name, and no two the same one.
func TestClassNames(t *testing.T) {
	seen := map[string]bool{}
	for c := transcript.ClassOther; c <= transcript.ClassGap; c++ {
		if name := c.String(); name == "" || seen[name] {
			t.Errorf("class %d is called %q", c, name)
		}
		seen[c.String()] = true
	}
	if got := transcript.ClassGap.String(); got != "gap" {
		t.Errorf("the last class is called %q", got)
	}
}
