package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"schemac/parse/resource/sandbox"
)

// resourcesCommand is what this program is started with to evaluate Resource files in a process of its own. It is no
// command for people.
const resourcesCommand = "__resources"

// serveResources is the whole of that process.
func serveResources() int {
	if err := sandbox.Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exitUsage
	}
	return 0
}

// Bounds of the child process: how long it may take for one file, and how much it may say, in bytes. The sandbox stops a file
// by itself before the first is reached, unless the file is stuck where nothing can stop it.
const (
	maxFile  = 2800 * time.Millisecond
	maxReply = 64 << 20
	maxWords = 4 << 10
)

// evaluateResources has a request of the sandbox answered by a child process. What it said before it ended is the reply;
// the error says how it ended.
func evaluateResources(request []byte) ([]byte, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("cannot evaluate Resource classes: %w", err)
	}
	var words bytes.Buffer
	child := exec.Cmd{
		Path:   self,
		Args:   []string{os.Args[0], resourcesCommand},
		Env:    childEnvironment(),
		Stdin:  bytes.NewReader(request),
		Stderr: &firstBytes{&words, maxWords},
	}
	out, err := child.StdoutPipe()
	if err == nil {
		err = child.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("cannot evaluate Resource classes: %w", err)
	}
	timer := time.AfterFunc(maxFile, func() { _ = child.Process.Kill() })
	reply := readReply(out, func() { timer.Reset(maxFile) })
	_ = child.Process.Kill() // after its last word there is nothing to wait for
	inTime := timer.Stop()
	err = child.Wait()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return reply, nil
	case !errors.As(err, &exit):
		return reply, fmt.Errorf("cannot evaluate Resource classes: %w", err)
	case !inTime:
		return reply, sandbox.ErrTime
	}
	return reply, sandbox.Cause(words.String())
}

// childEnvironment is empty but for what a process needs to start at all.
func childEnvironment() []string {
	environment := []string{"GOTRACEBACK=none"}
	if root := os.Getenv("SystemRoot"); root != "" { // Windows
		environment = append(environment, "SystemRoot="+root)
	}
	return environment
}

// readReply reads lines until the end, and calls done when a file is through.
func readReply(out io.Reader, done func()) []byte {
	var reply []byte
	lines := bufio.NewReaderSize(io.LimitReader(out, maxReply), 64<<10)
	for {
		line, err := lines.ReadBytes('\n')
		reply = append(reply, line...)
		if err != nil {
			return reply
		}
		if bytes.HasPrefix(line, []byte(`{"Result"`)) {
			done()
		}
	}
}

// firstBytes keeps the beginning of what is written, and takes the rest without a word.
type firstBytes struct {
	buffer *bytes.Buffer
	most   int
}

// Write keeps what there is room for.
func (f *firstBytes) Write(p []byte) (int, error) {
	f.buffer.Write(p[:min(len(p), max(0, f.most-f.buffer.Len()))])
	return len(p), nil
}
