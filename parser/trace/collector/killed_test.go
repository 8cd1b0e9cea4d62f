package collector

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"unspool/parser/folder"
	"unspool/parser/price"
	"unspool/parser/trace"
	"unspool/parser/trace/follow"
	"unspool/parser/trace/otlphttp"
)

// Variables of a process that runs a receiver: its address, the file to which it adds what it takes, and where it stops
// at the fourth request until it is killed.
const (
	addressVar = "UNSPOOL_TEST_RECEIVER"
	storeVar   = "UNSPOOL_TEST_STORE"
	stallVar   = "UNSPOOL_TEST_STALL"

	beforeStore = "before it stores the turn"
	afterStore  = "after it stored the turn"
)

// TestMain runs a receiver instead of the tests in a process that [startProcess] started.
func TestMain(m *testing.M) {
	address := os.Getenv(addressVar)
	if address == "" {
		os.Exit(m.Run())
	}
	if err := receive(address); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// receive runs a receiver until the process is killed.
func receive(address string) error {
	store, err := os.OpenFile(os.Getenv(storeVar), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	requests := 0
	stall := func(where string) {
		if requests == 4 && os.Getenv(stallVar) == where {
			fmt.Println("stalled")
			select {}
		}
	}
	var encoder ptrace.JSONMarshaler
	sink, err := consumer.NewTraces(func(_ context.Context, traces ptrace.Traces) error {
		requests++
		stall(beforeStore)
		line, err := encoder.MarshalTraces(traces)
		if err != nil {
			return err
		}
		if _, err := store.Write(append(line, '\n')); err != nil {
			return err
		}
		stall(afterStore)
		return nil
	})
	if err != nil {
		return err
	}
	if _, err := start(address, sink); err != nil {
		return err
	}
	fmt.Println("ready")
	select {}
}

// A process runs a receiver.
type process struct {
	*exec.Cmd
	lines *bufio.Scanner
}

func startProcess(t *testing.T, address, store, stall string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(os.Args[0])}
	p.Env = append(os.Environ(), addressVar+"="+address, storeVar+"="+store, stallVar+"="+stall)
	p.Stderr = os.Stderr
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.lines = bufio.NewScanner(out)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.kill() })
	p.wait(t, "ready")
	return p
}

// wait waits until the process prints a line.
func (p *process) wait(t *testing.T, want string) {
	t.Helper()
	if !p.lines.Scan() || p.lines.Text() != want {
		t.Fatalf("the receiver printed %q, error %v", p.lines.Text(), p.lines.Err())
	}
}

func (p *process) kill() {
	p.Process.Kill() // it may have ended
	p.Wait()
}

// TestKilled kills the process of a receiver while a request is under way, and starts another. Nothing is lost, and
// the only turn that arrives twice is one that was stored and never acknowledged: with the same ids and content.
func TestKilled(t *testing.T) {
	d, err := folder.Read(os.DirFS("../../../testdata/sample"))
	if err != nil {
		t.Fatal(err)
	}
	for stall, twice := range map[string]int{beforeStore: 0, afterStore: 1} {
		t.Run(stall, func(t *testing.T) {
			address, store := freeAddress(t), filepath.Join(t.TempDir(), "taken.jsonl")
			state := filepath.Join(t.TempDir(), "state.json")
			first := startProcess(t, address, store, stall)
			sent := make(chan trace.Report)
			go func() {
				report, err := sendNew(t, state, address)
				if err != nil {
					t.Error(err)
				}
				sent <- report
			}()
			first.wait(t, "stalled")
			first.kill()
			startProcess(t, address, store, "")
			report := <-sent
			again, err := sendNew(t, state, address)
			if err != nil || again.Turns != 0 {
				t.Errorf("a second run sent %+v, error %v", again, err)
			}
			lines := readLines(t, store)
			unique := map[string]bool{}
			var all []ptrace.Traces
			var decoder ptrace.JSONUnmarshaler
			for _, line := range lines {
				if unique[line] {
					continue
				}
				unique[line] = true
				traces, err := decoder.UnmarshalTraces([]byte(line))
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, traces)
			}
			if len(lines)-len(unique) != twice {
				t.Errorf("%d turns were stored twice, not %d", len(lines)-len(unique), twice)
			}
			check(t, d.Store.Session(0), all, report)
		})
	}
}

// sendNew sends what a state file does not have.
func sendNew(t *testing.T, name, address string) (trace.Report, error) {
	state, err := follow.OpenState(t.Context(), name)
	if err != nil {
		return trace.Report{}, err
	}
	defer state.Close()
	sender := otlphttp.Sender{Endpoint: "http://" + address, FirstPause: 20 * time.Millisecond, GiveUp: 30 * time.Second}
	f := follow.New(follow.Options{Roots: []follow.Root{{Name: "sample", FS: os.DirFS("../../../testdata/sample")}}, State: state,
		Send: sender.Deliver, Trace: trace.Options{Prices: price.Default(), Content: true}})
	err = f.Once(t.Context())
	return f.Report().Report, err
}

func readLines(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}
