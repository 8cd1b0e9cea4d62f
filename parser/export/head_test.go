package export

import (
	"reflect"
	"testing"
)

// TestLeftOutCounts checks that each count of what is left out has a name, and is added.
func TestLeftOutCounts(t *testing.T) {
	var l LeftOut
	fields := reflect.ValueOf(&l).Elem()
	for i := range fields.NumField() {
		fields.Field(i).SetInt(int64(i + 1))
	}
	named := l.Counts()
	if len(named) != fields.NumField() {
		t.Errorf("%d of %d counts have a name: %v", len(named), fields.NumField(), named)
	}
	l.add(l)
	for i := range fields.NumField() {
		if got := fields.Field(i).Int(); got != int64(2*(i+1)) {
			t.Errorf("twice %d is %d", i+1, got)
		}
	}
}
