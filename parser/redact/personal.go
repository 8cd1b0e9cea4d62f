package redact

import (
	"bytes"
	"net/netip"
	"strings"
)

// addPersonal adds the finders of personal data.
func (s *scanner) addPersonal(words *[]string) {
	s.add(words, (*scanner).at, "@")
	s.add(words, (*scanner).home, "/home/", "/users/", `\users\`, "/export/home/")
	s.add(words, (*scanner).projectFolder, "-home-", "-users-")
	for _, suffix := range []string{"local", "internal", "corp", "lan", "intranet", "localdomain", "home.arpa", "private"} {
		n := len(suffix) + 1
		s.add(words, func(s *scanner, end int) { s.host(end-n, end) }, "."+suffix)
	}
	for c := '0'; c <= '9'; c++ {
		s.add(words, (*scanner).ipv4, string(c)+".")
		if c > '0' {
			s.add(words, (*scanner).phone, "+"+string(c))
		}
	}
	s.add(words, (*scanner).ipv6, "::", "fe80:", "2001:", "2003:", "240", "260", "2620:", "280", "2a0")
}

// at finds e-mail addresses, and user@host in prompts.
func (s *scanner) at(end int) {
	b := s.text
	from, to := end-1, end
	for from > 0 && end-from < 65 && (isWord(b[from-1]) || strings.IndexByte(".%+-", b[from-1]) >= 0) {
		from--
	}
	for from < end-1 && (b[from] == '.' || b[from] == '-' || b[from] == '%') {
		from++
	}
	for to < len(b) && to-end < 254 && (isLetter(b[to]) || isDigit(b[to]) || b[to] == '.' || b[to] == '-') {
		to++
	}
	for to > end && (b[to-1] == '.' || b[to-1] == '-') {
		to--
	}
	if n := afterPercent(b[:end-1], from); n > 0 {
		from = n
	}
	local, domain := string(b[from:end-1]), strings.ToLower(string(b[end:to]))
	if local == "" || domain == "" || local[len(local)-1] == '.' || isDigit(b[to-1]) && strings.IndexByte(domain, '.') >= 0 {
		return
	}
	if isMailDomain(domain) && !isSharedMailbox(local, domain) {
		s.take(candidate{kind: Email, rule: "email", from: from, to: to, key: strings.ToLower(local) + "@" + domain})
		return
	}
	if isPrompt(b[to:]) && !strings.Contains(domain, "..") && isUserName(local) {
		if len(local) >= shortestUser && !isCommonWord(local) {
			s.take(candidate{kind: User, rule: "user", from: from, to: end - 1, key: local})
		}
		if !strings.Contains(domain, ".") && domain != "localhost" && len(domain) > 2 {
			s.take(candidate{kind: Host, rule: "host", from: end, to: to})
		}
	}
}

// isPrompt reports whether a prompt of a shell goes on like that after the name of the host.
func isPrompt(b []byte) bool {
	return len(b) >= 2 && b[0] == ':' && (b[1] == '~' || b[1] == '/') || bytes.HasPrefix(b, []byte(" ~]"))
}

// afterPercent returns the index after the last percent-encoded byte in b that ends after an index, or 0: a value
// does not begin within it.
func afterPercent(b []byte, from int) int {
	for at := len(b) - 3; at >= max(0, from-2); at-- {
		if b[at] == '%' {
			if _, ok := percentEncoded(b, at); ok {
				return at + 3
			}
		}
	}
	return 0
}

// percentEncoded returns the byte that the percent sign at an index encodes. There is none if it could not stand
// before ASCII in UTF-8, such as the one of %db in user%db7.internal.
func percentEncoded(b []byte, at int) (c byte, ok bool) {
	r, ok := hexNumber(b, at+1, 2)
	endsCharacter := r >= 0x80 && r < 0xc0 && at >= 3 && b[at-3] == '%'
	return byte(r), ok && (r < 0x80 || endsCharacter)
}

// isMailDomain reports whether a name is one of a domain that receives mail: by its last label, so
// that names of packages, files and members are none.
func isMailDomain(domain string) bool {
	dot := strings.LastIndexByte(domain, '.')
	if dot <= 0 || strings.Contains(domain, "..") {
		return false
	}
	switch top := domain[dot+1:]; top {
	case "com", "org", "net", "edu", "gov", "mil", "int", "info", "biz", "name", "pro", "app", "dev", "cloud", "tech", "online", "site",
		"xyz", "email", "digital", "systems", "solutions", "agency", "studio", "software", "team", "codes", "world", "academy", "group",
		"health", "finance", "shop", "store", "design", "blog", "network", "consulting", "company", "ventures", "engineering", "coop":
		return true
	case "js", "ts", "py", "go", "rb", "cs", "kt", "vb", "hs", "ex", "ml", "jl", "md", "rs", "sh", "db", "so", "cc", "pl", "ps", "gz":
		return false // ends of names of files
	default:
		return len(top) == 2 && isLetter(top[0]) && isLetter(top[1])
	}
}

// isSharedMailbox reports whether an address is of nobody: of a service, or an example.
func isSharedMailbox(local, domain string) bool {
	switch strings.ToLower(local) {
	case "git", "noreply", "no-reply", "donotreply", "do-not-reply", "notifications", "user", "you", "your", "your-email", "youremail",
		"name", "email", "me", "username", "someone", "somebody", "foo", "bar", "example", "actions", "mailer-daemon":
		return true
	}
	for _, d := range [...]string{"example.com", "example.org", "example.net", "example.edu", "test.com", "domain.com", "email.com",
		"company.com", "noreply.github.com", "users.noreply.github.com", "yourdomain.com", "mydomain.com", "host.com",
		"foo.com", "bar.com", "acme.com"} {
		if domain == d || strings.HasSuffix(domain, "."+d) {
			return domain != "users.noreply.github.com"
		}
	}
	return false
}

// isUserName reports whether a name can be the one of a person. Names of services and of roles, which
// many machines have, are not.
func isUserName(name string) bool {
	if len(name) < 2 || !isLetter(name[0]) && name[0] != '_' {
		return false
	}
	switch strings.ToLower(name) {
	case "user", "username", "users", "you", "your", "yourname", "your-username", "your_username", "your-name", "youruser", "name", "me",
		"someone", "somebody", "foo", "bar", "test", "tester", "testuser", "test-user", "example", "demo", "root", "admin", "administrator",
		"ubuntu", "debian", "centos", "fedora", "ec2-user", "azureuser", "pi", "vagrant", "node", "app", "dev", "developer", "coder",
		"runner", "runneradmin", "circleci", "travis", "jenkins", "gitpod", "codespace", "vscode", "jovyan", "claude", "agent", "sandbox",
		"workspace", "git", "www-data", "nobody", "guest", "public", "shared", "default", "all", "home", "linuxbrew", "nixos", "docker",
		"builder", "build", "postgres", "mysql", "redis", "nginx", "oracle", "hadoop", "spark", "airflow", "steam", "nonroot", "appuser",
		"assistant", "system", "index", "page", "src", "config", "bin", "lib", "xxx", "abc", "path", "current", "container",
		"null", "true", "false",
		"project", "projects", "ssh", "sftp", "ftp", "deploy", "service", "local", "usr", "mock", "fake", "view", "about",
		"dashboard", "settings", "profile", "login", "search":
		return false
	}
	return true
}

// isCommonWord reports whether the name of a user is also a word of code or prose, which stays outside
// of paths.
func isCommonWord(name string) bool {
	switch strings.ToLower(name) {
	case "max", "min", "mark", "will", "may", "april", "june", "august", "main", "master", "data", "work", "code", "ray", "rich", "grant",
		"chase", "page", "case", "long", "web", "art", "bill", "rob", "chip", "dot", "sky", "star", "hope", "joy", "faith", "rose", "ruby",
		"dart", "swift", "julia", "ada", "pascal", "eve", "miles", "drew", "pat", "sue", "don", "ian", "val", "ref", "var", "map", "set",
		"get", "new", "old", "key", "the", "and", "for", "not", "all", "any", "one", "two", "out", "log", "doc", "tmp", "run",
		"net", "edit",
		"read", "write", "bash", "task", "text", "type", "user", "tool", "message", "content", "claude", "opus", "sonnet", "haiku":
		return true
	}
	return false
}

// home finds home folders: the name follows.
func (s *scanner) home(end int) {
	b := s.text
	from := end - 1
	for from > 0 && b[from-1] != '/' && b[from-1] != '\\' {
		from--
	}
	from--
	folder := string(b[from+1 : end-1])
	if folder != "home" && folder != "Users" {
		return
	}
	if from > 0 && (isWord(b[from-1]) || b[from-1] == '.' || b[from-1] == '-') && !isDrive(b[:from]) && !isMount(b[:from]) {
		return // a part of another path
	}
	to := end
	for to < len(b) && to-end < 64 && (isWord(b[to]) || b[to] == '.' || b[to] == '-' || b[to] >= 0x80) {
		to++
	}
	for to > end && (b[to-1] == '.' || b[to-1] == '-') {
		to--
	}
	name := string(b[end:to])
	if !isUserName(name) || isPlaceholder(b[end:to]) {
		return
	}
	s.take(candidate{kind: Home, rule: "home", from: from, to: to, key: name})
}

// isDrive reports whether a text ends with a drive of Windows, such as C:.
func isDrive(b []byte) bool {
	return len(b) >= 2 && b[len(b)-1] == ':' && isLetter(b[len(b)-2])
}

// isMount reports whether a text ends with the folder of such a drive in Linux, such as /mnt/c.
func isMount(b []byte) bool {
	n := len(b)
	return n >= 2 && isLetter(b[n-1]) && b[n-2] == '/' || bytes.HasSuffix(b, []byte("/Data")) || bytes.HasSuffix(b, []byte("/export"))
}

// projectFolder finds names of the folders in which Claude Code keeps the sessions of a project: the
// path of the project, with a hyphen for each character that is no letter and no digit.
func (s *scanner) projectFolder(end int) {
	b := s.text
	from := end - 1
	for b[from-1] != '-' {
		from--
	}
	from--
	if word := string(b[from+1 : end-1]); word != "home" && word != "Users" {
		return
	}
	if from > 0 && (isWord(b[from-1]) || b[from-1] == '.') {
		return
	}
	if from > 0 && b[from-1] == '-' && (from < 2 || !isLetter(b[from-2])) {
		return
	}
	to := end
	for to < len(b) && to-end < 64 && (isLetter(b[to]) || isDigit(b[to])) {
		to++
	}
	name := string(b[end:to])
	if to == len(b) || b[to] != '-' && b[to] != '/' && b[to] != '"' && !isBlank(b[to]) || !isUserName(name) {
		return
	}
	s.take(candidate{kind: Home, rule: "home", from: from, to: to, key: name})
}

// host finds names of hosts in private networks.
func (s *scanner) host(dot, end int) {
	b := s.text
	if end < len(b) && (isWord(b[end]) || b[end] == '(' || b[end] == '-' || b[end] == '.' && end+1 < len(b) && isWord(b[end+1])) {
		return
	}
	from := dot
	for from > 0 && dot-from < 200 && (isLetter(b[from-1]) || isDigit(b[from-1]) || b[from-1] == '-' || b[from-1] == '.') {
		from--
	}
	for from < dot && (b[from] == '-' || b[from] == '.') {
		from++
	}
	name := strings.ToLower(string(b[from:dot]))
	if from > 0 && b[from-1] == '%' {
		if _, ok := percentEncoded(b, from-1); ok { // it is found once that is decoded
			return
		}
	}
	if name == "" || from > 0 && (isWord(b[from-1]) || b[from-1] == '/' && !isAuthority(b[:from]) || b[from-1] == '$') || b[end-1] < 'a' {
		return
	}
	isAddress := isAuthority(b[:from]) || from > 0 && b[from-1] == '@'
	for _, other := range [...]string{"settings", "env", "config", "docker", "claude", "compose", "rc", "gitignore", "example",
		"metadata.google"} {
		if name == other || strings.HasSuffix(name, "."+other) || strings.HasSuffix(name, "-"+other) {
			return
		}
	}
	if !isAddress && !strings.ContainsAny(name, "-0123456789") && strings.Count(name, ".") < 2 {
		return
	}
	s.take(candidate{kind: Host, rule: "host", from: from, to: end})
}

// isAuthority reports whether the name of a host follows, in a URL or a command.
func isAuthority(before []byte) bool {
	return bytes.HasSuffix(before, []byte("://")) || bytes.HasSuffix(before, []byte("ssh "))
}

// ipv4 finds addresses from the dot after their first number on.
func (s *scanner) ipv4(end int) {
	b := s.text
	from := end - 1
	for from > 0 && isDigit(b[from-1]) && end-from < 5 {
		from--
	}
	if from > 0 && (isWord(b[from-1]) || b[from-1] == '.' || b[from-1] == '-' || b[from-1] == '+') {
		return
	}
	if from > 0 && b[from-1] == '%' && end-1-from != 2 {
		if c, ok := percentEncoded(b, from-1); ok && c >= ' ' { // it is found once that is decoded
			return
		}
	}
	to := end
	for to < len(b) && (isDigit(b[to]) || b[to] == '.') && to-from < 17 {
		to++
	}
	for to > end && b[to-1] == '.' {
		to--
	}
	if to < len(b) && (isWord(b[to]) || b[to] == '-' && to+1 < len(b) && isWord(b[to+1])) {
		return
	}
	ip, err := netip.ParseAddr(string(b[from:to]))
	if err != nil || !isHostAddress(ip) || isVersion(b[:from]) {
		return
	}
	s.take(candidate{kind: IP, rule: "ip", from: from, to: to})
}

// isHostAddress reports whether an address is one of a single host, and not known to all.
func isHostAddress(ip netip.Addr) bool {
	if ip.IsLoopback() || ip.IsUnspecified() || ip.IsMulticast() || ip.IsLinkLocalMulticast() {
		return false
	}
	if !ip.Is4() {
		return !netip.MustParsePrefix("2001:db8::/32").Contains(ip) && !ip.Is4In6()
	}
	b := ip.As4()
	switch {
	case b[0] == 0, b[0] >= 224, b[0] < 10 && b[1] < 10 && b[2] < 10 && b[3] < 10 && b[0] == b[1]: // 1.1.1.1
		return false
	case b[3] == 0, b == [4]byte{8, 8, 8, 8}, b == [4]byte{8, 8, 4, 4}, b == [4]byte{1, 0, 0, 1}, b == [4]byte{1, 2, 3, 4}:
		return false
	case b[0] == 192 && b[1] == 0 && b[2] == 2, b[0] == 198 && b[1] == 51 && b[2] == 100, b[0] == 203 && b[1] == 0 && b[2] == 113:
		return false // for documentation
	case b[0] == 169 && b[1] == 254 && b[2] == 169 && b[3] == 254: // metadata of clouds
		return false
	}
	return b[0] >= 10 || b[1] >= 10 || b[2] >= 10 || b[3] >= 10 // else likely a version
}

// isVersion reports whether the number of a version follows.
func isVersion(before []byte) bool {
	if n := len(before); n > 0 && before[n-1] == '/' {
		return !bytes.HasSuffix(before, []byte("://"))
	}
	near := before[max(0, len(before)-24):]
	return containsFold(near, "version") || containsFold(near, "release") || bytes.HasSuffix(near, []byte("v")) ||
		bytes.HasSuffix(near, []byte("==")) || bytes.HasSuffix(near, []byte("^")) || bytes.HasSuffix(near, []byte("§"))
}

// ipv6 finds addresses with colons.
func (s *scanner) ipv6(end int) {
	b := s.text
	isPart := func(c byte) bool { _, ok := hexDigit(c); return ok || c == ':' }
	from, to := end, end
	for from > 0 && isPart(b[from-1]) && end-from < 40 {
		from--
	}
	for to < len(b) && isPart(b[to]) && to-from < 40 {
		to++
	}
	if to-from < 8 || from > 0 && (isWord(b[from-1]) || b[from-1] == '-') || to < len(b) && (isWord(b[to]) || b[to] == '-') {
		return
	}
	group := bytes.IndexByte(b[from:to], ':')
	if group < 2 || bytes.Count(b[from:to], []byte(":")) < 3 {
		return
	}
	ip, err := netip.ParseAddr(string(b[from:to]))
	if err != nil || !isHostAddress(ip) {
		return
	}
	s.take(candidate{kind: IP, rule: "ip", from: from, to: to})
}

// phone finds international numbers: a plus, the code of a country, and groups of digits.
func (s *scanner) phone(end int) {
	b := s.text
	from := end - 2
	if from > 0 && (isWord(b[from-1]) || strings.IndexByte("+-=.)]}\"'", b[from-1]) >= 0 && !isQuote(b[from-1])) {
		return
	}
	digits, groups, to := 0, 0, end-1
	for at := end - 1; at < len(b) && at-end < 24; at++ {
		c := b[at]
		if isDigit(c) {
			if digits++; !isDigit(b[at-1]) {
				groups++
			}
			to = at + 1
			continue
		}
		if c == ' ' && at+1 < len(b) && b[at+1] == ' ' || strings.IndexByte(" -.()", c) < 0 {
			break
		}
	}
	if digits < 9 || digits > 15 || to < len(b) && (isWord(b[to]) || b[to] == '.' && to+1 < len(b) && isDigit(b[to+1])) {
		return
	}
	isLineStart := from == 0 || b[from-1] == '\n' // it may be a line of a diff
	if groups == 1 && (isLineStart || digits < 10) || groups > 6 || !hasPhoneGroups(b[end-1:to]) {
		return
	}
	s.take(candidate{kind: Phone, rule: "phone", from: from, to: to})
}

// hasPhoneGroups reports whether digits are grouped like those of a number to call, and are no sum.
func hasPhoneGroups(b []byte) bool {
	run, groups, long := 0, 0, 0
	for i := 0; i <= len(b); i++ {
		if i < len(b) && isDigit(b[i]) {
			run++
			continue
		}
		if run > 0 {
			groups++
			if groups > 1 && run == 1 {
				return false
			}
			if run >= 3 {
				long++
			}
		}
		run = 0
	}
	return long > 0 && !bytes.Contains(b, []byte(" - ")) && distinct(b) >= 4
}
