//go:build unix

package testrun

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"unspool/parser/testutil/machine"
)

// TestInterrupted checks that interrupting a run ends everything that it started, and reports what
// was left.
func TestInterrupted(t *testing.T) {
	root := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	started := make(chan int, 1)
	go func() {
		defer cancel()
		for end := time.Now().Add(machine.Scaled(10 * time.Second)); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
			text, err := os.ReadFile(filepath.Join(root, "child"))
			if id, bad := strconv.Atoi(strings.TrimSpace(string(text))); err == nil && bad == nil {
				started <- id
				return
			}
		}
		started <- 0
	}()
	// The shell makes background processes ignore interrupts, so they must be killed.
	report, err := runParts(ctx, root,
		part{name: "first", alone: true, checks: []check{shell("waits", "sleep 600 & echo $! > id; mv id child; wait")}},
		part{name: "second", checks: []check{shell("never", "touch never")}},
	)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	wantReport(t, report, "0 passed, 1 failed", "second  not run")
	child := <-started
	if child == 0 {
		t.Fatal("the child did not start")
	}
	for end := time.Now().Add(machine.Scaled(10 * time.Second)); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if hasEnded(child) {
			return
		}
	}
	t.Errorf("process %d still runs", child)
}

// hasEnded reports whether a process has ended, even if nobody has waited for it.
func hasEnded(id int) bool {
	if errors.Is(syscall.Kill(id, 0), syscall.ESRCH) {
		return true
	}
	state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", id))
	return err == nil && strings.Contains(string(state), ") Z ")
}
