# make serve shows Unspool, make test checks it. Both need Go, Node with npm, and
# make; the browser tests need Chromium, Firefox, WebKit, nginx and Caddy, which make
# test installs where it may.

GO_MIN   := 1.26
NODE_MIN := 20.19
FUZZTIME ?= 30s

.DEFAULT_GOAL := serve

# The page on a loopback address, opened in the browser unless BROWSER=none; FILE=path opens a session file or
# folder.
.PHONY: serve
serve: web/node_modules/.stamp
	@go run ./build serve -file "$(FILE)"

# The site in dist/, as it is deployed. SITE=https://example.org/unspool/ names the
# address that it will have, for the pictures that other sites show beside links to it.
.PHONY: build
build: web/node_modules/.stamp
	@go run ./build build -site "$(SITE)"

# The command with the site in it, as ./unspool.
.PHONY: command
command: web/node_modules/.stamp
	@go run ./build command

# The npm package, packed as it is published.
.PHONY: npm
npm: web/node_modules/.stamp
	@go run ./build npm
	@npm pack ./dist-npm --silent

# Like serve, but readable code, made again and reloaded at each change.
.PHONY: dev
dev: web/node_modules/.stamp
	@go run ./build dev -file "$(FILE)"

# Checks that take at most a minute: formatting, vet, lint, types, and the unit tests
# of what changed since the branch left main.
.PHONY: check
check: web/node_modules/.stamp
	@go run ./build test -check

# All tests but the slow ones, of which it runs samples: up to 25 minutes on two cores. What there
# is to run is the table in build/testrun/parts.go.
.PHONY: test
test: deps
	@go run ./build test

# All tests and all their cases: about half an hour.
.PHONY: test-all
test-all: deps generators
	@go run ./build test -all

# What the tests need: npm packages, browsers, web servers.
.PHONY: deps
deps: web/node_modules/.stamp web/examples/node_modules/.stamp chromium engines servers

# The pictures of the landing page, the README, and links to the site, taken of the built
# page with the sample. A first build needs files of these names.
SHOT = go run ./web/browser/shot
IN_SAMPLE = -file testdata/sample -size 1280x860 -wait '$$deep("unspool-list:not([busy]) unspool-row") && $$deep("unspool-timeline")'
LANDING = -wait 'document.querySelector("unspool-sample-preview[data-live]")' -settle 1s

.PHONY: screenshots
screenshots: web/node_modules/.stamp chromium
	@for theme in light dark; do \
		dark=; if [ $$theme = dark ]; then dark=-dark; fi; \
		for scene in story usage files; do \
			$(SHOT) $$dark $(IN_SAMPLE) -eval "$$(cat web/browser/screenshots.js); scenes.$$scene()" -out web/pictures/$$scene-$$theme.webp || exit 1; \
		done; \
		$(SHOT) $$dark -page docs/embedding.html -size 1280x860 -wait '$$told.includes("ready")' -settle 1s -out web/pictures/embed-$$theme.webp || exit 1; \
		$(SHOT) $$dark -size 1400x900 $(LANDING) -of ".preview .screen" -scale 2 -out web/pictures/preview-$$theme.webp || exit 1; \
	done
	$(SHOT) -size 1200x630 $(LANDING) -eval "$$(cat web/browser/screenshots.js); scenes.link()" -out web/pictures/social.png

# Speed and memory against the goals, beside merely reading and plain JavaScript: a
# table, and the figures in OUT. QUICK=1 leaves out the largest files, COMPARE=OLD.json
# tells what moved since. It fails on no figure. TRACE=10 opens a session of 10 MB instead,
# and tells on which thread and in which function each millisecond went.
OUT ?= bench.json

.PHONY: bench
bench: web/node_modules/.stamp chromium
	@go run ./web/browser/bench $(if $(TRACE),-trace "$(TRACE)") -out "$(OUT)" $(if $(QUICK),-quick) $(if $(ONLY),-only "$(ONLY)") $(if $(COMPARE),-compare "$(COMPARE)")

# Every fuzz target for FUZZTIME each; go test takes one at a time, would spend
# its time on making inputs smaller, and sometimes calls the end of that time a
# failure (golang/go#75804): a real one writes its input to testdata/fuzz.
.PHONY: fuzz
fuzz: tools
	@for p in $$(go list ./parser/...); do \
		for f in $$(go test -list '^Fuzz' $$p | grep '^Fuzz'); do \
			echo "$$p $$f"; \
			out=$$(go test -timeout 0 -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 100x $$p 2>&1) || \
				{ echo "$$out" | grep -q 'context deadline exceeded' && ! echo "$$out" | grep -q 'Failing input'; } || \
				{ echo "$$out" >&2; exit 1; }; \
			echo "$$out" | grep 'elapsed' | tail -1; \
		done; \
	done

