package conformance_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
)

// harperLenient are inputs that our document forbids and the server takes, and why we keep forbidding them.
var harperLenient = map[string]string{
	"enum <- text":                "the server knows no enums",
	"enum <- an integer":          "the server knows no enums",
	"enum <- a fraction":          "the server knows no enums",
	"enum <- a flag":              "the server knows no enums",
	"enum <- a list":              "the server knows no enums",
	"enum <- an object":           "the server knows no enums",
	"array <- element text":       "of an enum",
	"array <- element an integer": "of an enum, or of dates",
	"array <- element a fraction": "of an enum, or of dates",
	"array <- element a flag":     "of an enum",
	"array <- element a list":     "of an enum",
	"array <- element an object":  "of an enum",
	"date-time <- text":           "what is no time is kept as null",
	"date-time <- an integer":     "numbers are milliseconds",
	"date-time <- a fraction":     "numbers are milliseconds",

	"object <- member date-time text":       "as above",
	"object <- member date-time an integer": "as above",
	"object <- member date-time a fraction": "as above",

	"string <- null": "only of a key without an exclamation mark: the server makes one",
}

// harperRefused are values that our document allows and the server refuses, by kind.
var harperRefused = map[string]string{
	"int64 -9007199254740992":         "one more than the server takes, whatever its message says",
	"int64 9007199254740992":          "likewise",
	"array element -9007199254740992": "likewise",
	"array element 9007199254740992":  "likewise",
	"required any null":               "an unstated type admits null",
}

// harperDisagreements are exchanges that differ from what our documents say. They are made in this order; each must
// stay true, so that docs/harper.md is.
var harperDisagreements = []struct {
	about, method, path, body string
	status                    int
	answer                    string
}{
	{"a path that ends in a slash is no collection", "GET", "/round/trip/", "", 200, `"attributes"`},
	{"", "POST", "/round/trip/", `{"note":"x"}`, 405, "does not have a post method"},
	{"a path that a URL must encode is not found", "GET", "/two%20words/", "", 404, "Not found"},
	{"", "GET", "/%C5%BC%C3%B3%C5%82%C4%87/", "", 404, "Not found"},
	{"a key with an exclamation mark must be in the body", "POST", "/SealedKey/", `{"note":"x"}`, 400, "Property id is required"},
	{"also of a replacement", "PUT", "/SealedKey/k", `{"note":"x"}`, 400, "Property id is required"},
	{"where @sealed lets our document forbid it", "PUT", "/SealedKey/k", `{"id":"k","note":"x"}`, 204, ""},
	{"a time with an exclamation mark must be in the body", "POST", "/MustTime/", `{}`, 400, "Property created is required"},
	{"and is ignored", "POST", "/MustTime/", `{"id":"a","created":1}`, 201, `"a"`},
	{"a time is no key", "PUT", "/DateKey/2026-01-02T03:04:05.000Z", `{"note":"x"}`, 500, "Unable to serialize object as a key"},
	{"", "GET", "/DateKey/2026-01-02T03:04:05.000Z", "", 500, "Unable to serialize object as a key"},
	{"a big integer that is 0 is not answered", "POST", "/Loose/", `{"id":"zero","must":"x","big":0}`, 201, `"zero"`},
	{"", "GET", "/Loose/zero", "", 200, `{"id":"zero","must":"x"}`},
	{"a patch makes a record without what must be there", "PATCH", "/Loose/new", `{"long":1}`, 204, ""},
	{"", "GET", "/Loose/new", "", 200, `{"long":1}`},
	{"a patch of the key is answered under the old key", "PATCH", "/Loose/new", `{"id":"other"}`, 204, ""},
	{"", "GET", "/Loose/new", "", 200, `"id":"other"`},
	{"what is no time is kept as null", "PUT", "/Loose/d", `{"must":"x","date":"text"}`, 204, ""},
	{"", "GET", "/Loose/d", "", 200, `"date":null`},
	{"a key beyond Latin-1 is created and answered as a failure", "POST", "/Loose/", `{"id":"🜚","must":"x"}`, 500, "Invalid character in header"},
	{"", "GET", "/Loose/%F0%9F%9C%9A", "", 200, `"id":"🜚"`},
	{"an empty key is created and cannot be addressed", "POST", "/Loose/", `{"id":"","must":"x"}`, 201, `""`},
	{"the key 0 is created and cannot be deleted", "POST", "/IntKey/", `{"number":0,"note":"x"}`, 201, `0`},
	{"", "DELETE", "/IntKey/0", "", 500, "Invalid primary key type"},
	{"a parameter that is no attribute is not found", "GET", "/Loose/?zz=1", "", 404, "zz is not a defined attribute"},
	{"broken JSON is a failure", "POST", "/Loose/", `{"id":`, 500, "SyntaxError"},
	{"the bound of Long is one less than its message says", "PUT", "/Loose/e", `{"must":"x","long":9007199254740992}`, 400, "must be an integer"},
	{"one less is", "PUT", "/Loose/e", `{"must":"x","long":9007199254740991}`, 204, ""},
}

func (s *harperServer) disagreements(t *testing.T) {
	t.Helper()
	for _, exchange := range harperDisagreements {
		request, err := http.NewRequest(exchange.method, s.rest+exchange.path, strings.NewReader(exchange.body))
		if err != nil {
			t.Fatal(err)
		}
		if exchange.body != "" {
			request.Header.Set("Content-Type", "application/json")
		}
		request.SetBasicAuth(harperUser, harperPassword)
		answer := (&harperClient{t: t}).send(request)
		if answer.status != exchange.status || !bytes.Contains(answer.text, []byte(exchange.answer)) {
			t.Errorf("%s: %s %s %s: docs/harper.md says %d %s, the server %d %s", exchange.about, exchange.method,
				exchange.path, exchange.body, exchange.status, exchange.answer, answer.status, answer.text)
		}
	}
}
