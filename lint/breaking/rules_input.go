package breaking

// Rules over inputs: narrower is breaking, because a call that was good may be refused; wider is compatible.
var (
	InputAdded = &Rule{
		ID: "input-added", Title: "an input is new, and may be left out",
		Text: "Calls that do not give it are as good as before.",
		Example: func() (before, after string) {
			return listOrders(""),
				listOrders("query page int \"Page to return.\"\n")
		},
		Class: Compatible, For: callers, Twin: "input-removed",
	}
	RequiredInputAdded = &Rule{
		ID: "required-input-added", Title: "an input is new, and required",
		Text: "Every call that is made already lacks it and is refused.",
		Example: func() (before, after string) {
			return listOrders(""),
				listOrders("query page int required \"Page to return.\"\n")
		},
		Class: Breaking, For: callers, Twin: "input-removed",
	}
	InputRemoved = &Rule{
		ID: "input-removed", Title: "an input is removed",
		Text: "Inputs are closed: a call that gives what is not named is refused. Where the input is open (`open-arguments`), the value is " +
			"passed on as before, and the change is info.",
		Example: func() (before, after string) {
			return listOrders("query page int \"Page to return.\"\n"),
				listOrders("")
		},
		Class: Breaking, For: callers, Twin: "input-added",
	}
	InputRequired = &Rule{
		ID: "input-required", Title: "an input that could be left out is required",
		Text: "A call without it is refused.",
		Example: func() (before, after string) {
			return product("name: String\n"),
				product("name: String!\n")
		},
		Class: Breaking, For: callers, Twin: "input-optional",
	}
	InputOptional = &Rule{
		ID: "input-optional", Title: "an input that was required may be left out",
		Text: "Calls that give it are as good as before.",
		Example: func() (before, after string) {
			return product("name: String!\n"),
				product("name: String\n")
		},
		Class: Compatible, For: callers, Twin: "input-required",
	}
	InputNullable = &Rule{
		ID: "input-nullable", Title: "an input may be null",
		Text: "Only requests over HTTP can hold null; the input of a tool leaves out what has no value.",
		Example: func() (before, after string) {
			return product("tags: [String!]\n"),
				product("tags: [String]\n")
		},
		Class: Compatible, For: Client, Twin: "input-non-null",
	}
	InputNonNull = &Rule{
		ID: "input-non-null", Title: "an input that could be null must not be",
		Text: "A request that holds null is refused. Tools never took null, so it is breaking for clients alone.",
		Example: func() (before, after string) {
			return product("tags: [String]\n"),
				product("tags: [String!]\n")
		},
		Class: Breaking, For: Client, Twin: "input-nullable",
	}
	InputTypeNarrowed = &Rule{
		ID: "input-type-narrowed", Title: "an input has a narrower type",
		Text: "Some values that were good are refused. A whole number is a number; Int lies within Long, and Long within BigInt; a date is " +
			"a text; everything lies within Any. The range counts for agents too: the server holds to it whatever the schema says.",
		Example: func() (before, after string) {
			return product("stock: Float\n"),
				product("stock: Int\n")
		},
		Class: Breaking, For: callers, Twin: "input-type-widened",
	}
	InputTypeWidened = &Rule{
		ID: "input-type-widened", Title: "an input has a wider type",
		Text: "All values that were good still are.",
		Example: func() (before, after string) {
			return product("stock: Int\n"),
				product("stock: Long\n")
		},
		Class: Compatible, For: callers, Twin: "input-type-narrowed",
	}
	InputRetyped = &Rule{
		ID: "input-retyped", Title: "an input has another type",
		Text: "Neither type lies within the other, so what callers send is refused or read otherwise.",
		Example: func() (before, after string) {
			return product("stock: Int\n"),
				product("stock: String\n")
		},
		Class: Breaking, For: callers, Twin: "input-retyped",
	}
	InputEnumNarrowed = &Rule{
		ID: "input-enum-narrowed", Title: "an input does not take some values any more",
		Text: "A call with one of them is refused. That an input takes listed values only, where it took any, is the same.",
		Example: func() (before, after string) {
			return listOrders("query state string { enum \"open\" \"closed\" }\n"),
				listOrders("query state string { enum \"open\" }\n")
		},
		Class: Breaking, For: callers, Twin: "input-enum-widened",
	}
	InputEnumWidened = &Rule{
		ID: "input-enum-widened", Title: "an input takes further values",
		Text: "All values that were good still are.",
		Example: func() (before, after string) {
			return listOrders("query state string { enum \"open\" }\n"),
				listOrders("query state string { enum \"open\" \"closed\" }\n")
		},
		Class: Compatible, For: callers, Twin: "input-enum-narrowed",
	}
	InputPatternNarrowed = &Rule{
		ID: "input-pattern-narrowed", Title: "an input must match a pattern that admits less",
		Text: "A call with a text that the old pattern admits and the new one does not is refused. Two patterns are compared by the texts that " +
			"they admit, not by how they are written.",
		Example: func() (before, after string) {
			return listOrders("query since string\n"),
				listOrders("query since string { pattern \"^[0-9]+$\" }\n")
		},
		Class: Breaking, For: callers, Twin: "input-pattern-widened",
	}
	InputPatternWidened = &Rule{
		ID: "input-pattern-widened", Title: "an input may match a pattern that admits more",
		Text: "All texts that were good still are.",
		Example: func() (before, after string) {
			return listOrders("query since string { pattern \"^[0-9]+$\" }\n"),
				listOrders("query since string\n")
		},
		Class: Compatible, For: callers, Twin: "input-pattern-narrowed",
	}
	InputPatternChanged = &Rule{
		ID: "input-pattern-changed", Title: "an input must match another pattern",
		Text: "The new pattern refuses texts that the old one admits, and admits others. Where two patterns are too large to compare, or are " +
			"not ones that RE2 reads, the message says that it cannot be decided; the worse case is assumed.",
		Example: func() (before, after string) {
			return listOrders("query since string { pattern \"^[0-9]+$\" }\n"),
				listOrders("query since string { pattern \"^[a-z]+$\" }\n")
		},
		Class: Breaking, For: callers, Twin: "input-pattern-changed",
	}
	InputBoundsNarrowed = &Rule{
		ID: "input-bounds-narrowed", Title: "a number has tighter bounds",
		Text: "A call with a number outside the new bounds is refused.",
		Example: func() (before, after string) {
			return listOrders("query page int { maximum 100 }\n"),
				listOrders("query page int { maximum 50 }\n")
		},
		Class: Breaking, For: callers, Twin: "input-bounds-widened",
	}
	InputBoundsWidened = &Rule{
		ID: "input-bounds-widened", Title: "a number has wider bounds",
		Text: "All numbers that were good still are.",
		Example: func() (before, after string) {
			return listOrders("query page int { minimum 1 }\n"),
				listOrders("query page int { minimum 0 }\n")
		},
		Class: Compatible, For: callers, Twin: "input-bounds-narrowed",
	}
	InputLengthNarrowed = &Rule{
		ID: "input-length-narrowed", Title: "a list or text has tighter bounds of its length",
		Text: "A call with a longer or shorter one is refused.",
		Example: func() (before, after string) {
			return listOrders("query { array \"ids\" items=\"string\" max-items=10; }\n"),
				listOrders("query { array \"ids\" items=\"string\" max-items=5; }\n")
		},
		Class: Breaking, For: callers, Twin: "input-length-widened",
	}
	InputLengthWidened = &Rule{
		ID: "input-length-widened", Title: "a list or text has wider bounds of its length",
		Text: "All that was good still is.",
		Example: func() (before, after string) {
			return listOrders("query { array \"ids\" items=\"string\" max-items=5; }\n"),
				listOrders("query { array \"ids\" items=\"string\"; }\n")
		},
		Class: Compatible, For: callers, Twin: "input-length-narrowed",
	}
	InputConstraintChanged = &Rule{
		ID: "input-constraint-changed", Title: "an input is asked for something that cannot be compared",
		Text: "A schema that an author has written holds other keywords, such as `anyOf`, `not` or `multipleOf`. Whether they admit less " +
			"cannot be decided here, so the worse case is assumed: read both.",
		Without: "keywords of Resource classes",
		Class:   Breaking, For: callers, Twin: "input-constraint-changed",
	}
	InputClosed = &Rule{
		ID: "input-closed", Title: "an input takes nothing but what it names",
		Text: "A call that gives more is refused. For tables it is `@sealed`, and concerns requests alone: the inputs of tools are " +
			"closed always.",
		Example: func() (before, after string) {
			return product(""),
				"type Product @table @export @sealed {\n  id: ID! @primaryKey\n}\n"
		},
		Class: Breaking, For: callers, Twin: "input-opened",
	}
	InputOpened = &Rule{
		ID: "input-opened", Title: "an input takes more than what it names",
		Text: "All calls that were good still are. In a guardfile (`open-arguments`) an agent may then send what nobody has reviewed: " +
			"there it is breaking for the operator.",
		Example: func() (before, after string) {
			return "type Product @table @export @sealed {\n  id: ID! @primaryKey\n}\n",
				product("")
		},
		Class: Compatible, For: callers, Twin: "input-closed",
	}
	DefaultChanged = &Rule{
		ID: "default-changed", Title: "an input has another default",
		Text: "No call is refused, but one that leaves the input out may mean something else: read whether callers rely on it.",
		Example: func() (before, after string) {
			return listOrders("query state string { enum \"open\" \"all\"; default \"open\" }\n"),
				listOrders("query state string { enum \"open\" \"all\"; default \"all\" }\n")
		},
		Class: Info, For: callers, Twin: "default-changed",
	}
	InputMoved = &Rule{
		ID: "input-moved", Title: "an input goes to another part of the request",
		Text: "A client that makes the request itself sends it to the wrong place. An agent names the input only, and sees nothing of it.",
		Example: func() (before, after string) {
			return listOrders("query since string\n"),
				listOrders("query since string upstream=\"since_id\"\n")
		},
		Class: Breaking, For: Client, Twin: "input-moved",
	}
	ExclusiveAdded = &Rule{
		ID: "exclusive-added", Title: "inputs may not be given together any more",
		Text: "A call that gives two of them is refused.",
		Example: func() (before, after string) {
			return listOrders("query { field \"since\"; field \"until\"; }\n"),
				listOrders("query { field \"since\"; field \"until\"; mutually-exclusive \"since\" \"until\"; }\n")
		},
		Class: Breaking, For: callers, Twin: "exclusive-removed",
	}
	ExclusiveRemoved = &Rule{
		ID: "exclusive-removed", Title: "inputs may be given together",
		Text: "All calls that were good still are.",
		Example: func() (before, after string) {
			return listOrders("query { field \"since\"; field \"until\"; mutually-exclusive \"since\" \"until\"; }\n"),
				listOrders("query { field \"since\"; field \"until\"; }\n")
		},
		Class: Compatible, For: callers, Twin: "exclusive-added",
	}
)
