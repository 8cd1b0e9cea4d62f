package sites

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unspool/web/browser"
)

// wordpress is the version of WordPress that the recipe is tested with. An npm package brings it along.
const wordpress = "6.5.5"

// TestWordPress publishes what authors paste into the editor of WordPress, and opens the published pages.
func TestWordPress(t *testing.T) {
	needsTools(t)
	address := startWordPress(t)
	viewer := serveViewer(t)
	admin := logIn(t, address, "admin", "password")
	author := wordpressAuthor(t, address, admin)
	for _, name := range []string{"frame.html", "script.html"} {
		t.Run(name, func(t *testing.T) {
			block := readBlock(t, "wordpress/"+name, viewer)
			p := shared.chromium.Page(t)
			p.MayAsk(viewer)
			p.Allow("favicon.ico")
			p.Open(admin.publish(t, "pages", block).Link)
			if strings.Contains(block, "<iframe") {
				p = p.Frame("embed.html")
			}
			p.WaitFor(shown, 5*browser.Timeout)
			text := author.publish(t, "posts", block).Content.Rendered
			if strings.Contains(text, viewer) {
				t.Errorf("WordPress keeps what an author may not publish: %s", text)
			}
		})
	}
	t.Run("upload", func(t *testing.T) {
		admin.header.Set("Content-Disposition", `attachment; filename="notes.txt"`)
		admin.post(t, http.StatusCreated, admin.endpoint("media"), "text/plain", []byte("Other files are stored.\n"))
		admin.header.Set("Content-Disposition", `attachment; filename="session.jsonl"`)
		answer := admin.post(t, http.StatusInternalServerError, admin.endpoint("media"), "application/x-ndjson", shared.session)
		if !strings.Contains(string(answer), "not allowed to upload this file type") {
			t.Errorf("WordPress refuses a session for another reason: %s", answer)
		}
	})
}

// startWordPress starts WordPress, which keeps its database in a file, and returns its address.
func startWordPress(t *testing.T) string {
	t.Helper()
	dir := install(t, "wordpress")
	builds := filepath.Join(dir, "node_modules/@wp-playground/wordpress-builds")
	site := filepath.Join(dir, "site")
	unzip(t, filepath.Join(builds, "src/wordpress/wp-6.5.zip"), site)
	if version := read(t, site, "wp-includes/version.php"); !strings.Contains(version, "$wp_version = '"+wordpress+"'") {
		t.Fatalf("it is not WordPress %s: %s", wordpress, version)
	}
	plugins := filepath.Join(site, "wp-content/plugins")
	unzip(t, filepath.Join(builds, "src/sqlite-database-integration/sqlite-database-integration.zip"), plugins)
	sqlite := filepath.Join(plugins, "sqlite-database-integration")
	if err := os.Rename(sqlite+"-main", sqlite); err != nil {
		t.Fatal(err)
	}
	// It was set up at another address, and would ask its makers for updates.
	config := strings.Replace(read(t, site, "wp-config.php"), "<?php", `<?php
		define('WP_HOME', 'http://' . $_SERVER['HTTP_HOST']);
		define('WP_SITEURL', WP_HOME);
		define('WP_HTTP_BLOCK_EXTERNAL', true);
		define('DISABLE_WP_CRON', true);
		`, 1)
	write(t, dir, map[string][]byte{
		"site/wp-config.php":     []byte(config),
		"site/wp-content/db.php": []byte(read(t, sqlite, "db.copy")),
		"server.mjs":             []byte(read(t, "testdata", "wordpress.mjs")),
	})
	address := start(t, dir, []string{"server.mjs", site, filepath.Join(builds, "public/wp-6.5")})
	return strings.Replace(address, "127.0.0.1", "localhost", 1) // another site than the viewer
}

// A wordpressUser is logged in to WordPress, and uses the endpoints that its editor uses.
type wordpressUser struct {
	*api
	address string
}

// endpoint returns the address of an endpoint.
func (u wordpressUser) endpoint(name string) string { return u.address + "?rest_route=/wp/v2/" + name }

func logIn(t *testing.T, address, name, password string) wordpressUser {
	t.Helper()
	u := wordpressUser{newAPI(t), address}
	form := url.Values{"log": {name}, "pwd": {password}}
	u.post(t, http.StatusOK, address+"wp-login.php", "application/x-www-form-urlencoded", []byte(form.Encode()))
	nonce := u.get(t, address+"wp-admin/admin-ajax.php?action=rest-nonce")
	u.header.Set("X-WP-Nonce", string(nonce))
	return u
}

// wordpressAuthor lets an administrator add a user who may not publish any HTML.
func wordpressAuthor(t *testing.T, address string, admin wordpressUser) wordpressUser {
	t.Helper()
	const name, password = "author", "a password for a test"
	admin.call(t, http.StatusCreated, admin.endpoint("users"), map[string]string{
		"username": name, "password": password, "email": "author@example.org", "roles": "author",
	}, nil)
	return logIn(t, address, name, password)
}

// A wordpressPage is a published page.
type wordpressPage struct {
	Link    string
	Content struct{ Rendered string }
}

// publish publishes a page or post with a block "Custom HTML".
func (u wordpressUser) publish(t *testing.T, kind, block string) wordpressPage {
	t.Helper()
	var page wordpressPage
	u.call(t, http.StatusCreated, u.endpoint(kind), map[string]string{
		"title": "How it was done", "status": "publish", "content": "<!-- wp:html -->\n" + block + "<!-- /wp:html -->",
	}, &page)
	return page
}
