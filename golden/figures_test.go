package golden_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"schemac/golden/generate"
	"schemac/model/diag"
	"schemac/model/source"
	"schemac/parse/kdl"
)

// TestFigures measures the command as a whole process and prints the table of docs/performance.md. It is no test of
// speed: machines differ. `make bench` runs it.
func TestFigures(t *testing.T) {
	if os.Getenv("SCHEMAC_FIGURES") == "" {
		t.Skip("figures are measured by make bench")
	}
	startup := median(9, func() (time.Duration, int64) { return command(t, "version") })
	var out strings.Builder
	fmt.Fprintf(&out, "| tables | source | artifacts | floor | build | build / floor | floor, flushed | build / that | unchanged rebuild | peak memory |\n")
	fmt.Fprintf(&out, "|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	var thousand, ten time.Duration
	for _, tables := range []int{10, 1000, 10000} {
		row := measure(t, tables)
		fmt.Fprintf(&out, "| %d | %s | %s | %s | %s | %.2f | %s | %.2f | %s | %d MiB |\n", tables, bytesText(row.source), bytesText(row.written),
			ms(row.floor), ms(row.build), float64(row.build)/float64(row.floor),
			ms(row.flushed), float64(row.build)/float64(row.flushed), ms(row.unchanged), row.peak)
		switch tables {
		case 10:
			ten = row.build
		case 1000:
			thousand = row.build
		case 10000:
			fmt.Fprintf(&out, "\n10,000 tables take %.1f times what 1,000 take. ", float64(row.build)/float64(thousand))
		}
	}
	fmt.Fprintf(&out, "A process that does nothing (`schemac version`) takes %s; ten tables take %s.\n", ms(startup.time), ms(ten))
	guardfileFigures(t, &out)
	watchFigures(t, &out, thousand-startup.time)
	t.Log("\n" + out.String())
	if *update {
		writeFigures(t, out.String())
	}
}

// guardfileFigures measures a guardfile of a thousand grants. Its floor is reading its KDL and writing the same files.
func guardfileFigures(t *testing.T, out *strings.Builder) {
	const grants = 1000
	dir := t.TempDir()
	text := generate.Guardfile(grants)
	file := filepath.Join(dir, "generated.mcp.kdl")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	target, copies := filepath.Join(dir, "out"), filepath.Join(dir, "copies")
	var builds, floors []time.Duration
	for range 5 {
		os.RemoveAll(target)
		os.RemoveAll(copies)
		elapsed, _ := command(t, "build", file, "--out", target, "--quiet")
		builds = append(builds, elapsed)
		start := time.Now()
		var diags diag.List
		f, _ := source.New("generated.mcp.kdl", text)
		if document := kdl.Parse(f, &diags); document.Broken {
			t.Fatal("the generated guardfile does not parse")
		}
		reading := time.Since(start)
		artifacts := map[string][]byte{}
		for name, text := range readFolder(t, target) {
			artifacts[name] = []byte(text)
		}
		start = time.Now()
		writeAll(t, copies, artifacts)
		floors = append(floors, reading+time.Since(start))
	}
	build, floor := middle(builds), middle(floors)
	fmt.Fprintf(out, "\nA guardfile of %d grants (%s) takes %s, %.2f times its floor of %s.\n",
		grants, bytesText(int64(len(text))), ms(build), float64(build)/float64(floor), ms(floor))
}

// watchFigures measures what a watching build takes after one edit in a thousand tables, beside a first build without the
// start of the process.
func watchFigures(t *testing.T, out *strings.Builder, first time.Duration) {
	dir := t.TempDir()
	file := filepath.Join(dir, "schema.graphql")
	text := generate.Schema(1000)
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(schemac, "build", "--watch")
	command.Dir = dir
	stderr, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	defer command.Wait()
	defer command.Process.Kill()
	lines := bufio.NewScanner(stderr)
	line := func(mark string) string {
		for lines.Scan() {
			if _, after, found := strings.Cut(lines.Text(), mark); found {
				return after
			}
		}
		t.Fatalf("the watching build ended before it said %q", mark)
		return ""
	}
	line("watching 1 source")
	var rebuilds []time.Duration
	for i := range 5 {
		edited := bytes.Replace(text, []byte(generate.FieldDoc(500, 3)), fmt.Appendf(nil, "What is edited for the %d. time.", i), 1)
		if err := os.WriteFile(file, edited, 0o644); err != nil {
			t.Fatal(err)
		}
		what := line("schema.graphql changed: wrote ")
		took, err := time.ParseDuration(what[strings.LastIndex(what, " ")+1:])
		if err != nil {
			t.Fatal(err)
		}
		rebuilds = append(rebuilds, took)
		time.Sleep(200 * time.Millisecond) // what was freed is given back meanwhile
	}
	rebuild := middle(rebuilds)
	fmt.Fprintf(out, "\nUnder `--watch` a rebuild after one edit in 1,000 tables takes %s, %.2f times a first build without the start of the process.\n",
		ms(rebuild), float64(rebuild)/float64(first))
}

type figures struct {
	source, written         int64
	floor, build, unchanged time.Duration
	// flushed is the floor when its files reach the disk, as those of a build do.
	flushed time.Duration
	peak    int64
}

// measure compiles a generated schema five times into an empty folder, and does in turn what no compiler can leave
// out: parse the same bytes and write the same files.
func measure(t *testing.T, tables int) figures {
	dir := t.TempDir()
	text := generate.Schema(tables)
	source := filepath.Join(dir, "schema.graphql")
	if err := os.WriteFile(source, text, 0o644); err != nil {
		t.Fatal(err)
	}
	out, copies := filepath.Join(dir, "out"), filepath.Join(dir, "copies")
	row := figures{source: int64(len(text))}
	var builds, floors, flushed []time.Duration
	var artifacts map[string][]byte
	// The system counts what the parent holds when it starts a process as memory of the child, so the peak is taken while
	// this process holds nothing.
	debug.FreeOSMemory()
	for range 5 {
		os.RemoveAll(out)
		elapsed, peak := command(t, "build", source, "--out", out, "--quiet")
		if builds = append(builds, elapsed); row.peak == 0 {
			row.peak = peak
		}
		if artifacts == nil {
			artifacts = map[string][]byte{}
			for name, text := range readFolder(t, out) {
				artifacts[name] = []byte(text)
				row.written += int64(len(text))
			}
		}
		os.RemoveAll(copies)
		floors = append(floors, floor(t, text, artifacts, copies, false))
		os.RemoveAll(copies)
		flushed = append(flushed, floor(t, text, artifacts, copies, true))
	}
	row.build, row.floor, row.flushed = middle(builds), middle(floors), middle(flushed)
	row.unchanged = median(5, func() (time.Duration, int64) { return command(t, "build", source, "--out", out, "--quiet") }).time
	return row
}

func floor(t *testing.T, text []byte, artifacts map[string][]byte, dir string, flush bool) time.Duration {
	start := time.Now()
	if _, err := parser.ParseSchemaWithLimit(&ast.Source{Input: string(text)}, 0); err != nil {
		t.Fatal(err)
	}
	writeAll(t, dir, artifacts)
	if flush {
		flushAll(t, dir, artifacts)
	}
	return time.Since(start)
}

// flushAll brings the files to the disk side by side.
func flushAll(t *testing.T, dir string, artifacts map[string][]byte) {
	var group sync.WaitGroup
	for name := range artifacts {
		group.Go(func() {
			f, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY, 0)
			if err == nil {
				err = f.Sync()
				f.Close()
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

func writeAll(t *testing.T, dir string, artifacts map[string][]byte) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, data := range artifacts {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// command runs schemac and returns its wall time and its peak memory in MiB.
func command(t *testing.T, args ...string) (time.Duration, int64) {
	c := exec.Command(schemac, args...)
	start := time.Now()
	if output, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return time.Since(start), peakMiB(c.ProcessState)
}

type sample struct {
	time time.Duration
	peak int64
}

func median(runs int, f func() (time.Duration, int64)) sample {
	var times []time.Duration
	var most int64
	for range runs {
		elapsed, peak := f()
		times, most = append(times, elapsed), max(most, peak)
	}
	return sample{middle(times), most}
}

func middle(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

func ms(d time.Duration) string {
	if d < 100*time.Millisecond {
		return fmt.Sprintf("%.1f ms", float64(d)/1e6)
	}
	return fmt.Sprintf("%.0f ms", float64(d)/1e6)
}

func bytesText(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}

// writeFigures puts the table into the document, between its marks.
func writeFigures(t *testing.T, table string) {
	const file = "../docs/performance.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), "<!-- figures -->\n")
	_, after, ok2 := strings.Cut(rest, "<!-- end -->")
	if !ok || !ok2 {
		t.Fatal("docs/performance.md has no marks for the figures")
	}
	text = []byte(before + "<!-- figures -->\n" + table + "<!-- end -->" + after)
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
}
