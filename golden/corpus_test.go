package golden_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// corpus is a folder of real inputs that are other people's text and no part of this repository.
const corpus = "../../shared/corpus"

// template is the one real file that is no schema yet.
const template = "HarperFast__harper-openclaw-quickstart__templates-pipeline-component.graphql"

// Real schemas compile, each on its own; the template is refused at its place. `make corpus` prints the count.
func TestCorpus(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(corpus, "graphql", "*.graphql"))
	if len(files) == 0 {
		t.Skip("the corpus is not here")
	}
	compiled := 0
	for _, file := range files {
		out := t.TempDir()
		output, err := exec.Command(schemac, "build", file, "--out", out, "--verify").CombinedOutput()
		if filepath.Base(file) == template {
			if err == nil || !bytes.Contains(output, []byte(template+":7:6")) {
				t.Errorf("the template must be refused at 7:6:\n%s", output)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v\n%s", file, err, output)
			continue
		}
		upToDate(t, file, "--out", out)
		compiled++
	}
	t.Logf("%d of %d real schemas compile; 1 template is refused at its place", compiled, len(files))
	if compiled != len(files)-1 {
		t.Errorf("%d of %d compile", compiled, len(files)-1)
	}
}

// Types that refer to each other without end still give schemas that end.
func TestCorpusBig(t *testing.T) {
	file := filepath.Join(corpus, "big", "github-tables.graphql")
	if _, err := os.Stat(file); err != nil {
		t.Skip("the corpus is not here")
	}
	out := t.TempDir()
	command := exec.Command(schemac, "build", file, "--out", out, "--quiet")
	start := time.Now()
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	upToDate(t, file, "--out", out)
	t.Logf("252 tables: %v, peak %d MiB", time.Since(start).Round(time.Millisecond), peakMiB(command.ProcessState))
}

// The worked examples of the design come out byte for byte.
func TestDesignExamples(t *testing.T) {
	examples, _ := filepath.Glob("../../shared/design/examples/*")
	if len(examples) == 0 {
		t.Skip("the examples are not here")
	}
	for _, example := range examples {
		out := t.TempDir()
		if output, err := exec.Command(schemac, "build", example, "--out", out).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
		got := readFolder(t, out)
		for name, want := range readFolder(t, example) {
			if !strings.HasSuffix(name, ".json") {
				continue
			}
			if diff := cmp.Diff(want, got[name]); diff != "" {
				t.Errorf("%s/%s: %s", filepath.Base(example), name, diff)
			}
		}
	}
}
