// Package conformance_test holds the emitted artifacts to programs that nobody here wrote: MCP clients list them, the
// converters of LLM hosts take them, OpenAPI readers lint them and generate code from them.
//
// `make conformance-hosts` installs those programs from npm into /.conformance (ignored by git) and prints one table. Which
// versions is said in package.json; what they may find, and why, in intended_test.go. `make test` skips all of it.
package conformance_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "rewrite what runs make: the marked parts of docs/hosts.md and docs/operations.md, and harper/operations.json")

const (
	askVariable   = "SCHEMAC_CONFORMANCE" // set: ask the hosts, all or those whose name holds the words
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
		t.Skip("make conformance-hosts asks the hosts")
	}
	start := time.Now()
	life, cancel := context.WithCancel(context.Background())
	if deadline, ok := t.Deadline(); ok {
		life, cancel = context.WithDeadline(life, deadline.Add(-20*time.Second))
	}
	defer cancel()
	work, err := filepath.Abs("../../.conformance")
	if err != nil {
		t.Fatal(err)
	}
	shop, err := install(life, work)
	if errors.Is(err, errNoNpm) {
		fmt.Printf("skipped: %v\n", err)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	installed := time.Since(start)
	x := &Run{shop: shop}
	if x.surfaces, err = surfaces(life, work); err != nil {
		t.Fatal(err)
	}
	if x.self, err = os.Executable(); err != nil {
		t.Fatal(err)
	}
	x.serve(t)
	which := os.Getenv(askVariable)
	x.ask(which)
	fmt.Print(x.board.table())
	fmt.Printf("\n%d surfaces, %v (npm %v)\n", len(x.surfaces), time.Since(start).Round(time.Second), installed.Round(time.Second))
	for _, r := range x.board.reports {
		if r.bad() {
			t.Errorf("%s: see above", r.Host)
		}
	}
	if which != "all" || t.Failed() && !*update {
		return
	}
	for _, intent := range x.board.stale() {
		t.Errorf("%s no longer says %q of a golden file: take it off the list", intent.Host, intent.Rule)
	}
	if err := x.checkDocument(); err != nil {
		t.Error(err)
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

// A task asks one host, or several at once.
type task struct {
	reports []*Report
	ask     func([]*Report)
}

// tasks are all hosts in the order of the table.
func (x *Run) tasks() []task {
	var list []task
	one := func(host string, ask func(*Report)) {
		list = append(list, task{[]*Report{x.board.report(host)}, func(r []*Report) { ask(r[0]) }})
	}
	several := func(hosts []string, ask func([]*Report)) {
		var reports []*Report
		for _, host := range hosts {
			reports = append(reports, x.board.report(host))
		}
		list = append(list, task{reports, ask})
	}
	transports := []string{"stdio", "HTTP"}
	for _, c := range nodeClients {
		for _, transport := range transports {
			one(c.name+", "+transport, func(r *Report) { x.askNodeClient(r, c.pkg, c.era, transport) })
		}
	}
	for _, version := range []string{modern, "2025-06-18"} {
		for _, transport := range transports {
			name := fmt.Sprintf("Go SDK client v1.8.0, %s, %s", version, transport)
			one(name, func(r *Report) { x.askGoClient(r, version, transport) })
		}
	}
	for _, transport := range transports {
		one("@modelcontextprotocol/inspector 2.12.0 --strict, "+transport, func(r *Report) { x.askInspector(r, transport) })
	}
	one("@modelcontextprotocol/conformance 0.1.16 tools-list, HTTP", x.askSuite)
	several(converters, x.askConverters)
	one("kin-openapi v0.153.0", x.askKin)
	one("@redocly/cli 2.77.0, recommended", x.askRedocly)
	one("@stoplight/spectral-cli 6.16.3, spectral:oas", x.askSpectral)
	several(generators, x.askGenerators)
	return list
}

// ask asks all hosts, as many at a time as there are processors.
func (x *Run) ask(which string) {
	slots := make(chan struct{}, runtime.NumCPU())
	var wait sync.WaitGroup
	for _, t := range x.tasks() {
		chosen := slices.ContainsFunc(t.reports, func(r *Report) bool { return strings.Contains(r.Host, which) })
		if which != "all" && !chosen {
			continue
		}
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			begin := time.Now()
			t.ask(t.reports)
			t.reports[0].time = time.Since(begin)
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
