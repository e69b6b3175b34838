package kdl

import (
	"math/big"
	"strings"
)

// maxRadixDigits bounds the hexadecimal, octal and binary numbers that have a JSON spelling: turning n digits into
// decimal ones takes more than linear time, and nobody writes more by hand.
const maxRadixDigits = 1024

// looksLikeNumber holds for a bare word that only a number may begin like (KDL 2, "Identifier String"): a digit, also
// after a sign or a point or both.
func looksLikeNumber(word string) bool {
	word = trimSign(word)
	word = strings.TrimPrefix(word, ".")
	return word != "" && isDigit(word[0])
}

// numberFault says what is wrong with the spelling of a number, or "" (KDL 2, "Number").
func numberFault(word string) string {
	digits := trimSign(word)
	if digits[0] == '.' {
		return pointFault(word)
	}
	if base, rest := radix(digits); base != 10 {
		return radixFault(word, base, rest)
	}
	rest := trimDigits(digits, 10)
	if fraction, ok := strings.CutPrefix(rest, "."); ok {
		if fraction == "" || !isDigit(fraction[0]) {
			return quote(word) + " needs a digit after its point"
		}
		rest = trimDigits(fraction, 10)
	}
	if rest != "" && (rest[0] == 'e' || rest[0] == 'E') {
		exponent := trimSign(rest[1:])
		if exponent == "" || !isDigit(exponent[0]) {
			return notANumber(word)
		}
		rest = trimDigits(exponent, 10)
	}
	if rest != "" {
		return notANumber(word)
	}
	return ""
}

func pointFault(word string) string {
	if whole := strings.Replace(word, ".", "0.", 1); numberFault(whole) == "" {
		return "a number needs a digit before its point: " + quote(whole)
	}
	return notANumber(word)
}

func notANumber(word string) string {
	return quote(word) + " is no number; text that begins like one must be quoted"
}

func radixFault(word string, base int, rest string) string {
	if rest != "" && digitOf(rest[0]) < base && trimDigits(rest, base) == "" {
		return ""
	}
	name := "hexadecimal"
	switch base {
	case 8:
		name = "octal"
	case 2:
		name = "binary"
	}
	return quote(word) + " is no " + name + " number; text that begins like one must be quoted"
}

// radix splits the prefix from the digits of a number without sign.
func radix(digits string) (base int, rest string) {
	if len(digits) < 2 || digits[0] != '0' {
		return 10, digits
	}
	switch digits[1] {
	case 'x':
		return 16, digits[2:]
	case 'o':
		return 8, digits[2:]
	case 'b':
		return 2, digits[2:]
	}
	return 10, digits
}

// trimDigits cuts the digits of a base, and underscores between and after them, from the start of text.
func trimDigits(text string, base int) string {
	i := 0
	for i < len(text) && (digitOf(text[i]) < base || text[i] == '_') {
		i++
	}
	return text[i:]
}

func trimSign(text string) string {
	if text != "" && (text[0] == '+' || text[0] == '-') {
		return text[1:]
	}
	return text
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// digitOf returns the worth of a hexadecimal digit, or 16 and more for another byte.
func digitOf(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return 255
}

// JSONNumber returns the spelling that JSON has for a number: decimal, without plus sign, underscores and leading
// zeros, and else digit for digit as it is written. There is none for what is no number, for #inf, #-inf and #nan, and
// for other radixes beyond 1024 digits.
func (v *Value) JSONNumber() (spelling string, ok bool) {
	if v.Kind != Number || v.Text[0] == '#' {
		return "", false
	}
	text := strings.ReplaceAll(v.Text, "_", "")
	sign := ""
	if text[0] == '-' {
		sign = "-"
	}
	base, digits := radix(trimSign(text))
	if base != 10 {
		digits, ok = decimal(digits, base)
		return sign + digits, ok
	}
	return sign + trimZeros(digits), true
}

func decimal(digits string, base int) (string, bool) {
	if len(digits) > maxRadixDigits {
		return "", false
	}
	n, ok := new(big.Int).SetString(digits, base)
	if !ok {
		return "", false
	}
	return n.String(), true
}

// trimZeros cuts leading zeros that another digit follows.
func trimZeros(digits string) string {
	i := 0
	for i+1 < len(digits) && digits[i] == '0' && isDigit(digits[i+1]) {
		i++
	}
	return digits[i:]
}
