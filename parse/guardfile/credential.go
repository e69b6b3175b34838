package guardfile

import (
	"slices"
	"strings"
	"unicode"
)

// credentialWords are the last words of the names under which APIs take what authenticates a request.
var credentialWords = []string{
	"token", "secret", "password", "passwd", "passphrase", "pwd", "credential", "credentials",
	"authorization", "authentication", "auth", "cookie", "session", "sessionid", "sid", "signature", "sig", "jwt", "bearer", "apikey", "key",
}

// joinedWords end names that are written as one word, such as `accesstoken`.
var joinedWords = []string{"token", "secret", "password", "apikey", "accesskey", "authkey", "secretkey", "subscriptionkey", "cookie"}

// harmlessKeys are what stands before `key` where it names a record, a place in a cache or a repeat, and harmlessTokens what
// stands before `token` where a constant is asked for only to keep browsers out.
var (
	harmlessKeys   = []string{"idempotency", "cache", "surrogate", "sort", "partition", "primary", "foreign", "routing", "row", "group", "message", "dedup", "deduplication", "object", "public", "websocket"}
	harmlessTokens = []string{"csrf", "xsrf", "atlassian"}
)

// isCredentialName reports whether a header or query parameter carries a credential, as far as its name says: its last
// word decides, so `X-Api-Key` and `accessToken` do, and `X-Api-Version`, `X-Token-Type` and `Idempotency-Key` do not.
func isCredentialName(name string) bool {
	words := nameWords(name)
	if n := len(words); n > 1 && words[n-1] == "id" && words[n-2] == "session" {
		return true
	}
	if len(words) == 0 {
		return false
	}
	last, before := words[len(words)-1], words[:len(words)-1]
	follows := func(harmless []string) bool {
		return len(before) > 0 && slices.Contains(harmless, before[len(before)-1])
	}
	switch {
	case last == "key":
		return !follows(harmlessKeys)
	case last == "token":
		return !follows(harmlessTokens)
	case slices.ContainsFunc(harmlessTokens, func(h string) bool { return last == h+"token" }):
		return false
	}
	return slices.Contains(credentialWords, last) || slices.ContainsFunc(joinedWords, func(w string) bool { return strings.HasSuffix(last, w) })
}

// nameWords splits a name at its signs and where a capital follows a small letter, in lower case and without digits.
func nameWords(name string) []string {
	var words []string
	var word strings.Builder
	end := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	small := false
	for _, c := range name {
		switch {
		case unicode.IsDigit(c):
			small = true
			continue
		case !unicode.IsLetter(c):
			end()
		case unicode.IsUpper(c) && small:
			end()
			fallthrough
		default:
			word.WriteRune(unicode.ToLower(c))
		}
		small = unicode.IsLower(c)
	}
	end()
	return words
}
