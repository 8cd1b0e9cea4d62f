package shell

import "testing"

func TestStatusIsResult(t *testing.T) {
	for command, want := range map[string]bool{
		// searches, comparisons and tests
		"grep -rn foo src":                           true,
		"rg 'a && b' src":                            true,
		"/usr/bin/grep x y":                          true,
		"git grep -n foo":                            true,
		"git -C /w grep foo":                         true,
		"git --no-pager diff --exit-code":            true,
		"diff -u a b":                                true,
		"cmp a b":                                    true,
		"test -f x":                                  true,
		"[ -f x ] && echo yes":                       true,
		"[[ -n \"$(ls)\" ]]":                         true,
		"which go":                                   true,
		"command -v node":                            true,
		"pgrep -f server":                            true,
		"cd /w && grep -n foo *.go":                  true,
		"cat log | grep error":                       true,
		"go test ./... 2>&1 | grep FAIL":             true,
		"npm test; grep -c x log":                    true,
		"LC_ALL=C grep x y":                          true,
		"timeout 5 grep -r x .":                      true,
		"! grep x y":                                 true,
		"echo start; grep x y;":                      true,
		"grep x y > out 2>&1":                        true,
		"grep x y || grep z y":                       true,
		"ls $(git rev-parse --show-toplevel) | rg x": true,

		// everything else fails
		"go test ./...":                  false,
		"npm test":                       false,
		"pytest -q":                      false,
		"make":                           false,
		"cargo build":                    false,
		"npx tsc --noEmit":               false,
		"python3 run.py":                 false,
		"git merge main":                 false,
		"git push":                       false,
		"ls missing":                     false,
		"grep x y && go test ./...":      false,
		"go test ./... && grep x log":    false,
		"go test ./... || echo failed":   false,
		"grep -l x . | xargs go vet":     false,
		"grep x y; npm test":             false,
		"grep x y\nmake":                 false,
		"cd /w":                          false,
		"(grep x y)":                     false,
		"for f in *; do grep x $f; done": false,
		"if grep x y; then make; fi":     false,
		"grep x <<EOF\ny\nEOF":           false,
		"bash -c 'grep x y'":             false,
		"echo 'grep x'":                  false,
		"grep 'x":                        false,
		"make & grep x y":                false,
		"":                               false,
		"A=1":                            false,
		"testing":                        false,
		"git":                            false,
		"command make":                   false,
	} {
		if got := Split(command).StatusIsResult(); got != want {
			t.Errorf("StatusIsResult(%q) = %v", command, got)
		}
	}
}