# Formats all code with gofmt and Prettier.
.PHONY: fmt
fmt: web/node_modules/.stamp
	@go run ./build format

# Forgets all that was made; what was downloaded by Go stays in its own cache.
.PHONY: clean
clean:
	rm -rf dist dist-npm dist-release unspool-*.tgz web/node_modules web/examples/node_modules

# What the page is bundled from, exactly as locked. No package runs a script.
web/node_modules/.stamp: web/package-lock.json | tools
	cd web && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# What the examples are made with. The package itself is linked there, and need
# not be made yet.
web/examples/node_modules/.stamp: web/examples/package-lock.json | tools
	cd web/examples && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# One line for a missing tool is kinder than the error of whoever needs it first.
.PHONY: tools
tools:
	@missing=0; need() { echo "Unspool needs $$1: install it from $$2" >&2; missing=1; }; \
	older() { [ "$$(printf '%s\n%s\n' "$$1" "$$2" | sort -V | head -n 1)" != "$$2" ]; }; \
	go=$$(go env GOVERSION 2>/dev/null | sed 's/^go//'); \
	if [ -z "$$go" ] || older "$$go" $(GO_MIN); then need "Go $(GO_MIN) or newer" https://go.dev/dl/; fi; \
	node=$$(node --version 2>/dev/null | sed 's/^v//'); \
	if [ -z "$$node" ] || older "$$node" $(NODE_MIN); then need "Node $(NODE_MIN) or newer" https://nodejs.org/; fi; \
	if ! command -v npm >/dev/null; then need npm "https://nodejs.org/ (Debian: apt-get install npm)"; fi; \
	exit $$missing

# The packages of Debian that are missing, installed by root where there is apt.
install = if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing; then exit 0; fi; \
	echo "the tests need$$missing: install them (Debian: apt-get install$$missing)$$or" >&2; exit 1

# Debian's Chromium, or the browser that UNSPOOL_CHROMIUM names.
.PHONY: chromium
chromium:
	@if [ -n "$$UNSPOOL_CHROMIUM" ]; then \
		if command -v "$$UNSPOOL_CHROMIUM" >/dev/null; then exit 0; fi; \
		echo "there is no program $$UNSPOOL_CHROMIUM, which UNSPOOL_CHROMIUM names" >&2; exit 1; \
	fi; \
	for c in chromium chromium-browser google-chrome; do if command -v $$c >/dev/null; then exit 0; fi; done; \
	missing=" chromium"; or=" or set UNSPOOL_CHROMIUM"; $(install)

# Debian's Firefox and WebKit, the latter with an X server in memory, or the programs that
# UNSPOOL_FIREFOX, UNSPOOL_WEBKITDRIVER and UNSPOOL_XVFB name.
.PHONY: engines
engines:
	@missing=; or=; \
	need() { \
		variable=$$1; package=$$2; named=$$(printenv "$$1"); shift 2; \
		for c in $${named:-"$$@"}; do if command -v "$$c" >/dev/null; then return; fi; done; \
		if [ -n "$$named" ]; then echo "there is no program $$named, which $$variable names" >&2; exit 1; fi; \
		missing="$$missing $$package"; or="$$or or set $$variable"; \
	}; \
	need UNSPOOL_FIREFOX firefox-esr firefox-esr firefox; \
	need UNSPOOL_WEBKITDRIVER webkit2gtk-driver WebKitWebDriver; \
	need UNSPOOL_XVFB xvfb Xvfb; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	$(install)

# Debian's web servers, for which the site brings a configuration along. Its
# packages start them at once where systemd or, with an inittab, init runs: there,
# installing them is left to who runs the machine.
.PHONY: servers
servers:
	@missing=; or=; for s in nginx caddy; do \
		command -v $$s >/dev/null || [ -x /usr/sbin/$$s ] || missing="$$missing $$s"; \
	done; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ -d /run/systemd/system ] || [ -e /etc/inittab ]; then \
		echo "the browser tests need$$missing: install them (Debian: apt-get install$$missing)" >&2; exit 1; \
	fi; \
	$(install)

# Debian's generators of sites, for which there are recipes; the others are npm packages,
# or built by Go. The database of one, Ghost, is compiled.
.PHONY: generators
generators:
	@missing=; or=; for p in jekyll mkdocs g++ python3; do command -v $$p >/dev/null || missing="$$missing $$p"; done; \
	[ -d /usr/share/mkdocs/themes/material ] || python3 -c "import material" 2>/dev/null || missing="$$missing mkdocs-material"; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	$(install)

# All that a release has for download, in dist-release/. TAG=v1.2.3 makes sure that
# the checkout is that tag.
.PHONY: release
release: web/node_modules/.stamp
	@go run ./build release -tag "$$TAG"
