// Package conformance holds the emitted artifacts to programs that nobody here wrote: MCP clients list them, the
// converters of LLM hosts take them, OpenAPI readers lint them and generate code from them.
//
// `make conformance` installs those programs from npm into /.conformance (ignored by git) and prints one table. Which
// versions is said in package.json; what they may find, and why, in intended_test.go. `make test` skips all of it.
package conformance

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "rewrite the generated part of docs/hosts.md")

const (
	askVariable   = "SCHEMAC_CONFORMANCE" // set: ask the hosts
	serveVariable = "SCHEMAC_SERVE"       // set: this process is a server over stdio ("stub PREFIX")
)

func TestMain(m *testing.M) {
	if kind, prefix, ok := strings.Cut(os.Getenv(serveVariable), " "); ok {
		if err := serveAs(kind, prefix); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// A Run is all that the hosts are asked with.
type Run struct {
	shop     *Workshop
	surfaces []Surface
	base     string // URL of the HTTP server
	self     string // this program, which is also the server over stdio
	board    Board
}

// TestHosts asks every host about every artifact.
func TestHosts(t *testing.T) {
	if os.Getenv(askVariable) == "" {
		t.Skip("make conformance asks the hosts")
	}
	start := time.Now()
	work, err := filepath.Abs("../../.conformance")
	if err != nil {
		t.Fatal(err)
	}
	shop, err := install(work)
	if errors.Is(err, errNoNpm) {
		fmt.Printf("skipped: %v\n", err)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	installed := time.Since(start)
	x := &Run{shop: shop}
	if x.surfaces, err = surfaces(work); err != nil {
		t.Fatal(err)
	}
	if x.self, err = os.Executable(); err != nil {
		t.Fatal(err)
	}
	x.serve(t)
	x.ask()
	fmt.Print(x.board.table())
	fmt.Printf("\n%d surfaces, %v (npm %v)\n", len(x.surfaces), time.Since(start).Round(time.Second), installed.Round(time.Second))
	for _, r := range x.board.reports {
		if r.bad() {
			t.Errorf("%s: see above", r.Host)
		}
	}
}

// serve starts the HTTP server on a free port of this machine alone.
func (x *Run) serve(t *testing.T) {
	handler, err := httpServer(x.surfaces)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	x.base = "http://" + listener.Addr().String()
}

// ask asks all hosts, two at a time: that many cores there are.
func (x *Run) ask() {
	var tasks []func()
	for _, c := range nodeClients {
		for _, transport := range []string{"stdio", "HTTP"} {
			x.board.report(c.name + ", " + transport)
			tasks = append(tasks, func() { x.askNodeClient(c.name, c.pkg, c.era, transport) })
		}
	}
	for _, version := range []string{modern, "2025-06-18"} {
		for _, transport := range []string{"stdio", "HTTP"} {
			tasks = append(tasks, func() { x.askGoClient(version, transport) })
		}
	}
	slots := make(chan struct{}, 2)
	var wait sync.WaitGroup
	for _, task := range tasks {
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			task()
		})
	}
	wait.Wait()
}

func environment(extra map[string]string) []string {
	env := os.Environ()
	for name, value := range extra {
		env = append(env, name+"="+value)
	}
	return env
}
