package conformance_test

import "testing"

// harperLenient are inputs that our document forbids and the server takes, and why we keep forbidding them.
var harperLenient = map[string]string{}

// harperRefused are values that our document allows and the server refuses.
var harperRefused = map[string]string{}

func (s *harperServer) disagreements(t *testing.T) { t.Helper() }
