package breaking

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// languages compares the texts that two patterns admit, as JSON Schema reads them: a pattern may match anywhere. An empty
// pattern admits all. What is too large or too strange to decide is unknown.
func (c *comparison) languages(old, new string) relation {
	key := [2]string{old, new}
	if r, ok := c.patterns[key]; ok {
		return r
	}
	if c.patterns == nil {
		c.patterns = map[[2]string]relation{}
	}
	r := compareLanguages(old, new)
	c.patterns[key] = r
	return r
}

func compareLanguages(old, new string) relation {
	a, b := machineOf(old), machineOf(new)
	if a == nil || b == nil {
		return unknown
	}
	alphabet := representatives(a, b)
	if len(alphabet) > mostRunes {
		return unknown
	}
	return walk(a, b, alphabet)
}

// Bounds of what is decided, far beyond the globs and patterns of real files: pairs of states, characters that must be
// told apart, steps in all, and places of a program.
const (
	mostStates = 2_000
	mostRunes  = 400
	mostSteps  = 1_000_000
	mostPlaces = 10_000
)

// A machine recognises what a pattern admits: the program of the regular expression, run on all its threads at once.
type machine struct {
	program *syntax.Prog
	steps   int
	seen    []bool
}

// machineOf returns the machine of a pattern, or nil when it is none that Go reads, or asks for lines or words.
func machineOf(pattern string) *machine {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil || len(program.Inst) > mostPlaces {
		return nil
	}
	const known = syntax.EmptyBeginText | syntax.EmptyEndText
	for _, inst := range program.Inst {
		if inst.Op == syntax.InstEmptyWidth && syntax.EmptyOp(inst.Arg)&^known != 0 {
			return nil
		}
	}
	return &machine{program: program, seen: make([]bool, len(program.Inst))}
}

// A state is where the threads of a machine stand, in order; done says that the pattern has matched, whatever follows.
type state struct {
	threads []uint32
	done    bool
	// ends says that the text is admitted if it ends here.
	ends bool
}

func (s *state) key() string {
	if s.done {
		return "!"
	}
	var out strings.Builder
	for _, pc := range s.threads {
		out.WriteRune(rune(pc))
	}
	if s.ends {
		out.WriteByte('$')
	}
	return out.String()
}

// enter returns the state with threads at the given places, before any character or after some.
func (m *machine) enter(at []uint32, first bool) *state {
	s := &state{}
	var flags syntax.EmptyOp
	if first {
		flags = syntax.EmptyBeginText
	}
	at = append(at, uint32(m.program.Start)) // a match may begin anywhere
	threads, done := m.follow(at, flags)
	s.threads, s.done = threads, done
	_, atEnd := m.follow(at, flags|syntax.EmptyEndText)
	s.ends = done || atEnd
	slices.Sort(s.threads)
	return s
}

// follow goes on from the given places without reading, and returns those where a character is read, and whether the
// pattern has matched.
func (m *machine) follow(at []uint32, flags syntax.EmptyOp) (threads []uint32, done bool) {
	clear(m.seen)
	stack := slices.Clone(at)
	for len(stack) > 0 {
		pc := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if m.seen[pc] {
			continue
		}
		m.seen[pc] = true
		m.steps++
		switch inst := &m.program.Inst[pc]; inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			stack = append(stack, inst.Out, inst.Arg)
		case syntax.InstCapture, syntax.InstNop:
			stack = append(stack, inst.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(inst.Arg)&^flags == 0 {
				stack = append(stack, inst.Out)
			}
		case syntax.InstMatch:
			done = true
		case syntax.InstFail:
		default:
			threads = append(threads, pc)
		}
	}
	return threads, done
}

// read returns the state after one character.
func (m *machine) read(s *state, r rune) *state {
	if s.done {
		return s
	}
	var next []uint32
	for _, pc := range s.threads {
		if inst := &m.program.Inst[pc]; inst.MatchRune(r) {
			next = append(next, inst.Out)
		}
	}
	m.steps += len(s.threads)
	return m.enter(next, false)
}

// afterSurrogates is the first character behind those that stand for halves of others.
const afterSurrogates = 0xE000

// representatives returns one character of each set that neither machine tells apart further.
func representatives(machines ...*machine) []rune {
	starts := map[rune]bool{0: true}
	mark := func(low, high rune) {
		starts[low] = true
		if high < unicode.MaxRune {
			starts[high+1] = true
		}
	}
	for _, m := range machines {
		for _, inst := range m.program.Inst {
			switch inst.Op {
			case syntax.InstRuneAnyNotNL:
				mark('\n', '\n')
			case syntax.InstRune, syntax.InstRune1:
				if len(inst.Rune) == 1 {
					mark(inst.Rune[0], inst.Rune[0])
					for r := unicode.SimpleFold(inst.Rune[0]); r != inst.Rune[0]; r = unicode.SimpleFold(r) {
						mark(r, r)
					}
					continue
				}
				for i := 0; i+1 < len(inst.Rune); i += 2 {
					mark(inst.Rune[i], inst.Rune[i+1])
				}
			}
		}
	}
	runes := make([]rune, 0, len(starts))
	for r := range starts {
		if !utf8.ValidRune(r) {
			r = afterSurrogates // no text holds what is between
		}
		runes = append(runes, r)
	}
	slices.Sort(runes)
	return slices.Compact(runes)
}

// walk goes through all pairs of states that one text leads to, looking for a text that one machine admits alone.
func walk(a, b *machine, alphabet []rune) relation {
	type both struct{ a, b *state }
	first := both{a.enter(nil, true), b.enter(nil, true)}
	queue := []both{first}
	seen := map[[2]string]bool{{first.a.key(), first.b.key()}: true}
	newInOld, oldInNew := true, true
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		oldInNew = oldInNew && (!p.a.ends || p.b.ends)
		newInOld = newInOld && (!p.b.ends || p.a.ends)
		if !oldInNew && !newInOld {
			return apart
		}
		for _, r := range alphabet {
			next := both{a.read(p.a, r), b.read(p.b, r)}
			key := [2]string{next.a.key(), next.b.key()}
			if !seen[key] {
				seen[key] = true
				queue = append(queue, next)
			}
		}
		if len(seen) > mostStates || a.steps+b.steps > mostSteps {
			return unknown
		}
	}
	return ordering(newInOld, oldInNew)
}
