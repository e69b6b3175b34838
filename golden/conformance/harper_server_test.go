package conformance_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// The server that the documents are held against: a released one, from npm, on loopback.
const (
	harperFolder   = "harper"
	harperFixtures = "../../fixtures/harper"
	harperCache    = "../../.conformance/harper"
	harperUser     = "admin"
	harperPassword = "conformance"
	// harperStart bounds the wait for the server; it takes about ten seconds.
	harperStart = 3 * time.Minute
)

// A harperServer is a running server.
type harperServer struct {
	// rest and operations are where its two interfaces listen.
	rest, operations string
	// root is the folder that it keeps everything in.
	root string
}

// harperInstall returns the folder that holds the installed server. It is made once for each lock file and used again.
func harperInstall(t *testing.T) string {
	t.Helper()
	lock := harperRead(t, filepath.Join(harperFolder, "package-lock.json"))
	sum := sha256.Sum256(lock)
	cache, err := filepath.Abs(harperCache)
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(cache, hex.EncodeToString(sum[:6]))
	if _, err := os.Stat(folder); err == nil {
		return folder
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("skipped: npm is not here")
	}
	harperReach(t, npm)
	if err := os.MkdirAll(cache, 0o755); err != nil {
		t.Fatal(err)
	}
	staging, err := os.MkdirTemp(cache, "staging-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(staging)
	harperWrite(t, filepath.Join(staging, "package-lock.json"), lock)
	harperWrite(t, filepath.Join(staging, "package.json"), harperRead(t, filepath.Join(harperFolder, "package.json")))
	harperRunNPM(t, npm, staging)
	if err := os.Rename(staging, folder); err != nil && !errors.Is(err, os.ErrExist) {
		t.Fatal(err)
	}
	return folder
}

// harperReach skips the test when there is no registry, before npm tries for minutes.
func harperReach(t *testing.T, npm string) {
	t.Helper()
	out, err := exec.Command(npm, "view", "harperdb@4.7.29", "version", "--fetch-retries=0").CombinedOutput()
	if err != nil && unreachable.Match(out) {
		t.Skip("skipped: npm cannot be reached")
	}
}

func harperRunNPM(t *testing.T, npm, folder string) {
	t.Helper()
	// Not "npm ci": the package brings a lock of its own that leaves out optional parts, and ci refuses that.
	command := exec.Command(npm, "install", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1")
	command.Dir = folder
	out, err := command.CombinedOutput()
	if err == nil {
		return
	}
	if unreachable.Match(out) {
		t.Skip("skipped: npm cannot be reached")
	}
	t.Fatalf("npm install: %v\n%s", err, out)
}

// startHarper serves the schemas until the test ends: files by name. Further variables of the environment may be given.
func startHarper(t *testing.T, schemas map[string][]byte, environment ...string) *harperServer {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("skipped: node is not here")
	}
	installed := harperInstall(t)
	application, root := t.TempDir(), t.TempDir()
	harperWrite(t, filepath.Join(application, "config.yaml"), []byte("rest: true\ngraphqlSchema:\n  files: '*.graphql'\n"))
	for name, text := range schemas {
		harperWrite(t, filepath.Join(application, name), text)
	}
	guard, err := filepath.Abs(filepath.Join(harperFolder, "guard.js"))
	if err != nil {
		t.Fatal(err)
	}
	ports := harperPorts(t, 6)
	command := exec.Command(node, "--require", guard,
		filepath.Join(installed, "node_modules", "harperdb", "bin", "harperdb.js"), "dev", application)
	command.Env = slices.Concat(os.Environ(), harperEnvironment(root, ports), environment)
	harperRun(t, command)
	server := &harperServer{rest: "http://" + ports[0], operations: "http://" + ports[1], root: root}
	return server
}

// harperEnvironment configures the server: everything on loopback, one thread, nothing outside of root.
func harperEnvironment(root string, ports []string) []string {
	return []string{
		"TC_AGREEMENT=yes", "DEFAULTS_MODE=dev", "ROOTPATH=" + root, "HOME=" + root,
		"HDB_ADMIN_USERNAME=" + harperUser, "HDB_ADMIN_PASSWORD=" + harperPassword,
		"REPLICATION_HOSTNAME=localhost", "NODE_HOSTNAME=localhost", "THREADS_COUNT=1", "THREADS_DEBUG=false",
		"HTTP_PORT=" + ports[0], "OPERATIONSAPI_NETWORK_PORT=" + ports[1],
		"MQTT_NETWORK_PORT=" + ports[2], "MQTT_NETWORK_SECUREPORT=" + ports[3],
		"REPLICATION_PORT=" + ports[4], "REPLICATION_SECUREPORT=" + ports[5],
	}
}

// harperPorts returns free ports of the loopback interface.
func harperPorts(t *testing.T, n int) []string {
	t.Helper()
	var ports []string
	for range n {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Close()
		ports = append(ports, listener.Addr().String())
	}
	return ports
}

// harperRun starts the command and ends it with the test. When this process ends in another way, guard.js sees that the
// server has lost its parent, and ends it.
func harperRun(t *testing.T, command *exec.Cmd) {
	t.Helper()
	var log bytes.Buffer
	command.Stdout, command.Stderr = &log, &log
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = command.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		_ = command.Process.Kill()
		<-ended
	})
	if err := harperReady(command.Env, ended); err != nil {
		_ = command.Process.Kill()
		<-ended
		t.Fatalf("%v\n%s", err, log.String())
	}
}

// harperReady polls until the server answers, ends, or has had its time.
func harperReady(environment []string, ended <-chan struct{}) error {
	var address string
	for _, variable := range environment {
		if value, ok := strings.CutPrefix(variable, "HTTP_PORT="); ok {
			address = value
		}
	}
	client := &http.Client{Timeout: 2 * time.Second}
	deadline := time.After(harperStart)
	for {
		if answer, err := client.Get("http://" + address + "/openapi"); err == nil {
			_, _ = io.Copy(io.Discard, answer.Body)
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-ended:
			return errors.New("the server ended before it answered")
		case <-deadline:
			return fmt.Errorf("the server did not answer within %v", harperStart)
		case <-time.After(250 * time.Millisecond):
		}
	}
}

func harperRead(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func harperWrite(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}
