package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rhysd/actionlint"
	"go.yaml.in/yaml/v4"
)

// makeTargets returns the targets that the Makefile lists as commands.
func makeTargets(t *testing.T) (targets []string) {
	t.Helper()
	text, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^\.PHONY: (.+)$`).FindAllStringSubmatch(string(text), -1) {
		targets = append(targets, strings.Fields(m[1])...)
	}
	return targets
}

// problems returns the problems of a workflow script. Scripts contain no logic of their
// own: that is in the Makefile and the build, where it can be run and tested.
func problems(script string, targets []string) (list []string) {
	for command := range strings.SplitSeq(strings.ReplaceAll(script, "\n", "&&"), "&&") {
		words := strings.Fields(command)
		if len(words) == 0 {
			continue
		}
		switch remainder, isBuild := strings.CutPrefix(strings.Join(words, " "), "go run ./build "); {
		case isBuild:
			if name, _, _ := strings.Cut(remainder, " "); verbs()[name] == nil {
				list = append(list, "the build has no verb "+name)
			}
		case words[0] == "make":
			for _, word := range words[1:] {
				if !strings.Contains(word, "=") && !slices.Contains(targets, word) {
					list = append(list, "the Makefile has no target "+word)
				}
			}
		case words[0] == "gh", words[0] == "sudo" && words[1] == "apt-get":
		default:
			list = append(list, "this is neither make nor the build: "+strings.TrimSpace(command))
		}
	}
	return list
}

func TestProblems(t *testing.T) {
	for script, want := range map[string]string{
		"make test\nmake release TAG=x":    "",
		"go run ./build build -out x":      "",
		"sudo apt-get update && make test": "",
		"make tset":                        "the Makefile has no target tset",
		"go run ./build biuld":             "the build has no verb biuld",
		"npm publish && make test":         "this is neither make nor the build: npm publish",
	} {
		if got := strings.Join(problems(script, []string{"test", "release"}), ", "); got != want {
			t.Errorf("%q: %q, want %q", script, got, want)
		}
	}
}

// Workflows run only existing targets, use only actions by GitHub itself, have only the
// permissions that each job needs, and have a timeout.
func TestWorkflows(t *testing.T) {
	targets := makeTargets(t)
	official := regexp.MustCompile(`^actions/[a-z-]+@v\d+$`)
	names, err := filepath.Glob("../.github/workflows/*")
	if err != nil {
		t.Fatal(err)
	}
	if len(names) < 3 {
		t.Fatalf("workflows: %q", names)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		w, problem := actionlint.Parse(text)
		for _, p := range problem {
			t.Errorf("%s: %s", name, p)
		}
		if w == nil {
			continue
		}
		if w.Concurrency == nil {
			t.Errorf("%s has no concurrency", name)
		}
		if p := w.Permissions; p == nil || len(p.Scopes) != 1 || p.Scopes["contents"] == nil || p.Scopes["contents"].Value.Value != "read" {
			t.Errorf("%s: what all jobs may do is not to read the contents alone", name)
		}
		for id, job := range w.Jobs {
			if job.TimeoutMinutes == nil && job.WorkflowCall == nil {
				t.Errorf("%s: %s has no timeout-minutes", name, id)
			}
			for _, step := range job.Steps {
				switch exec := step.Exec.(type) {
				case *actionlint.ExecAction:
					if !official.MatchString(exec.Uses.Value) {
						t.Errorf("%s: %s uses %s", name, id, exec.Uses.Value)
					}
				case *actionlint.ExecRun:
					for _, p := range problems(exec.Run.Value, targets) {
						t.Errorf("%s: %s: %s", name, id, p)
					}
					if strings.Contains(exec.Run.Value, "${{") {
						t.Errorf("%s: %s: an expression in a script can become code: pass it by env", name, id)
					}
				}
			}
		}
	}
}

// GitHub can show the issue forms, and they ask for the shape of a session, not for the
// session.
func TestIssueForms(t *testing.T) {
	names, err := filepath.Glob("../.github/ISSUE_TEMPLATE/*.yml")
	if err != nil {
		t.Fatal(err)
	}
	forms := 0
	for _, name := range names {
		if filepath.Base(name) == "config.yml" {
			continue
		}
		forms++
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var form struct {
			Name, Description string
			Body              []struct {
				Type, ID   string
				Attributes struct{ Label, Description, Value string }
			}
		}
		if err := yaml.Unmarshal(text, &form); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if form.Name == "" || form.Description == "" {
			t.Errorf("%s has no name or description", name)
		}
		shape, warned := false, false
		ids := map[string]bool{}
		for _, part := range form.Body {
			a := part.Attributes
			shape = shape || strings.Contains(a.Description, "unspool inspect -shape PATH")
			warned = warned || strings.Contains(a.Description+a.Value, "transcript")
			switch part.Type {
			case "markdown":
				if a.Value == "" {
					t.Errorf("%s: an empty paragraph", name)
				}
			case "textarea", "input":
				if a.Label == "" || part.ID == "" || ids[part.ID] {
					t.Errorf("%s: the field %q has no label, or no name of its own", name, part.ID)
				}
				ids[part.ID] = true
			default:
				t.Errorf("%s: a part of type %q", name, part.Type)
			}
		}
		if !shape || !warned {
			t.Errorf("%s asks for the shape: %t, and not for the transcript: %t", name, shape, warned)
		}
	}
	if forms == 0 {
		t.Error("there are no forms")
	}
}
