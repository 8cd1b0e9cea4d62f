package table

// A Name is a string that occurs many times and is stored once.
type Name uint16

// Names stores strings once. When it is full, every new string gets the first name, "": a file that
// makes up 65,000 types must not take memory for each.
type Names struct {
	list   []string
	index  map[string]Name
	size   int64    // bytes of the strings
	recent [32]Name // by length and last byte: the few strings of most records
}

// Intern returns the name of a string, and stores the string if it is new.
func (n *Names) Intern(b []byte) Name {
	if len(b) == 0 {
		return 0
	}
	const longest = 200
	b = b[:min(len(b), longest)]
	recent := &n.recent[(len(b)+3*int(b[len(b)-1]))%len(n.recent)]
	if *recent != 0 && n.list[*recent] == string(b) {
		return *recent
	}
	if name, ok := n.index[string(b)]; ok {
		*recent = name
		return name
	}
	if n.index == nil {
		n.index = map[string]Name{}
		n.list = append(n.list, "")
	}
	if len(n.list) == 1<<16-1 {
		return 0
	}
	s := string(b)
	name := Name(len(n.list))
	n.list = append(n.list, s)
	n.size += int64(len(s))
	n.index[s] = name
	return name
}

// Find returns the name of a known string, else the first name.
func (n *Names) Find(b []byte) Name { return n.index[string(b)] }

// Text returns the string of a name.
func (n *Names) Text(name Name) string {
	if int(name) >= len(n.list) {
		return ""
	}
	return n.list[name]
}

// Size returns the number of bytes that the strings take, in a list and a map that have grown.
func (n *Names) Size() int64 {
	const entry = 200 // measured: 140 to 210, for 10,000 to 65,000 strings
	return n.size + entry*int64(len(n.list))
}
