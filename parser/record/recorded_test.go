package record_test

import (
	"fmt"
	"strings"
	"testing"

	"unspool/parser/record"
)

// TestCostOfManyModels checks that the cost of a run includes all its models, even if not all are
// listed.
func TestCostOfManyModels(t *testing.T) {
	var models []string
	for n := range 150 {
		models = append(models, fmt.Sprintf(`"m%d":{"inputTokens":1,"costUSD":2}`, n))
	}
	totals, ok := record.ParseTotals([]byte(`{"type":"result","modelUsage":{` + strings.Join(models, ",") + `}}`))
	if !ok || totals.USD != 300 || totals.Usage.Input != 150 || len(totals.Models) != 100 {
		t.Errorf("$%v, %d models, %v", totals.USD, len(totals.Models), ok)
	}
}
