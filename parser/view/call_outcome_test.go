package view_test

import (
	"testing"

	"unspool/parser"
	"unspool/parser/testutil"
	"unspool/parser/view/protocol"
	"unspool/parser/view/tool"
)

// TestCallOutcomes checks that the rows and the index of a file agree about which calls failed and
// which the person declined.
func TestCallOutcomes(t *testing.T) {
	sessions := testutil.Cases(t)
	for _, f := range testutil.Transcripts(t) {
		sessions[f.Path] = []testutil.File{f}
	}
	counts := map[protocol.CallStatus]int{}
	for name, files := range sessions {
		store, v := load(files, 1<<30)
		for _, f := range store.Files {
			for i := range f.Calls.Len() {
				call := tool.Read(v.Source, f, i, tool.RowLimit)
				counts[checkOutcome(t, name, f, &call)]++
			}
		}
	}
	for _, status := range []protocol.CallStatus{protocol.CallOK, protocol.CallError, protocol.CallRejected,
		protocol.CallInterrupted, protocol.CallDenied} {
		if counts[status] == 0 {
			t.Errorf("no call has the status %s", status)
		}
	}
}

func checkOutcome(t *testing.T, name string, f *parser.File, call *tool.Call) protocol.CallStatus {
	t.Helper()
	text, _ := call.Status()
	status := protocol.CallStatus(text)
	failed := false
	switch status {
	case protocol.CallError, protocol.CallRejected, protocol.CallInterrupted, protocol.CallDenied:
		failed = true
	}
	if (call.Failed && !call.Negative) != failed || call.Declined != (status == protocol.CallRejected) {
		t.Errorf("%s: %s: the status of call %d of %s is %s, but Failed is %t and Declined %t",
			name, f.Path, call.Index, f.Name(call.Name), status, call.Failed, call.Declined)
	}
	return status
}
