package browser

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"unspool/parser/testutil/machine"
)

// webServer is a server that people host with, and how to turn the configuration that the site
// includes into one for a test: the lines that its comments say to change, and an end that needs no
// privileges.
type webServer struct {
	name    string
	config  string                               // below the site
	changes func(socket, dir string) []string    // old and new, in turn
	slash   string                               // what to leave out if the site has no folder of its own
	around  string                               // %s is the configuration
	command func(binary, config string) []string // and its arguments
}

func webServers() []webServer {
	return []webServer{{
		name:   "nginx",
		config: "servers/nginx.conf.txt",
		changes: func(socket, dir string) []string {
			return []string{"listen 80;", "listen unix:" + socket + ";", "server_name example.org;", "server_name localhost;", "/var/www/unspool/", dir + "/"}
		},
		slash: "\tlocation = /unspool {\n\t\tabsolute_redirect off;\n\t\treturn 301 /unspool/;\n\t}\n",
		around: `daemon off;
master_process off;
pid nginx.pid;
events {}
http {
	access_log off;
	client_body_temp_path body;
	proxy_temp_path proxy;
	fastcgi_temp_path fastcgi;
	uwsgi_temp_path uwsgi;
	scgi_temp_path scgi;
%s}
`,
		command: func(binary, config string) []string {
			return []string{binary, "-p", filepath.Dir(config), "-e", "stderr", "-c", config}
		},
	}, {
		name:   "caddy",
		config: "servers/Caddyfile.txt",
		changes: func(socket, dir string) []string {
			return []string{"\nexample.org {", "\nhttp:// {\n\tbind unix/" + socket, "/var/www/unspool", dir}
		},
		slash:  "\tredir /unspool /unspool/\n",
		around: "{\n\tadmin off\n\tauto_https off\n}\n%s",
		command: func(binary, config string) []string {
			return []string{binary, "run", "--adapter", "caddyfile", "--config", config}
		},
	}}
}

// start runs the server with the site at a path of its host, "/" or "/unspool/", and returns the
// address. The server listens on a socket file, to which a port is forwarded, so that no other
// process can take it meanwhile.
func (s webServer) start(t *testing.T, at string) string {
	t.Helper()
	binary, err := exec.LookPath(s.name)
	if err != nil {
		binary, err = exec.LookPath("/usr/sbin/" + s.name) // not in everyone's path
	}
	if err != nil {
		t.Fatalf("no %s found: install it (Debian: apt-get install %s)", s.name, s.name)
	}
	socket := filepath.Join(t.TempDir(), "socket")
	path := write(t, s.name+".conf", fmt.Appendf(nil, s.around, s.configured(t, at, socket)))
	args := s.command(binary, path)
	cmd := exec.Command(args[0], args[1:]...)
	home := filepath.Dir(path)
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_DATA_HOME="+home, "XDG_CONFIG_HOME="+home)
	var said bytes.Buffer // may be read after it has ended
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Error(err)
		}
		select {
		case <-ended:
		case <-time.After(machine.Scaled(Timeout)):
			t.Errorf("%s does not end: %v", s.name, cmd.Process.Kill())
			<-ended
		}
		if t.Failed() {
			t.Logf("%s printed:\n%s", s.name, said.String())
		}
	})
	for end := time.Now().Add(machine.Scaled(Timeout)); ; time.Sleep(pause) {
		conn, err := net.Dial("unix", socket)
		if err == nil {
			if err := conn.Close(); err != nil {
				t.Error(err)
			}
			return "http://" + lead(t, socket) + at
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("%s ended: %v", s.name, err)
		default:
		}
		if time.Now().After(end) {
			t.Fatalf("waited %s for %s to respond, on a machine %.1f times as slow as usual: %v", machine.Scaled(Timeout), s.name, machine.Slowness(), err)
		}
	}
}

// configured returns the configuration with the changes that it describes.
func (s webServer) configured(t *testing.T, at, socket string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(shared.dir, filepath.FromSlash(s.config)))
	if err != nil {
		t.Fatal(err)
	}
	config := string(text)
	changes := s.changes(socket, shared.dir)
	if at == "/" {
		changes = append([]string{s.slash, ""}, changes...)
		// The folder on the server has a random name.
		config = strings.NewReplacer(s.slash, s.slash, "/var/www/unspool", "/var/www/unspool", "/unspool/", "/").Replace(config)
	}
	for change := range slices.Chunk(changes, 2) {
		if strings.Count(config, change[0]) != 1 {
			t.Fatalf("%s contains %q %d times, want once", s.config, change[0], strings.Count(config, change[0]))
		}
		config = strings.Replace(config, change[0], change[1], 1)
	}
	return config
}

// lead forwards connections to a port of this machine to a socket file until the test ends. It
// returns the port with its host.
func lead(t *testing.T, socket string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	// The maker of a connection notices its errors.
	pass := func(to, from net.Conn) {
		_, _ = io.Copy(to, from)
		_ = to.Close()
		_ = from.Close()
	}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("unix", socket)
			if err != nil {
				_ = conn.Close()
				continue
			}
			go pass(server, conn)
			go pass(conn, server)
		}
	}()
	return l.Addr().String()
}
