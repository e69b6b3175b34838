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
	"sync"

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
// directory, and what stands in braces belongs to REV (HEAD^{/fix: a typo}). Without a PATH it is that of the other side,
// where that is a path in the repository, or else the working directory; a repository without a work tree has only the top.
func parseGit(side, other string) (gitSide, error) {
	rev, name, named := cutRevision(strings.TrimPrefix(side, gitPrefix))
	if rev == "" || strings.HasPrefix(rev, "-") {
		return gitSide{}, usagef("%q names no revision; write git:REV or git:REV:PATH, as in git:main", side)
	}
	relative := name == "." || strings.HasPrefix(name, "./") || name == ".." || strings.HasPrefix(name, "../")
	if strings.HasPrefix(name, "/") {
		return gitSide{}, usagef("%q has a path that starts with a slash; paths start at the top of the repository without one, or in the working directory with \"./\"", side)
	}
	if named && !relative {
		return gitSide{rev, path.Clean(name)}, nil
	}
	top, err := workTree()
	if err != nil {
		return gitSide{}, fmt.Errorf("cannot read %q: %w", side, err)
	}
	if named {
		if below, ok := pathBelow(top, name); top != "" && ok {
			return gitSide{rev, below}, nil
		}
		return gitSide{}, usagef("%q has a path that lies outside of the work tree; paths without \"./\" start at the top of the repository", side)
	}
	if top == "" {
		return gitSide{rev, "."}, nil
	}
	candidates := []string{other, "."}
	if strings.HasPrefix(other, gitPrefix) {
		candidates = []string{"."}
	}
	for _, candidate := range candidates {
		if below, ok := pathBelow(top, candidate); ok {
			return gitSide{rev, below}, nil
		}
	}
	return gitSide{rev, "."}, nil
}

// cutRevision cuts REV:PATH at the first colon that stands in no braces.
func cutRevision(text string) (rev, name string, named bool) {
	depth := 0
	for i, c := range text {
		switch {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case c == ':' && depth <= 0:
			return text[:i], text[i+1:], true
		}
	}
	return text, "", false
}

// workTree returns the top of the work tree of the repository; "" when the repository has none, or when the working directory
// lies in the repository itself.
func workTree() (string, error) {
	out, err := git(nil, "rev-parse", "--is-inside-work-tree")
	if err != nil || strings.TrimSpace(string(out)) != "true" {
		return "", err
	}
	out, err = git(nil, "rev-parse", "--show-toplevel")
	return strings.TrimSuffix(string(out), "\n"), err
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

// git runs git in the working directory. The error is what git says.
func git(stdin io.Reader, args ...string) ([]byte, error) {
	return runGit(gitEnvironment(), stdin, args...)
}

// gitEnvironment is what git is run with. It fetches nothing, also not what a partial clone lacks: versions of git before 2.45
// do not know GIT_NO_LAZY_FETCH, but all know that no protocol is allowed. A hook is given GIT_DIR, with which git takes any
// folder that the hook goes to for the top of the work tree; it is left out where git finds the same repository without it.
var gitEnvironment = sync.OnceValue(func() []string {
	told := append(os.Environ(), "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
	repository := os.Getenv("GIT_DIR")
	if repository == "" || filepath.IsAbs(os.Getenv("GIT_WORK_TREE")) {
		return told
	}
	found := slices.DeleteFunc(slices.Clone(told), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return name == "GIT_DIR" || name == "GIT_WORK_TREE" || name == "GIT_PREFIX"
	})
	there, err := runGit(found, nil, "rev-parse", "--absolute-git-dir")
	if err != nil {
		return told
	}
	here, err := runGit(told, nil, "rev-parse", "--absolute-git-dir")
	if bytes.Equal(here, there) || err != nil && !filepath.IsAbs(repository) {
		return found
	}
	return told
})

func runGit(environment []string, stdin io.Reader, args ...string) ([]byte, error) {
	command := exec.Command("git", args...)
	command.Env = environment
	command.Stdin = stdin
	var words bytes.Buffer
	command.Stderr = &words
	out, err := command.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errNoGit
	}
	if err != nil {
		return nil, gitFault(words.String(), err)
	}
	return out, nil
}

// gitFault makes an error of what git says: of the first line that is no warning, and of the command that git gives as its
// cure for a repository of somebody else.
func gitFault(words string, err error) error {
	fault, cure := "", ""
	for line := range strings.SplitSeq(words, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "git config --global --add safe.directory "):
			cure = "; if you trust it, run: " + line
		case fault == "" && line != "" && !strings.HasPrefix(line, "warning: "):
			fault = strings.TrimPrefix(strings.TrimPrefix(line, "fatal: "), "error: ")
		}
	}
	switch {
	case fault == "":
		return err
	case strings.Contains(words, "promisor remote"):
		return errors.New("the clone is partial and lacks files of the revision; nothing is fetched here, so fetch them before (git checkout of the revision), or clone without --filter")
	}
	return errors.New(fault + cure)
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
		return s.missing()
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

// missing says why there is no such revision, as far as the repository knows.
func (s gitSide) missing() error {
	cause := ""
	if out, err := git(nil, "rev-parse", "--is-shallow-repository"); err == nil && strings.TrimSpace(string(out)) == "true" {
		cause = "; the clone is shallow and lacks old ones (git fetch --unshallow)"
	} else if _, err := git(nil, "rev-parse", "--verify", "--quiet", "HEAD"); err != nil {
		cause = "; nothing is committed on the current branch yet"
	}
	return fmt.Errorf("there is no revision %q%s", s.rev, cause)
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
