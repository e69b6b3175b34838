package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"schemac/model/diag"
	"schemac/model/source"
)

// gitPrefix begins a side of a diff that is read from a repository: git:REV or git:REV:PATH.
const gitPrefix = "git:"

// A gitSide is a revision, and a file or folder in it.
type gitSide struct {
	rev string
	// path is a slash path from the top of the repository; "." is the top.
	path string
}

// errNoGit says that there is no git to ask.
var errNoGit = errors.New("git is not installed, and only git can read a revision")

// parseGit takes git:REV[:PATH] apart. As git has it, PATH starts at the top of the repository, or with "./" in the working
// directory. Without a PATH it is that of the other side, where that is a path in the repository, or else the working
// directory.
func parseGit(side, other string) (gitSide, error) {
	rev, name, named := strings.Cut(strings.TrimPrefix(side, gitPrefix), ":")
	if rev == "" || strings.HasPrefix(rev, "-") {
		return gitSide{}, usagef("%q names no revision; write git:REV or git:REV:PATH, as in git:main", side)
	}
	if named && name != "." && !strings.HasPrefix(name, "./") && !strings.HasPrefix(name, "../") {
		return gitSide{rev, path.Clean(name)}, nil
	}
	out, err := git(nil, "rev-parse", "--show-toplevel")
	if err != nil {
		return gitSide{}, fmt.Errorf("cannot read %q: %w", side, err)
	}
	if !named && !strings.HasPrefix(other, gitPrefix) {
		name = other
	}
	top := strings.TrimSuffix(string(out), "\n")
	for _, candidate := range []string{name, "."} {
		if below, ok := pathBelow(top, candidate); ok {
			return gitSide{rev, below}, nil
		}
	}
	return gitSide{rev, "."}, nil
}

// pathBelow returns the slash path from the top of a repository to a path of the working directory.
func pathBelow(top, name string) (string, bool) {
	abs, err := canonicalPath(name)
	if err != nil {
		return "", false
	}
	if real, err := filepath.EvalSymlinks(top); err == nil {
		top = real
	}
	below, err := filepath.Rel(filepath.FromSlash(top), abs)
	return filepath.ToSlash(below), err == nil && filepath.IsLocal(below)
}

// git runs git in the working directory. It fetches nothing, also not what a partial clone lacks. The error is what git says.
func git(stdin io.Reader, args ...string) ([]byte, error) {
	command := exec.Command("git", args...)
	command.Env = append(os.Environ(), "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
	command.Stdin = stdin
	var words bytes.Buffer
	command.Stderr = &words
	out, err := command.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errNoGit
	}
	if err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(words.String()), "\n")
		if first = strings.TrimPrefix(first, "fatal: "); first == "" {
			first = err.Error()
		}
		return nil, errors.New(first)
	}
	return out, nil
}

// A blob is a file of a revision.
type blob struct {
	mode, id string
	size     int64
	path     string
}

// Modes of the entries that are read; a submodule is another repository.
const symlinkMode = "120000"

// checkout writes what a build of the side may read into a folder of its own: sources, what they may import or inherit, and
// configuration files, as the objects of the repository have them. The work tree and the index are neither read nor
// touched.
func (s gitSide) checkout(dir string) error {
	tree, err := git(nil, "rev-parse", "--verify", "--quiet", "--end-of-options", s.rev+"^{tree}")
	if err != nil {
		if _, outside := git(nil, "rev-parse", "--git-dir"); outside != nil {
			return outside
		}
		return fmt.Errorf("there is no revision %q; a shallow clone lacks old ones (git fetch --unshallow)", s.rev)
	}
	listing, err := git(nil, "ls-tree", "-r", "-z", "-l", "--full-tree", strings.TrimSpace(string(tree)))
	if err != nil {
		return err
	}
	blobs, err := parseTree(listing)
	if err != nil {
		return err
	}
	if s.path != "." && !slices.ContainsFunc(blobs, func(b blob) bool { return b.path == s.path || strings.HasPrefix(b.path, s.path+"/") }) {
		return fmt.Errorf("revision %q has no %q", s.rev, s.path)
	}
	leave := notRead(blobs)
	read := slices.DeleteFunc(slices.Clone(blobs), leave)
	if err := writeBlobs(read, dir); err != nil {
		return err
	}
	named := namedFiles(read, dir)
	return writeBlobs(slices.DeleteFunc(blobs, func(b blob) bool { return !leave(b) || !named[b.path] }), dir)
}

