package site

import (
	"fmt"
	"html"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// A Version names the source of a build. It is the same for every clean checkout of a
// commit, wherever that is.
type Version struct {
	Name     string    // "1.2.0", "1.2.0-14-g0123456789ab" for the 14th commit after it, or "dev"
	Tag      string    // the tag of exactly this source, such as "v1.2.0"; empty if it has none
	Commit   string    // full hash; empty outside of a repository
	Modified bool      // files differ from the commit
	Time     time.Time // of the commit; the zero value outside of a repository
}

// described matches the output of git describe --long for a commit at or after a tag.
var described = regexp.MustCompile(`^(v.+)-(\d+)-g([0-9a-f]+)$`)

// ReadVersion returns the version of the checkout at root. Without git, or outside of a
// repository, it returns Version{Name: "dev"}.
func ReadVersion(root string) Version {
	dev := Version{Name: "dev"}
	// In a folder inside of another project's repository, the prefix is not empty.
	head, err := git(root, "rev-parse", "--show-prefix", "HEAD")
	if err != nil || !strings.HasPrefix(head, "\n") {
		return dev
	}
	seconds, err := git(root, "show", "--no-patch", "--format=%cI", "HEAD")
	if err != nil {
		return dev
	}
	committed, err := time.Parse(time.RFC3339, strings.TrimSpace(seconds))
	if err != nil {
		return dev
	}
	// The default length of an abbreviated commit hash depends on the number of objects in
	// a clone.
	long, err := git(root, "describe", "--tags", "--match=v[0-9]*", "--long", "--abbrev=12", "--always", "--dirty=+dirty")
	if err != nil {
		return dev
	}
	v := Version{Name: dev.Name, Commit: strings.TrimSpace(head), Time: committed.UTC()}
	long, v.Modified = strings.CutSuffix(strings.TrimSpace(long), "+dirty")
	if parts := described.FindStringSubmatch(long); parts != nil {
		tag, after := parts[1], parts[2]
		v.Name = strings.TrimPrefix(long, "v")
		if after == "0" {
			v.Name = strings.TrimPrefix(tag, "v")
		}
		if after == "0" && !v.Modified {
			v.Tag = tag
		}
	}
	return v
}

func git(dir string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	return string(out), err
}

// Source returns the commit in its displayed form: "0123456789ab", with "+modified" if
// files differ from it, or nothing if it is unknown.
func (v Version) Source() string {
	short := v.Commit[:min(12, len(v.Commit))]
	if v.Modified {
		return short + "+modified"
	}
	return short
}

// meta returns the tags that contain the version for the page. They are in the page and not
// in its code, whose file names would otherwise change with every commit, which would
// invalidate all browser caches.
func (v Version) meta() string {
	return fmt.Sprintf("\n<meta name=\"unspool:version\" content=\"%s\">\n<meta name=\"unspool:commit\" content=\"%s\">",
		html.EscapeString(v.Name), html.EscapeString(v.Source()))
}
