package shell

import "testing"

func TestBuilds(t *testing.T) {
	for command, want := range map[string]bool{
		"make":                          true,
		"cd build && cmake .. && make":  true,
		"npm run build 2>&1 | tail -5":  true,
		"pnpm lint:fix":                 true,
		"npx tsc --noEmit":              true,
		"go vet ./...":                  true,
		"cargo clippy":                  true,
		"go test ./...":                 true,
		"CC=clang gcc -O2 a.c":          true,
		"docker build .":                true,
		"pwd && ls -la":                 false,
		"npm install":                   false,
		"go mod tidy":                   false,
		"git commit -m 'build: make x'": false,
		"cat Makefile":                  false,
		"":                              false,
	} {
		if got := Split(command).Builds(); got != want {
			t.Errorf("Builds(%q) = %t, want %t", command, got, want)
		}
	}
}
