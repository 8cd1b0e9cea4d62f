package site

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// licenses returns the license texts of everything that the bundles and the wasm contain.
// Nearly every license requires that its text be passed on.
func (b *Builder) licenses(ctx context.Context, metas ...metafile) ([]byte, error) {
	dirs := map[string]string{} // folder by the name of the package in it
	for _, meta := range metas {
		for input := range meta.Inputs {
			if name, dir := npmPackage(input); name != "" {
				dirs[name] = filepath.Join(b.opt.Root, filepath.FromSlash(dir))
			}
		}
	}
	const format = `{{with .Module}}{{if not .Main}}{{.Path}}	{{.Dir}}{{end}}{{end}}`
	list, err := goCommand(ctx, b.opt.Root, jsWasm(), "list", "-tags="+exportTag, "-deps", "-f", format, "./wasm")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(list)) {
		if name, dir, found := strings.Cut(strings.TrimSpace(line), "\t"); found {
			dirs[name] = dir
		}
	}
	goroot, err := goCommand(ctx, b.opt.Root, nil, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	dirs["Go"] = strings.TrimSpace(string(goroot))

	var out bytes.Buffer
	out.WriteString("Unspool contains the following software.\n")
	for _, name := range sortedKeys(dirs) {
		text, err := licenseText(dirs[name])
		if err != nil {
			return nil, fmt.Errorf("license of %s: %w", name, err)
		}
		fmt.Fprintf(&out, "\n\n%s\n%s\n\n%s\n", name, strings.Repeat("=", len(name)), text)
	}
	return out.Bytes(), nil
}

// npmPackage returns the name and folder of the npm package that an input of a bundle
// belongs to, or nothing for a file of our own.
func npmPackage(input string) (name, dir string) {
	const modules = "node_modules/"
	i := strings.LastIndex(input, modules)
	if i < 0 {
		return "", ""
	}
	parts := strings.Split(input[i+len(modules):], "/")
	n := 1
	if strings.HasPrefix(parts[0], "@") {
		n = 2
	}
	name = path.Join(parts[:min(n, len(parts))]...)
	return name, input[:i+len(modules)] + name
}

// licenseText returns the license file in dir. Some distributions of Go and a few npm
// packages have none; then it returns at least the license named in the package's
// description, if any.
func licenseText(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		stem, _, _ := strings.Cut(strings.ToLower(e.Name()), ".")
		if e.IsDir() || stem != "license" && stem != "licence" && stem != "copying" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return "", err
		}
		return strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")), nil
	}
	var about struct {
		License string `json:"license"`
	}
	data, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err == nil && json.Unmarshal(data, &about) == nil && about.License != "" {
		return "License: " + about.License, nil
	}
	return "Comes without a license file.", nil
}
