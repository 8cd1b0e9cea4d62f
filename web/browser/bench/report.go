package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// A Report contains all measurements of one run.
type Report struct {
	Machine string   `json:"machine"`
	Rounds  string   `json:"rounds"`
	Figures []Figure `json:"figures"`
}

func load(path string) (*Report, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("load figures: %w", err)
	}
	var r Report
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("load figures: %s: %w", path, err)
	}
	return &r, nil
}

func (r *Report) save(path string) error {
	data, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return fmt.Errorf("save figures: %w", err)
	}
	if err := os.WriteFile(path, append(data, '\n'), 0o644); err != nil {
		return fmt.Errorf("save figures: %w", err)
	}
	return nil
}
