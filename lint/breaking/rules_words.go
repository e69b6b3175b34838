package breaking

// beside is the shop with nodes before `wrap`.
func beside(nodes string) string { return nodes + shop(getFile) }

// Rules over words, costs, and what a surface lists beside its operations.
var (
	DescriptionChanged = &Rule{
		ID: "description-changed", Title: "a description reads otherwise",
		Text: "No schema changes, but a model chooses tools and fills inputs by their descriptions. The tokens are what it costs more, or less.",
		Example: func() (before, after string) {
			return product("\"Shown in the list.\"\nname: String\n"),
				product("\"What the list shows, in the language of the shop.\"\nname: String\n")
		},
		Class: Info, For: callers | Reader, Twin: "description-changed",
	}
	TitleChanged = &Rule{
		ID: "title-changed", Title: "a title reads otherwise",
		Text: "People see it; no call and no answer depends on it.",
		Example: func() (before, after string) {
			return listOrders("title \"Orders\"\n"),
				listOrders("title \"All orders\"\n")
		},
		Class: Info, For: callers, Twin: "title-changed",
	}
	VersionChanged = &Rule{
		ID: "version-changed", Title: "the version of a surface is another",
		Text:    "It is what the configuration says, and changes no call.",
		Without: "`info: { version: … }` in schemac.yaml",
		Class:   Info, For: callers | Operator, Twin: "version-changed",
	}
	Deprecated = &Rule{
		ID: "deprecated", Title: "an input or output is deprecated",
		Text: "It works as before, and callers are told to stop using it.",
		Example: func() (before, after string) {
			return product("name: String\n"),
				product("name: String @deprecated(reason: \"use title\")\n")
		},
		Class: Info, For: callers | Reader, Twin: "undeprecated",
	}
	Undeprecated = &Rule{
		ID: "undeprecated", Title: "an input or output is not deprecated any more",
		Text: "It works as before.",
		Example: func() (before, after string) {
			return product("name: String @deprecated(reason: \"use title\")\n"),
				product("name: String\n")
		},
		Class: Info, For: callers | Reader, Twin: "deprecated",
	}
	TokensChanged = &Rule{
		ID: "tokens-changed", Title: "the tools of a surface cost more or fewer tokens",
		Text: "A host sends the list with every request, or defers it past some thousand tokens. What tools cost is estimated as a quarter of the bytes of their compact JSON, as `schemac tokens` does.",
		Example: func() (before, after string) {
			return product(""),
				product("\"Shown in the list.\"\nname: String\n")
		},
		Class: Info, For: Agent, Twin: "tokens-changed",
	}
	ResourceAdded = &Rule{
		ID: "resource-added", Title: "a resource is new",
		Text: "MCP lists one more.",
		Example: func() (before, after string) {
			return product(""),
				product("") + "type Brand @table @export {\n  id: ID! @primaryKey\n}\n"
		},
		Class: Compatible, For: Agent | Reader, Twin: "resource-removed",
	}
	ResourceRemoved = &Rule{
		ID: "resource-removed", Title: "a resource is removed",
		Text: "Who reads it by its URI finds nothing.",
		Example: func() (before, after string) {
			return product("") + "type Brand @table @export {\n  id: ID! @primaryKey\n}\n",
				product("")
		},
		Class: Breaking, For: Agent | Reader, Twin: "resource-added",
	}
	ResourceMoved = &Rule{
		ID: "resource-moved", Title: "a resource has another URI",
		Text: "Who reads it by the old one finds nothing. That the whole server moved is told once, as server-changed.",
		Example: func() (before, after string) {
			return beside("resource \"hours\" uri=\"shop://hours\" {\n    text \"9 to 18.\"\n}\n"),
				beside("resource \"hours\" uri=\"shop://opening-hours\" {\n    text \"9 to 18.\"\n}\n")
		},
		Class: Breaking, For: Agent | Reader, Twin: "resource-moved",
	}
	ResourceChanged = &Rule{
		ID: "resource-changed", Title: "a resource reads otherwise",
		Text: "Its title, description, media type, audience, priority or text has changed; the URI has not.",
		Example: func() (before, after string) {
			return beside("resource \"hours\" uri=\"shop://hours\" {\n    text \"9 to 18.\"\n}\n"),
				beside("resource \"hours\" uri=\"shop://hours\" {\n    text \"8 to 18.\"\n}\n")
		},
		Class: Info, For: Agent | Reader, Twin: "resource-changed",
	}
	PromptAdded = &Rule{
		ID: "prompt-added", Title: "a prompt is new",
		Text: "MCP lists one more.",
		Example: func() (before, after string) {
			return beside(""),
				beside("prompt \"order\" {\n    description \"Order a thing.\"\n    text \"Order it.\"\n}\n")
		},
		Class: Compatible, For: Agent, Twin: "prompt-removed",
	}
	PromptRemoved = &Rule{
		ID: "prompt-removed", Title: "a prompt is removed",
		Text: "Who asks for it by name gets an error.",
		Example: func() (before, after string) {
			return beside("prompt \"order\" {\n    description \"Order a thing.\"\n    text \"Order it.\"\n}\n"),
				beside("")
		},
		Class: Breaking, For: Agent, Twin: "prompt-added",
	}
	PromptChanged = &Rule{
		ID: "prompt-changed", Title: "a prompt reads otherwise",
		Text: "Its title, description or text has changed, or the words of an argument; it is asked for as before.",
		Example: func() (before, after string) {
			return beside("prompt \"order\" {\n    description \"Order a thing.\"\n    text \"Order it.\"\n}\n"),
				beside("prompt \"order\" {\n    description \"Order a thing.\"\n    text \"Order it today.\"\n}\n")
		},
		Class: Info, For: Agent, Twin: "prompt-changed",
	}
	PromptArgumentAdded = &Rule{
		ID: "prompt-argument-added", Title: "a prompt has a new argument",
		Text: "It may be left out. One that is required is breaking: who asks for the prompt without it gets an error.",
		Example: func() (before, after string) {
			return beside("prompt \"order\" {\n    text \"Order it.\"\n}\n"),
				beside("prompt \"order\" {\n    argument \"day\"\n    text \"Order it on {day}.\"\n}\n")
		},
		Class: Compatible, For: Agent, Twin: "prompt-argument-removed",
	}
	PromptArgumentRemoved = &Rule{
		ID: "prompt-argument-removed", Title: "a prompt has an argument no more",
		Text: "What is given for it is lost, or refused.",
		Example: func() (before, after string) {
			return beside("prompt \"order\" {\n    argument \"day\"\n    text \"Order it on {day}.\"\n}\n"),
				beside("prompt \"order\" {\n    text \"Order it.\"\n}\n")
		},
		Class: Breaking, For: Agent, Twin: "prompt-argument-added",
	}
	PromptArgumentRequired = &Rule{
		ID: "prompt-argument-required", Title: "an argument of a prompt is required",
		Text: "Who asks for the prompt without it gets an error.",
		Example: func() (before, after string) {
			return beside("prompt \"order\" {\n    argument \"day\"\n    text \"Order it on {day}.\"\n}\n"),
				beside("prompt \"order\" {\n    argument \"day\" required=#true\n    text \"Order it on {day}.\"\n}\n")
		},
		Class: Breaking, For: Agent, Twin: "prompt-argument-optional",
	}
	PromptArgumentOptional = &Rule{
		ID: "prompt-argument-optional", Title: "an argument of a prompt may be left out",
		Text: "Who gives it is right still.",
		Example: func() (before, after string) {
			return beside("prompt \"order\" {\n    argument \"day\" required=#true\n    text \"Order it on {day}.\"\n}\n"),
				beside("prompt \"order\" {\n    argument \"day\"\n    text \"Order it on {day}.\"\n}\n")
		},
		Class: Compatible, For: Agent, Twin: "prompt-argument-required",
	}
)
