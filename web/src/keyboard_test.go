package src

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the table of keys to web/docs/keyboard.md")

// keyboardTable returns the table of keys in the documentation, generated from the commands that
// have keys.
const keyboardTable = `
import { commands } from "./viewer/commands/registry";
import { keyName } from "./viewer/commands/keys";
const keys = commands.flatMap((command) => command.keys ?? []);
const repeated = keys.find((key, index) => keys.indexOf(key) < index);
if (repeated !== undefined) throw new Error(` + "`two commands have the key ${repeated}`" + `);
console.log("| Key | What it does |\n|---|---|");
for (const command of commands)
  if (command.keys !== undefined) console.log(` + "`| <kbd>${keyName(command, false)}</kbd> | ${command.title} |`" + `);
`

func TestKeyboardDocs(t *testing.T) {
	const name = "../docs/keyboard.md"
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := bytes.Cut(page, []byte("\n| Key |"))
	_, after, ends := bytes.Cut(rest, []byte("|\n\n"))
	if !found || !ends {
		t.Fatalf("%s has no table of keys", name)
	}
	want := bytes.Join([][]byte{before, []byte("\n"), runNode(t, keyboardTable), []byte("\n"), after}, nil)
	if *update {
		if err := os.WriteFile(name, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(want), string(page)); diff != "" {
		t.Errorf("%s is not current: run go test ./web/src -update (-want +got):\n%s", name, diff)
	}
}
