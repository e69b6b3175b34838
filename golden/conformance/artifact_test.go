package conformance_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// corpus is a folder of real inputs that are other people's text and no part of this repository.
const corpus = "../../../shared/corpus"

// A Surface is what was emitted for one host: its lists and its OpenAPI document, golden or made from the corpus.
type Surface struct {
	Name    string // golden/real/storefront/app, corpus/name/app
	Number  int
	Prefix  string // absolute, without ".tools.json"
	Golden  bool
	Lists   Lists
	OpenAPI string // absolute, or "" where there is none
	emitted listed
}

// surfaces finds all artifacts: those under golden/, and those of every source in the corpus that compiles.
func surfaces(life context.Context, work string) ([]Surface, error) {
	goldens := filepath.Join(work, "golden")
	if err := snapshot("..", goldens); err != nil {
		return nil, err
	}
	all, err := surfacesBelow(goldens, "golden/")
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].Golden = true
	}
	compiled, err := compileCorpus(life, filepath.Join(work, "corpus"))
	if err != nil {
		return nil, err
	}
	all = append(all, compiled...)
	for i := range all {
		all[i].Number = i
	}
	return all, nil
}

// snapshot copies the artifacts, so that a golden file which is rewritten meanwhile does not count as a loss.
func snapshot(from, to string) error {
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".json") || strings.Count(d.Name(), ".") < 2 {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(from, path)
		target := filepath.Join(to, rel)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return os.WriteFile(target, text, 0o644)
	})
}

func surfacesBelow(root, name string) ([]Surface, error) {
	var list []Surface
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		prefix, isTools := strings.CutSuffix(path, ".tools.json")
		if !isTools {
			return nil
		}
		s := Surface{}
		if s.Prefix, err = filepath.Abs(prefix); err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, prefix)
		s.Name = name + filepath.ToSlash(rel)
		if s.Lists, err = readLists(s.Prefix); err != nil {
			return err
		}
		if s.emitted, err = s.Lists.listed(); err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
		if document := s.Prefix + ".openapi.json"; exists(document) {
			s.OpenAPI = document
		}
		list = append(list, s)
		return nil
	})
	return list, err
}

// compileCorpus compiles each source by itself, as its owner would. What does not compile is the concern of other tests.
func compileCorpus(life context.Context, out string) ([]Surface, error) {
	var sources []string
	for _, pattern := range []string{"graphql/*.graphql", "guardfiles/*.mcp.kdl"} {
		found, _ := filepath.Glob(filepath.Join(corpus, pattern))
		sources = append(sources, found...)
	}
	if err := os.RemoveAll(out); err != nil || len(sources) == 0 {
		return nil, err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(life, 2*time.Minute)
	defer cancel()
	binary := filepath.Join(out, "schemac.exe")
	if text, err := exec.CommandContext(ctx, "go", "build", "-o", binary, "../../cmd/schemac").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, text)
	}
	for _, source := range sources {
		name, _, _ := strings.Cut(filepath.Base(source), ".")
		command := exec.CommandContext(ctx, binary, "build", source, "--out", filepath.Join(out, name), "--quiet",
			"--emit", "tools,resources,prompts,openapi")
		_ = command.Run()
	}
	list, err := surfacesBelow(out, "corpus/")
	return slices.DeleteFunc(list, func(s Surface) bool { return len(s.emitted.Tools) == 0 && s.OpenAPI == "" }), err
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
