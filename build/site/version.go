package site

import (
	"fmt"
	"html"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// Version names the source of a build. It is the same for every clean checkout
// of a commit, wherever that lies.
type Version struct {
	Name     string    // "1.2.0", "1.2.0-14-g0123456789ab" for the 14th commit after it, or "dev"
	Tag      string    // the tag of exactly this source, such as "v1.2.0"; empty if it has none
	Commit   string    // in full; empty outside of a repository
	Modified bool      // files differ from the commit
	Time     time.Time // of the commit; the zero value outside of a repository
}

// described matches what git describe --long prints for a commit at or after a tag.
var described = regexp.MustCompile(`^(v.+)-(\d+)-g([0-9a-f]+)$`)

// ReadVersion returns the version of the checkout at root. Without git, or
// outside of a repository, it is Version{Name: "dev"}.
func ReadVersion(root string) Version {
	dev := Version{Name: "dev"}
	// A folder inside of another project's repository has that one's prefix.
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
	// The default length of a commit's name depends on how many objects a clone has.
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

// Source returns the commit as people are shown it: "0123456789ab", with
// "+modified" if files differ from it, or nothing if it is unknown.
func (v Version) Source() string {
	short := v.Commit[:min(12, len(v.Commit))]
	if v.Modified {
		return short + "+modified"
	}
	return short
}

// meta returns the tags that tell the page its version. They stand in the page
// and not in its code, whose names would otherwise change with every commit and
// with them all that browsers have cached.
func (v Version) meta() string {
	return fmt.Sprintf("\n<meta name=\"unspool:version\" content=\"%s\">\n<meta name=\"unspool:commit\" content=\"%s\">",
		html.EscapeString(v.Name), html.EscapeString(v.Source()))
}