// namedFiles returns the slash paths of the files that each schemac.yaml that is written already names: a list of operations
// may be called anything.
func namedFiles(written []blob, dir string) map[string]bool {
	named := map[string]bool{}
	for _, b := range written {
		if path.Base(b.path) != configName {
			continue
		}
		folder := filepath.Join(dir, filepath.FromSlash(path.Dir(b.path)))
		var ignored diag.List // who compiles the side will tell
		c, err := loadConfig([]string{folder}, folder, &ignored)
		if err != nil || c.Require.Path == "" {
			continue
		}
		if below, err := filepath.Rel(dir, c.Require.Path); err == nil {
			named[filepath.ToSlash(below)] = true
		}
	}
	return named
}

// parseTree reads what git ls-tree -z -l prints: MODE TYPE ID SIZE<tab>PATH<nul>.
func parseTree(listing []byte) ([]blob, error) {
	var blobs []blob
	for entry := range strings.SplitSeq(strings.TrimSuffix(string(listing), "\x00"), "\x00") {
		about, name, _ := strings.Cut(entry, "\t")
		fields := strings.Fields(about)
		if len(fields) != 4 || fields[1] != "blob" {
			continue // a submodule
		}
		size, err := strconv.ParseInt(fields[3], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("cannot read what git ls-tree prints: %q", entry)
		}
		if filepath.IsLocal(filepath.FromSlash(name)) {
			blobs = append(blobs, blob{fields[0], fields[2], size, name})
		}
	}
	return blobs, nil
}

// notRead returns what no build reads: the packages of others, what is larger than any source, and files that have no name
// of ours, except below an application of Harper, whose configuration may call sources anything.
func notRead(blobs []blob) func(blob) bool {
	var applications []string
	for _, b := range blobs {
		if slices.Contains(harperConfigs, path.Base(b.path)) {
			applications = append(applications, path.Dir(b.path))
		}
	}
	return func(b blob) bool {
		if b.size > source.MaxBytes || strings.Contains("/"+b.path, "/node_modules/") {
			return true
		}
		if _, ok := kindOf(b.path); ok || isConfig(path.Base(b.path)) || b.mode == symlinkMode {
			return false
		}
		return !slices.ContainsFunc(applications, func(dir string) bool { return dir == "." || strings.HasPrefix(b.path, dir+"/") })
	}
}

// writeBlobs writes files into a folder.
func writeBlobs(blobs []blob, dir string) error {
	var ids bytes.Buffer
	for _, b := range blobs {
		ids.WriteString(b.id + "\n")
	}
	out, err := git(&ids, "cat-file", "--batch")
	if err != nil {
		return err
	}
	contents := bufio.NewReader(bytes.NewReader(out))
	for _, b := range blobs {
		header, err := contents.ReadString('\n') // ID blob SIZE
		if err != nil || header != fmt.Sprintf("%s blob %d\n", b.id, b.size) {
			return fmt.Errorf("the repository lacks %q: %s", b.path, strings.TrimSpace(header))
		}
		text := make([]byte, b.size+1)
		if _, err := io.ReadFull(contents, text); err != nil {
			return fmt.Errorf("cannot read %q: %w", b.path, err)
		}
		if err := b.write(dir, text[:b.size]); err != nil {
			return err
		}
	}
	return nil
}

// write writes the file, or the symbolic link if it leads nowhere else than into the folder.
func (b blob) write(dir string, text []byte) error {
	name := filepath.Join(dir, filepath.FromSlash(b.path))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	if b.mode != symlinkMode {
		return os.WriteFile(name, text, 0o666)
	}
	target := path.Join(path.Dir(b.path), string(text))
	if path.IsAbs(string(text)) || !filepath.IsLocal(filepath.FromSlash(target)) {
		return nil
	}
	return os.Symlink(filepath.FromSlash(string(text)), name)
}
