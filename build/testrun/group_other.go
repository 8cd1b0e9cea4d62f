//go:build !unix

package testrun

import "os/exec"

// ownGroup does nothing: the command alone is killed when its context ends.
func ownGroup(*exec.Cmd) {}

// killGroup does nothing.
func killGroup(*exec.Cmd) {}
