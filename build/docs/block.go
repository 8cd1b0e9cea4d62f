package docs

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"strings"
)

// A Block is a fenced block of code.
type Block struct {
	Lang string // "" for plain text
	Live bool
	Name string
	File string
	Text string // ends with a line break
}

// readBlock parses the line that opens a block, and reads the file that it refers to.
func readBlock(checkout fs.FS, info, text string) (*Block, error) {
	words := strings.Fields(info)
	block := &Block{Text: text}
	if len(words) == 0 {
		return block, nil
	}
	block.Lang = words[0]
	from := ""
	for _, word := range words[1:] {
		key, value, _ := strings.Cut(word, "=")
		switch {
		case word == "live" && (block.Lang == "html" || block.Lang == "css" || block.Lang == "js"):
			block.Live = true
		case key == "name" && value != "":
			block.Name = value
		case key == "file" && value != "":
			block.File = value
		case key == "from" && value != "":
			from = value
		default:
			return nil, fmt.Errorf("nobody knows what %q does for %s", word, block.Lang)
		}
	}
	if from == "" {
		return block, nil
	}
	if text != "" {
		return nil, errors.New("a block has a text of its own, and that of " + from)
	}
	var err error
	block.Text, err = textFrom(checkout, from)
	return block, err
}

// textFrom returns the text of a file, or the body of a Go function in it.
func textFrom(checkout fs.FS, from string) (string, error) {
	name, function, _ := strings.Cut(from, "#")
	data, err := fs.ReadFile(checkout, name)
	if err != nil || function == "" {
		return string(data), err
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, data, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	for _, d := range file.Decls {
		f, is := d.(*ast.FuncDecl)
		if !is || f.Body == nil || f.Recv != nil || f.Name.Name != function {
			continue
		}
		body := data[files.Position(f.Body.Lbrace).Offset+1 : files.Position(f.Body.Rbrace).Offset]
		return dedent(body), nil
	}
	return "", fmt.Errorf("%s has no function %s", name, function)
}

// dedent removes one tab from each line of a function body.
func dedent(body []byte) string {
	text := strings.ReplaceAll("\n"+string(bytes.Trim(body, "\n")), "\n\t", "\n")
	return strings.TrimRight(text[1:], "\t\n") + "\n"
}
