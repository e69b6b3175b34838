package breaking

// Rules over outputs: wider is breaking, because a reader may meet what it does not know; narrower is compatible.
var (
	OutputAdded = &Rule{
		ID: "output-added", Title: "an output is new, in an open record",
		Text: "The record could hold more before, so a reader passes over what it does not know.",
		Example: func() (before, after string) {
			return listOrders("returns { field \"id\" }\n"),
				listOrders("returns { field \"id\"; field \"total\" type=\"number\" }\n")
		},
		Class: Compatible, For: Reader, Twin: "output-removed",
	}
	ClosedOutputAdded = &Rule{
		ID: "closed-output-added", Title: "an output is new, in a closed record",
		Text: "A reader that checks answers against the old schema refuses the new ones. It is info all the same: hosts check against the " +
			"schema that they have just listed, typed clients pass over what they do not know, and the checkers of OpenAPI, GraphQL " +
			"and protocol buffers all take a new field of an answer for safe; a gate that stopped it would stop every schema from growing. " +
			"Who keeps old schemas compiles with `records: open`.",
		Example: func() (before, after string) {
			return product(""),
				product("name: String\n")
		},
		Class: Info, For: Reader, Twin: "output-removed",
	}
	OutputRemoved = &Rule{
		ID: "output-removed", Title: "an output is removed",
		Text: "A reader that looks for it finds nothing.",
		Example: func() (before, after string) {
			return product("name: String\n"),
				product("")
		},
		Class: Breaking, For: Reader, Twin: "output-added",
	}
	OutputRequired = &Rule{
		ID: "output-required", Title: "an output is always there",
		Text: "A reader that expects it to be missing at times is right still.",
		Example: func() (before, after string) {
			return product("name: String\n"),
				product("name: String!\n")
		},
		Class: Compatible, For: Reader, Twin: "output-optional",
	}
	OutputOptional = &Rule{
		ID: "output-optional", Title: "an output may be left out",
		Text: "A reader that relies on it fails when it is missing.",
		Example: func() (before, after string) {
			return product("name: String!\n"),
				product("name: String\n")
		},
		Class: Breaking, For: Reader, Twin: "output-required",
	}
	OutputNullable = &Rule{
		ID: "output-nullable", Title: "an output may be null",
		Text: "A reader that relies on a value fails at null.",
		Example: func() (before, after string) {
			return product("tags: [String!]\n"),
				product("tags: [String]\n")
		},
		Class: Breaking, For: Reader, Twin: "output-non-null",
	}
	OutputNonNull = &Rule{
		ID: "output-non-null", Title: "an output is never null",
		Text: "A reader that expects null at times is right still.",
		Example: func() (before, after string) {
			return product("tags: [String]\n"),
				product("tags: [String!]\n")
		},
		Class: Compatible, For: Reader, Twin: "output-nullable",
	}
	OutputTypeNarrowed = &Rule{
		ID: "output-type-narrowed", Title: "an output has a narrower type",
		Text: "A reader that takes the old type takes the new one.",
		Example: func() (before, after string) {
			return product("stock: Long @computed\n"),
				product("stock: Int @computed\n")
		},
		Class: Compatible, For: Reader, Twin: "output-type-widened",
	}
	OutputTypeWidened = &Rule{
		ID: "output-type-widened", Title: "an output has a wider type",
		Text: "A reader meets values that it cannot hold: a fraction where whole numbers were, more than 32 bits, another JSON type.",
		Example: func() (before, after string) {
			return product("stock: Int @computed\n"),
				product("stock: Float @computed\n")
		},
		Class: Breaking, For: Reader, Twin: "output-type-narrowed",
	}
	OutputRetyped = &Rule{
		ID: "output-retyped", Title: "an output has another type",
		Text: "Neither type lies within the other, so a reader of the old one fails.",
		Example: func() (before, after string) {
			return product("stock: Int @computed\n"),
				product("stock: String @computed\n")
		},
		Class: Breaking, For: Reader, Twin: "output-retyped",
	}
	OutputEnumNarrowed = &Rule{
		ID: "output-enum-narrowed", Title: "an output never has some values any more",
		Text: "A reader that handles them is right still.",
		Example: func() (before, after string) {
			return "enum State { OPEN CLOSED }\n" + product("state: State @computed\n"),
				"enum State { OPEN }\n" + product("state: State @computed\n")
		},
		Class: Compatible, For: Reader, Twin: "output-enum-widened",
	}
	OutputEnumWidened = &Rule{
		ID: "output-enum-widened", Title: "an output may have further values",
		Text: "A reader that handles each value it knows meets one that it does not: a typed client often fails there.",
		Example: func() (before, after string) {
			return "enum State { OPEN }\n" + product("state: State @computed\n"),
				"enum State { OPEN CLOSED }\n" + product("state: State @computed\n")
		},
		Class: Breaking, For: Reader, Twin: "output-enum-narrowed",
	}
	OutputLimitsNarrowed = &Rule{
		ID: "output-limits-narrowed", Title: "an output has tighter bounds or a narrower pattern",
		Text: "A reader that is ready for more is right still.",
		Example: func() (before, after string) {
			return listOrders("returns { field \"total\" type=\"int\" maximum=100 }\n"),
				listOrders("returns { field \"total\" type=\"int\" maximum=50 }\n")
		},
		Class: Compatible, For: Reader, Twin: "output-limits-widened",
	}
	OutputLimitsWidened = &Rule{
		ID: "output-limits-widened", Title: "an output has wider bounds or a wider pattern",
		Text: "A reader that relies on the old bounds meets a value beyond them.",
		Example: func() (before, after string) {
			return listOrders("returns { field \"total\" type=\"int\" maximum=50 }\n"),
				listOrders("returns { field \"total\" type=\"int\" }\n")
		},
		Class: Breaking, For: Reader, Twin: "output-limits-narrowed",
	}
	OutputLimitsChanged = &Rule{
		ID: "output-limits-changed", Title: "an output has bounds or a pattern that cannot be compared",
		Text: "The new pattern or keyword may admit what the old one does not. Where it cannot be decided the worse case is assumed.",
		Example: func() (before, after string) {
			return listOrders("returns { field \"code\" pattern=\"^[0-9]+$\" }\n"),
				listOrders("returns { field \"code\" pattern=\"^[a-z]+$\" }\n")
		},
		Class: Breaking, For: Reader, Twin: "output-limits-changed",
	}
	OutputClosed = &Rule{
		ID: "output-closed", Title: "a record holds nothing but what it names",
		Text: "A reader that is ready for more is right still.",
		Example: func() (before, after string) {
			return product(""),
				"type Product @table @export @sealed {\n  id: ID! @primaryKey\n}\n"
		},
		Class: Compatible, For: Reader, Twin: "output-opened",
	}
	OutputOpened = &Rule{
		ID: "output-opened", Title: "a record may hold more than it names",
		Text: "Readers pass over what they do not know; one that checks answers against the old schema may refuse some. As for a new output of a closed record, it is info.",
		Example: func() (before, after string) {
			return "type Product @table @export @sealed {\n  id: ID! @primaryKey\n}\n",
				product("")
		},
		Class: Info, For: Reader, Twin: "output-closed",
	}
	OutputDescribed = &Rule{
		ID: "output-described", Title: "an answer is described that was not",
		Text: "Nothing was promised of it, so no reader can have relied on anything.",
		Example: func() (before, after string) {
			return listOrders(""),
				listOrders("returns { field \"id\" }\n")
		},
		Class: Compatible, For: Reader, Twin: "output-undescribed",
	}
	OutputUndescribed = &Rule{
		ID: "output-undescribed", Title: "an answer is not described any more",
		Text: "What a reader relied on is not promised any more, and typed clients lose the type.",
		Example: func() (before, after string) {
			return listOrders("returns { field \"id\" }\n"),
				listOrders("")
		},
		Class: Breaking, For: Reader, Twin: "output-described",
	}
	FailWhenChanged = &Rule{
		ID: "fail-when-changed", Title: "a call counts as failed for another reason",
		Text: "An answer that was a success may be a failure now, or the other way round; the answer itself is the same.",
		Example: func() (before, after string) {
			return listOrders(""),
				listOrders("fail-when \"ok == false\"\n")
		},
		Class: Info, For: Agent | Reader, Twin: "fail-when-changed",
	}
)
