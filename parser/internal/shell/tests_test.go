package shell

import "testing"

func TestRunsTests(t *testing.T) {
	for command, want := range map[string]bool{
		"go test ./...":                          true,
		"cd /w && go test ./... 2>&1 | tail -20": true,
		"GOFLAGS=-count=1 go test ./parser":      true,
		"npm test":                               true,
		"npm run test:unit -- --watch=false":     true,
		"npm --prefix web run test":              true,
		"npx vitest run src/a.test.ts":           true,
		"pnpm exec jest":                         true,
		"python -m pytest -q":                    true,
		"uv run pytest tests/ -x":                true,
		"/usr/bin/env pytest":                    true,
		".venv/bin/pytest":                       true,
		"cargo nextest run":                      true,
		"cargo test --all":                       true,
		"./gradlew test":                         true,
		"make check":                             true,
		"bundle exec rspec spec/a_spec.rb":       true,
		"npm run lint && npm test || true":       true,
		"node --test":                            true,
		"for i in 1 2; do go test; done":         false,
		"go build ./...":                         false,
		"go vet ./...":                           false,
		"git commit -m 'fix; go test passes'":    false,
		"echo go test":                           false,
		"cat test/a.ts":                          false,
		"npm run build":                          false,
		"pip install pytest":                     false,
		"npm install --save-dev jest":            false,
		"ls tests":                               false,
		"":                                       false,
		"grep -rn 'func Test' . | head && go test -run TestX": true,
	} {
		if got := RunsTests(command); got != want {
			t.Errorf("RunsTests(%q) = %t, want %t", command, got, want)
		}
	}
}
