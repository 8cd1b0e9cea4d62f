// Package publish holds the public address of the project, and gives the Go module the path at
// which it can be fetched from there.
//
// While the project has no public repository, addresses.json contains no addresses, the module is
// named unspool, and nobody can fetch it. Once there is one, its address is written into
// addresses.json, and "go run ./build rename" changes the checkout of a release.
package publish

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// File is the path of the file with the addresses below the checkout.
const File = "build/publish/addresses.json"

// ErrNone is returned where an address is needed and addresses.json has none.
var ErrNone = errors.New("the project has no public repository: " + File + " names none")

// Addresses are where the project is published.
type Addresses struct {
	Repository string `json:"repository"` // such as https://github.com/example/unspool; "" if there is none
	Site       string `json:"site"`       // such as https://example.org/unspool/; "" if it is the repository
}

// Read reads the addresses of the checkout at root.
func Read(root string) (Addresses, error) {
	var a Addresses
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(File)))
	if err != nil {
		return a, err
	}
	if err := json.Unmarshal(data, &a); err != nil {
		return a, fmt.Errorf("%s: %w", File, err)
	}
	for _, address := range []string{a.Repository, a.Site} {
		u, err := url.Parse(address)
		if err != nil {
			return a, fmt.Errorf("%s: %w", File, err)
		}
		if address != "" && (u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "") {
			return a, fmt.Errorf("%s: %q is no address that begins with https://", File, address)
		}
	}
	a.Repository = strings.TrimSuffix(strings.TrimSuffix(a.Repository, "/"), ".git")
	return a, nil
}

// Module returns the path of the Go module in the repository.
func (a Addresses) Module() (string, error) {
	if a.Repository == "" {
		return "", ErrNone
	}
	return strings.TrimPrefix(a.Repository, "https://"), nil
}

// PackageFields returns the fields of package.json that name the addresses, as lines of JSON
// indented by two spaces. There are none without a repository.
func (a Addresses) PackageFields() (string, error) {
	if a.Repository == "" {
		return "", nil
	}
	page := a.Site
	if page == "" {
		page = a.Repository
	}
	var lines strings.Builder
	for _, field := range []struct {
		name  string
		value any
	}{
		{"homepage", page},
		{"repository", map[string]string{"type": "git", "url": "git+" + a.Repository + ".git"}},
		{"bugs", map[string]string{"url": a.Repository + "/issues"}},
	} {
		value, err := json.MarshalIndent(field.value, "  ", "  ")
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&lines, "  %q: %s,\n", field.name, value)
	}
	return lines.String(), nil
}
