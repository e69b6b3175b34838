package breaking

// Rules over what agents may do, and what hosts let them do without asking.
var (
	ReadOnlyGained = &Rule{
		ID: "read-only-gained", Title: "a tool says that it only reads",
		Text: "Hosts call such a tool without asking. Whether it is true is for a reviewer to say.",
		Example: func() (before, after string) {
			return listOrders("method POST\n"),
				listOrders("method POST\nhints read-only=#true\n")
		},
		Class: Info, For: Operator, Twin: "read-only-lost",
	}
	ReadOnlyLost = &Rule{
		ID: "read-only-lost", Title: "a tool does not say any more that it only reads",
		Text: "It may write now, where it was reviewed as one that reads; hosts that call readers without asking start to ask.",
		Example: func() (before, after string) {
			return listOrders("method POST\nhints read-only=#true\n"),
				listOrders("method POST\n")
		},
		Class: Breaking, For: Operator, Twin: "read-only-gained",
	}
	DestructiveGained = &Rule{
		ID: "destructive-gained", Title: "a tool may destroy",
		Text: "It was reviewed as one that destroys nothing, or says nothing of it. That `destructive=#false` is lost counts, because MCP then assumes the worst.",
		Example: func() (before, after string) {
			return listOrders("method POST\n"),
				listOrders("method POST\nhints destructive=#true\n")
		},
		Class: Breaking, For: Operator, Twin: "destructive-lost",
	}
	DestructiveLost = &Rule{
		ID: "destructive-lost", Title: "a tool does not say any more that it destroys",
		Text: "Hosts that ask before a destructive call may ask no more. Whether it is true is for a reviewer to say.",
		Example: func() (before, after string) {
			return listOrders("method POST\nhints destructive=#true\n"),
				listOrders("method POST\n")
		},
		Class: Info, For: Operator, Twin: "destructive-gained",
	}
	IdempotentGained = &Rule{
		ID: "idempotent-gained", Title: "a tool says that a repeat does no more",
		Text: "Who did not repeat a call goes on not to.",
		Example: func() (before, after string) {
			return listOrders("method POST\n"),
				listOrders("method POST\nhints idempotent=#true\n")
		},
		Class: Compatible, For: Agent, Twin: "idempotent-lost",
	}
	IdempotentLost = &Rule{
		ID: "idempotent-lost", Title: "a tool does not say any more that a repeat does no more",
		Text: "Who repeats a call that timed out may do twice what was meant once.",
		Example: func() (before, after string) {
			return listOrders("method POST\nhints idempotent=#true\n"),
				listOrders("method POST\n")
		},
		Class: Breaking, For: Agent, Twin: "idempotent-gained",
	}
	OpenWorldGained = &Rule{
		ID: "open-world-gained", Title: "a tool may reach others than its own server",
		Text: "What it answers may come from anyone, so hosts treat it with more care. Nothing fails.",
		Example: func() (before, after string) {
			return listOrders("hints open-world=#false\n"),
				listOrders("hints open-world=#true\n")
		},
		Class: Info, For: Operator, Twin: "open-world-lost",
	}
	OpenWorldLost = &Rule{
		ID: "open-world-lost", Title: "a tool does not say any more that it reaches others than its own server",
		Text: "Hosts may trust its answers more. Whether that is right is for a reviewer to say.",
		Example: func() (before, after string) {
			return listOrders("hints open-world=#true\n"),
				listOrders("hints open-world=#false\n")
		},
		Class: Info, For: Operator, Twin: "open-world-gained",
	}
	RestrictAdded = &Rule{
		ID: "restrict-added", Title: "an input is restricted",
		Text: "A call with a value that no glob matches is refused.",
		Example: func() (before, after string) {
			return shop(getFile),
				shop("restrict owner matches \"team-*\"\n" + getFile)
		},
		Class: Breaking, For: callers, Twin: "restrict-removed",
	}
	RestrictRemoved = &Rule{
		ID: "restrict-removed", Title: "an input is not restricted any more",
		Text: "No call is refused that was good, but an agent may reach what nobody has reviewed.",
		Example: func() (before, after string) {
			return shop("restrict owner matches \"team-*\"\n" + getFile),
				shop(getFile)
		},
		Class: Breaking, For: Operator, Twin: "restrict-added",
	}
	RestrictLoosened = &Rule{
		ID: "restrict-loosened", Title: "a restriction admits more",
		Text: "An agent may reach what the old restriction kept it from. Globs are compared by what they match, not by how they are written.",
		Example: func() (before, after string) {
			return shop("restrict owner matches \"team-a\"\n" + getFile),
				shop("restrict owner matches \"team-a\" \"team-b\"\n" + getFile)
		},
		Class: Breaking, For: Operator, Twin: "restrict-tightened",
	}
	RestrictTightened = &Rule{
		ID: "restrict-tightened", Title: "a restriction admits less",
		Text: "A call with a value that is not admitted any more is refused.",
		Example: func() (before, after string) {
			return shop("restrict owner matches \"team-*\"\n" + getFile),
				shop("restrict owner matches \"team-a*\"\n" + getFile)
		},
		Class: Breaking, For: callers, Twin: "restrict-loosened",
	}
	RestrictChanged = &Rule{
		ID: "restrict-changed", Title: "a restriction admits other values",
		Text: "Some calls are refused that were good, and an agent may reach what it could not. Where globs are too large to compare, the worse case is assumed.",
		Example: func() (before, after string) {
			return shop("restrict owner matches \"team-*\"\n" + getFile),
				shop("restrict owner matches \"guild-*\"\n" + getFile)
		},
		Class: Breaking, For: callers | Operator, Twin: "restrict-changed",
	}
	MetacharactersAllowed = &Rule{
		ID: "metacharacters-allowed", Title: "a path parameter may hold any character",
		Text: "`allow-metacharacters` lets an agent write `/`, `?` and `..` into the path, and so reach other paths than the one that was reviewed.",
		Example: func() (before, after string) {
			return shop(getFile),
				shop("allow-metacharacters owner\n" + getFile)
		},
		Class: Breaking, For: Operator, Twin: "metacharacters-refused",
	}
	MetacharactersRefused = &Rule{
		ID: "metacharacters-refused", Title: "a path parameter must be one segment",
		Text: "A call with a separator, a query, a fragment or an escape in it is refused.",
		Example: func() (before, after string) {
			return shop("allow-metacharacters owner\n" + getFile),
				shop(getFile)
		},
		Class: Breaking, For: callers, Twin: "metacharacters-allowed",
	}
	NeverAdded = &Rule{
		ID: "never-added", Title: "a denial is new",
		Text: "It says what no tool does. An operation that it takes away is reported as removed.",
		Example: func() (before, after string) {
			return shop(getFile),
				shop(getFile + "never delete file { message \"Files stay.\" }\n")
		},
		Class: Info, For: Operator, Twin: "never-removed",
	}
	NeverRemoved = &Rule{
		ID: "never-removed", Title: "a denial is removed, and nothing is granted in its place",
		Text: "No tool does what it denied, but nothing says any more that none may: a later grant needs no `override`.",
		Example: func() (before, after string) {
			return shop(getFile + "never delete file { message \"Files stay.\" }\n"),
				shop(getFile)
		},
		Class: Info, For: Operator, Twin: "never-added",
	}
	DenialLifted = &Rule{
		ID: "never-lifted", Title: "an operation that was denied is granted",
		Text: "The old side says that no tool does this, and on the new side one does. No call fails, but an agent may do what was ruled out.",
		Example: func() (before, after string) {
			return shop(getFile + "never delete file { message \"Files stay.\" }\n"),
				shop(getFile + "can delete file {\n    path \"/owners/{owner}/file\"\n    describe \"Delete the file of an owner for good.\"\n}\n")
		},
		Class: Breaking, For: Operator, Twin: "never-added",
	}
	SecurityAdded = &Rule{
		ID: "security-added", Title: "requests must authenticate",
		Text: "A client without credentials is refused. An agent calls through a runtime that has them.",
		Example: func() (before, after string) {
			return "wrap shop {\n    base-url \"api.example.com\"\n    auth none\n" + indented(getFile) + "}\n",
				shop(getFile)
		},
		Class: Breaking, For: Client, Twin: "security-removed",
	}
	SecurityRemoved = &Rule{
		ID: "security-removed", Title: "requests do not authenticate any more",
		Text: "What was done under a name is done under none: who answers for it must know.",
		Example: func() (before, after string) {
			return shop(getFile),
				"wrap shop {\n    base-url \"api.example.com\"\n    auth none\n" + indented(getFile) + "}\n"
		},
		Class: Breaking, For: Operator, Twin: "security-added",
	}
	SecurityChanged = &Rule{
		ID: "security-changed", Title: "requests authenticate in another way",
		Text: "A client that authenticates in the old way is refused, and the runtime must be given what the new one needs.",
		Example: func() (before, after string) {
			return shop(getFile),
				"wrap shop {\n    base-url \"api.example.com\"\n    auth header-token { header X-Key; value env SHOP_TOKEN }\n" + indented(getFile) + "}\n"
		},
		Class: Breaking, For: Client | Operator, Twin: "security-changed",
	}
	CredentialMoved = &Rule{
		ID: "credential-moved", Title: "the credential is found elsewhere",
		Text: "A deployment that sets the old variable, file or parameter only has no credential, and every call fails; another credential may also allow more.",
		Example: func() (before, after string) {
			return shop(getFile),
				"wrap shop {\n    base-url \"api.example.com\"\n    auth bearer { value env SHOP_ADMIN_TOKEN }\n" + indented(getFile) + "}\n"
		},
		Class: Breaking, For: Operator, Twin: "credential-moved",
	}
	ServerChanged = &Rule{
		ID: "server-changed", Title: "requests go to another server",
		Text: "What was reviewed for one server is done on another, with the same credentials; clients must call there.",
		Example: func() (before, after string) {
			return shop(getFile),
				"wrap shop {\n    base-url \"eu.example.com\"\n    auth bearer { value env SHOP_TOKEN }\n" + indented(getFile) + "}\n"
		},
		Class: Breaking, For: Client | Operator, Twin: "server-changed",
	}
	FixedValueChanged = &Rule{
		ID: "fixed-value-changed", Title: "something else is sent that no caller gives",
		Text: "`set`, `pin` and constant headers decide what a tool does without its caller seeing it, such as `state: closed`. The same call does something else than was reviewed.",
		Example: func() (before, after string) {
			return shop("can close order {\n    path \"/orders/{id}\"\n    describe \"Close an order.\"\n    set state \"closed\"\n}\n"),
				shop("can close order {\n    path \"/orders/{id}\"\n    describe \"Close an order.\"\n    set state \"deleted\"\n}\n")
		},
		Class: Breaking, For: Operator, Twin: "fixed-value-changed",
	}
	CallsChanged = &Rule{
		ID: "calls-changed", Title: "an action makes other calls",
		Text: "The same call of the action does something else than was reviewed.",
		Example: func() (before, after string) {
			return shop(getFile + "action view file {\n    describe \"View the file of an owner.\"\n    input owner { required; }\n    call get file { owner $owner; } as file\n}\n"),
				shop(getFile + "action view file {\n    describe \"View the file of an owner.\"\n    input owner { required; }\n    call get file { owner $owner; } as first\n    call get file { owner \"shared\"; } as file\n}\n")
		},
		Class: Breaking, For: Operator, Twin: "calls-changed",
	}
	PolicyAdded = &Rule{
		ID: "policy-added", Title: "a node beside `wrap` is new",
		Text: "A runtime serves the tools in another way: it asks first, limits, or keeps answers. The tools are the same.",
		Example: func() (before, after string) {
			return shop(getFile),
				"rate-limit \"5/1s\"\n" + shop(getFile)
		},
		Class: Info, For: Operator, Twin: "policy-removed",
	}
	PolicyRemoved = &Rule{
		ID: "policy-removed", Title: "a node beside `wrap` is removed",
		Text: "`confirm`, `rate-limit`, `reject-empty` and `reject-empty-argument` hold an agent back, and do so no more. Any other node is info.",
		Example: func() (before, after string) {
			return "rate-limit \"5/1s\"\n" + shop(getFile),
				shop(getFile)
		},
		Class: Breaking, For: Operator, Twin: "policy-added",
	}
	PolicyChanged = &Rule{
		ID: "policy-changed", Title: "a node beside `wrap` says something else",
		Text: "A runtime serves the tools in another way. Whether it holds an agent back less is for a reviewer to say.",
		Example: func() (before, after string) {
			return "rate-limit \"5/1s\"\n" + shop(getFile),
				"rate-limit \"50/1s\"\n" + shop(getFile)
		},
		Class: Info, For: Operator, Twin: "policy-changed",
	}
)
