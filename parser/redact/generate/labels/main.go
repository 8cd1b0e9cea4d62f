// Command labels prints texts with secrets that public scanners test themselves with, to measure what
// package redact finds of them. Each line is a JSON object with a rule, a text and, if it is known,
// the secret.
//
//	go run ./labels gitleaks FOLDER     the texts of the rules of gitleaks, as it generates them
//	go run ./labels trufflehog FOLDER   the texts of the tests of the detectors of trufflehog
//
// The folder is the one of the module: go mod download -json prints it. The texts of gitleaks are
// generated at random, so that each run prints others.
package main

import (
	"encoding/json"
	"fmt"
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
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: labels gitleaks|trufflehog FOLDER")
		os.Exit(2)
	}
	var err error
	switch os.Args[1] {
	case "gitleaks":
		err = gitleaks(os.Args[2])
	case "trufflehog":
		err = trufflehog(os.Args[2], json.NewEncoder(os.Stdout))
	default:
		err = fmt.Errorf("unknown source %q", os.Args[1])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "labels:", err)
		os.Exit(1)
	}
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
		json.NewEncoder(os.Stdout).Encode(map[string]string{"source": "gitleaks", "rule": rule.RuleID, "text": text})
	}
	return &rule
}

// ValidateWithPaths does the same for a rule about files with names.
func ValidateWithPaths(rule config.Rule, truePositives, falsePositives map[string]string) *config.Rule {
	for _, text := range truePositives {
		json.NewEncoder(os.Stdout).Encode(map[string]string{"source": "gitleaks", "rule": rule.RuleID, "text": text})
	}
	return &rule
}
`

// gitleaks runs the generator of the configuration in a copy of the module that prints the texts.
func gitleaks(folder string) error {
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
	run.Stdout, run.Stderr = os.Stdout, os.Stderr
	return run.Run()
}
