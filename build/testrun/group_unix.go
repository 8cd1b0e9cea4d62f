//go:build unix

package testrun

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a command and all processes that it starts a process group, which is
// interrupted when the context of the command ends.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) }
}

// killGroup kills the remaining processes of the group of a command.
func killGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // fails if nothing is left
}
