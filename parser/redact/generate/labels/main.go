// Command labels prints texts with secrets that public scanners test themselves with, to measure what
// package redact finds of them. Each line is a JSON object with a rule, a text and, if it is known,
// the secret.
//
//	go run ./labels gitleaks     the texts of the rules of gitleaks, as it generates them
//	go run ./labels trufflehog   the texts of the tests of the detectors of trufflehog
//
// The texts of gitleaks are generated at random, so that each run prints others.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// A label is a text with a secret.
type label struct {
	Source string `json:"source"`
	Rule   string `json:"rule"`
	Text   string `json:"text"`
	Secret string `json:"secret,omitempty"`
	// Generic is set if the secret has no format of its own: only a name near it shows what it is.
	Generic bool `json:"generic,omitempty"`
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: labels gitleaks|trufflehog")
		os.Exit(2)
	}
	err := fmt.Errorf("unknown source %q", os.Args[1])
	if write := sources[os.Args[1]]; write != nil {
		err = write(os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "labels:", err)
		os.Exit(1)
	}
}

// sources write the labels of a scanner as lines of JSON.
var sources = map[string]func(out io.Writer) error{
	"gitleaks": func(out io.Writer) error { return withModule("github.com/zricethezav/gitleaks/v8", out, gitleaks) },
	// Only its sources are read: as a requirement, it would bring hundreds of modules.
	"trufflehog": func(out io.Writer) error {
		return withModule("github.com/trufflesecurity/trufflehog/v3@v3.90.0", out, trufflehog)
	},
}

// withModule calls a function with the folder of a module, which it downloads if necessary.
func withModule(module string, out io.Writer, write func(folder string, out io.Writer) error) error {
	run := exec.Command("go", "mod", "download", "-json", module)
	run.Stderr = os.Stderr
	text, err := run.Output()
	var downloaded struct{ Dir, Error string }
	if e := json.Unmarshal(text, &downloaded); err == nil {
		err = e
	}
	if err != nil {
		return fmt.Errorf("download %s: %w %s", module, err, downloaded.Error)
	}
	return write(downloaded.Dir, out)
}

// validate replaces the function of gitleaks that each rule calls with its texts.
const validate = `package utils

import (
	"encoding/json"
	"os"

	"github.com/zricethezav/gitleaks/v8/config"
)

// Validate writes the true positives of a rule, in place of the function of gitleaks that checks them.
func Validate(rule config.Rule, truePositives []string, falsePositives []string) *config.Rule {
	for _, text := range truePositives {
		print(rule.RuleID, text)
	}
	return &rule
}

// ValidateWithPaths does the same for a rule about files with names.
func ValidateWithPaths(rule config.Rule, truePositives, falsePositives map[string]string) *config.Rule {
	for _, text := range truePositives {
		if text != "" { // otherwise the name of the file is the finding
			print(rule.RuleID, text)
		}
	}
	return &rule
}

func print(rule, text string) {
	json.NewEncoder(os.Stdout).Encode(map[string]any{
		"source": "gitleaks", "rule": rule, "text": text, "generic": rule == "generic-api-key",
	})
}
`

// gitleaks runs the generator of the configuration in a copy of the module that prints the texts.
func gitleaks(folder string, out io.Writer) error {
	dir, err := os.MkdirTemp("", "labels")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(dir, os.DirFS(folder)); err != nil {
		return err
	}
	utils := filepath.Join(dir, "cmd", "generate", "config", "utils")
	if err := os.WriteFile(filepath.Join(utils, "validate.go"), []byte(validate), 0o600); err != nil {
		return err
	}
	run := exec.Command("go", "run", "-mod=mod", ".", os.DevNull)
	run.Dir = filepath.Dir(utils)
	run.Stdout, run.Stderr = out, os.Stderr
	return run.Run()
}
