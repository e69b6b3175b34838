package conformance_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// A Workshop is the ignored folder where the programs of npm live, with copies of the scripts here, so that node finds
// them, and with everything that they write.
type Workshop struct {
	dir  string
	node string          // the node that the packages want, itself a package
	life context.Context // no program outlives it
}

// errNoNpm says that there is nothing to run with, which is no fault of the artifacts.
var errNoNpm = errors.New("npm or its registry is not to be reached")

// unreachable are the codes of npm for a registry that does not answer, or does not have or give what is asked for.
var unreachable = regexp.MustCompile(`npm (?:error|ERR!) (?:code|errno) (?:E?NOTFOUND|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|` +
	`ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|E401|E403|E404|E407|E502|E503|E504)`)

// install makes the workshop hold exactly what package-lock.json says. A second run finds it done and needs no network.
func install(life context.Context, dir string) (*Workshop, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	sum := sha256.New()
	for _, name := range []string{"package.json", "package-lock.json", ".npmrc"} {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		sum.Write(text)
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return nil, err
		}
	}
	stamp := filepath.Join(dir, "node_modules", ".installed")
	want := hex.EncodeToString(sum.Sum(nil))
	if have, err := os.ReadFile(stamp); err != nil || string(have) != want {
		if err := npmInstall(life, dir); err != nil {
			return nil, err
		}
		if err := os.WriteFile(stamp, []byte(want), 0o644); err != nil {
			return nil, err
		}
	}
	scripts, err := filepath.Glob("*.mjs")
	if err != nil {
		return nil, err
	}
	for _, name := range scripts {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return nil, err
		}
	}
	return &Workshop{dir: dir, node: nodeIn(dir), life: life}, nil
}

func npmInstall(life context.Context, dir string) error {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return errNoNpm
	}
	if !reachable(life, npm, dir) {
		return errNoNpm
	}
	ctx, cancel := context.WithTimeout(life, 5*time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, npm, "ci", "--no-progress", "--prefer-offline", "--fetch-retries=2",
		"--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000", "--fetch-timeout=60000")
	command.Dir = dir
	bound(command)
	text, err := command.CombinedOutput()
	switch {
	case err == nil:
		return nil
	case unreachable.Match(text):
		return errNoNpm
	case ctx.Err() != nil:
		return fmt.Errorf("npm ci took more than 5 minutes")
	}
	return fmt.Errorf("npm ci: %w\n%s", err, lastLines(text, 20))
}

// reachable asks the registry for one package that is needed. An install that cannot reach it takes minutes to say so.
func reachable(life context.Context, npm, dir string) bool {
	ctx, cancel := context.WithTimeout(life, 30*time.Second)
	defer cancel()
	command := exec.CommandContext(ctx, npm, "view", "zod", "version", "--fetch-retries=1", "--fetch-retry-mintimeout=1000",
		"--fetch-timeout=15000")
	command.Dir = dir
	bound(command)
	return command.Run() == nil
}

// nodeIn is the node among the packages, or else the one of this machine.
func nodeIn(dir string) string {
	processor := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	node := filepath.Join(dir, "node_modules", "node-"+runtime.GOOS+"-"+processor, "bin", "node")
	if exists(node) {
		return node
	}
	return "node"
}

// start runs a program of node for at most that long and returns what it printed on its two outputs. A program that says
// something with its exit code gives it as an *exec.ExitError.
func (w *Workshop) start(limit time.Duration, script string, args ...string) (stdout, stderr []byte, err error) {
	ctx, cancel := context.WithTimeout(w.life, limit)
	defer cancel()
	command := exec.CommandContext(ctx, w.node, append([]string{script}, args...)...)
	command.Dir = w.dir
	path := filepath.Dir(w.node) + string(os.PathListSeparator) + os.Getenv("PATH")
	command.Env = append(os.Environ(), "PATH="+path, "NO_COLOR=1", "FORCE_COLOR=0", "CI=1", "HOME="+w.dir,
		"NODE_COMPILE_CACHE="+filepath.Join(w.dir, "cache"),
		"REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true")
	bound(command)
	var out, said bytes.Buffer
	command.Stdout, command.Stderr = &out, &said
	err = command.Run()
	if ctx.Err() != nil {
		err = fmt.Errorf("%s took more than %v", filepath.Base(script), limit)
	}
	return out.Bytes(), said.Bytes(), err
}

// run is start for programs whose exit code must be zero.
func (w *Workshop) run(limit time.Duration, script string, args ...string) ([]byte, error) {
	stdout, stderr, err := w.start(limit, script, args...)
	if err != nil {
		err = fmt.Errorf("%s: %w\n%s", filepath.Base(script), err, lastLines(stderr, 12))
	}
	return stdout, err
}

// lines gives a script its jobs in a file and hands on each line that it prints.
func (x *Run) lines(script string, limit time.Duration, jobs any, args []string, line func([]byte) error) error {
	text, err := json.Marshal(jobs)
	if err != nil {
		return err
	}
	name := strings.NewReplacer("/", "-", "@", "", " ", "-").Replace(strings.Join(append([]string{script}, args...), "-"))
	file, err := x.shop.file("jobs-"+name+".json", text)
	if err != nil {
		return err
	}
	out, err := x.shop.run(limit, script, append(args, file)...)
	for text := range bytes.Lines(out) {
		if lineErr := line(text); lineErr != nil {
			return errors.Join(err, lineErr)
		}
	}
	return err
}

// file writes what a script will read.
func (w *Workshop) file(name string, text []byte) (string, error) {
	path := filepath.Join(w.dir, name)
	return path, os.WriteFile(path, text, 0o644)
}

// module is the path of a file in a package.
func (w *Workshop) module(path string) string {
	return filepath.Join(w.dir, "node_modules", filepath.FromSlash(path))
}

func lastLines(text []byte, n int) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
