package serve

import (
	"errors"
	"fmt"
	"os/exec"
	"runtime"
)

// MayOpenBrowser reports whether a browser can be expected to open on this machine, by its environment: not
// in continuous integration, not with BROWSER=none, and not without a screen.
func MayOpenBrowser(getenv func(string) string) bool {
	return mayOpenBrowser(runtime.GOOS, getenv)
}

func mayOpenBrowser(system string, getenv func(string) string) bool {
	if getenv("CI") != "" || getenv("BROWSER") == "none" {
		return false
	}
	switch system {
	case "darwin", "windows":
		return getenv("SSH_CONNECTION") == ""
	}
	return getenv("DISPLAY") != "" || getenv("WAYLAND_DISPLAY") != "" || getenv("WSL_DISTRO_NAME") != ""
}

// browserCommands returns the programs that open an address in the user's browser, the best one first.
func browserCommands(system, url string) [][]string {
	switch system {
	case "darwin":
		return [][]string{{"open", url}}
	case "windows":
		return [][]string{{"rundll32", "url.dll,FileProtocolHandler", url}}
	}
	return [][]string{{"wslview", url}, {"xdg-open", url}}
}

// OpenBrowser opens an address in the user's browser.
func OpenBrowser(url string) error {
	for _, command := range browserCommands(runtime.GOOS, url) {
		name, err := exec.LookPath(command[0])
		if err != nil {
			continue
		}
		cmd := exec.Command(name, command[1:]...)
		if err := cmd.Start(); err != nil {
			return fmt.Errorf("open the browser: %w", err)
		}
		// Some of these programs end only with the browser.
		go func() { _ = cmd.Wait() }()
		return nil
	}
	return errors.New("open the browser: found no program for it")
}
