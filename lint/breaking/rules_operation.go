package breaking

// Rules over surfaces and operations.
var (
	SurfaceAdded = &Rule{
		ID: "surface-added", Title: "a surface is new",
		Text: "Nobody calls it yet, so nothing can break. What it grants is worth a review of its own.",
		Example: func() (before, after string) {
			return product("name: String\n"),
				shop(getFile)
		},
		Class: Compatible, For: callers, Twin: "surface-removed",
	}
	SurfaceRemoved = &Rule{
		ID: "surface-removed", Title: "a surface is removed",
		Text: "All of its tools and requests are gone. It is told once, and not again for each operation.",
		Example: func() (before, after string) {
			return shop(getFile),
				product("name: String\n")
		},
		Class: Breaking, For: callers, Twin: "surface-added",
	}
	SurfaceRenamed = &Rule{
		ID: "surface-renamed", Title: "a surface has another name",
		Text: "Artifacts are named after their surface, and hosts often put the name of the server before those of its tools: " +
			"what refers to either finds it no more. Guardfiles of different names are one surface when no other has the same base URL.",
		Example: func() (before, after string) {
			return shop(getFile),
				"wrap store {\n    base-url \"api.example.com\"\n    auth bearer { value env SHOP_TOKEN }\n" + indented(getFile) + "}\n"
		},
		Class: Breaking, For: callers, Twin: "surface-renamed",
	}
	OperationAdded = &Rule{
		ID: "operation-added", Title: "an operation is new",
		Text: "Calls that are made already are as they were. A host sends more with every request: the tokens are counted.",
		Example: func() (before, after string) {
			return shop(getFile),
				shop(getFile + "can list files {\n    path \"/files\"\n    describe \"List all files.\"\n}\n")
		},
		Class: Compatible, For: callers, Twin: "operation-removed",
	}
	OperationRemoved = &Rule{
		ID: "operation-removed", Title: "an operation is removed",
		Text: "A call of it fails. A model reads the list of tools again, but prompts, skills and scripts go on naming it, and clients " +
			"were made with it. A tool that MCP did not list is removed for clients only.",
		Example: func() (before, after string) {
			return shop(getFile + "can list files {\n    path \"/files\"\n    describe \"List all files.\"\n}\n"),
				shop(getFile)
		},
		Class: Breaking, For: callers, Twin: "operation-added",
	}
	OperationRenamed = &Rule{
		ID: "operation-renamed", Title: "a tool has another name",
		Text: "Agents call by name, so the old name fails for them. Over HTTP nothing changes but the operationId: it is info where MCP does " +
			"not list the tool. Two operations of different names are one when they are of the same type or grant, or have the " +
			"same method, path and fixed values.",
		Example: func() (before, after string) {
			return shop(getFile),
				shop("can get file {\n    tool read_file\n    path \"/owners/{owner}/file\"\n    describe \"Get the file of an owner.\"\n}\n")
		},
		Class: Breaking, For: callers, Twin: "operation-renamed",
	}
	OperationListed = &Rule{
		ID: "operation-listed", Title: "MCP lists a tool that it did not list",
		Text: "Agents can call it now; for others it was there before.",
		Example: func() (before, after string) {
			return "type Product @table @export(mcp: false) {\n  id: ID! @primaryKey\n}\n",
				product("")
		},
		Class: Compatible, For: Agent, Twin: "operation-unlisted",
	}
	OperationUnlisted = &Rule{
		ID: "operation-unlisted", Title: "MCP does not list a tool any more",
		Text: "For an agent the tool is removed. OpenAPI still describes the operation.",
		Example: func() (before, after string) {
			return product(""),
				"type Product @table @export(mcp: false) {\n  id: ID! @primaryKey\n}\n"
		},
		Class: Breaking, For: Agent, Twin: "operation-listed",
	}
	HTTPAdded = &Rule{
		ID: "http-added", Title: "OpenAPI describes an operation that it did not describe",
		Text: "Clients can call it now; for agents it was there before.",
		Example: func() (before, after string) {
			return "type Product @table @export(rest: false) {\n  id: ID! @primaryKey\n}\n",
				product("")
		},
		Class: Compatible, For: Client, Twin: "http-removed",
	}
	HTTPRemoved = &Rule{
		ID: "http-removed", Title: "OpenAPI does not describe an operation any more",
		Text: "A client that is made from the document has no such call. MCP still lists the tool.",
		Example: func() (before, after string) {
			return product(""),
				"type Product @table @export(rest: false) {\n  id: ID! @primaryKey\n}\n"
		},
		Class: Breaking, For: Client, Twin: "http-added",
	}
	MethodChanged = &Rule{
		ID: "method-changed", Title: "an operation has another method",
		Text: "A request by the old method fails or does something else. An agent calls by name and sees nothing of it; what a grant does for it may be other than was reviewed.",
		Example: func() (before, after string) {
			return listOrders(""),
				listOrders("method POST\n")
		},
		Class: Breaking, For: Client | Operator, Twin: "method-changed",
	}
	PathChanged = &Rule{
		ID: "path-changed", Title: "an operation has another path",
		Text: "A request to the old path fails. The names of parameters in a path do not count: they are inputs, and are compared as such. " +
			"An agent calls by name and sees nothing of it; what a grant reaches for it may be other than was reviewed.",
		Example: func() (before, after string) {
			return listOrders(""),
				shop("can list orders {\n    path \"/v2/orders\"\n    describe \"List the orders.\"\n}\n")
		},
		Class: Breaking, For: Client | Operator, Twin: "path-changed",
	}
	ResponseAdded = &Rule{
		ID: "response-added", Title: "a status is described that was not",
		Text: "The server may have answered so before; a reader that knows its kind (4xx, 5xx) is not surprised.",
		Example: func() (before, after string) {
			return product(""),
				"type Product @table @export {\n  id: Int! @primaryKey\n}\n"
		},
		Class: Info, For: Client | Reader, Twin: "response-removed",
	}
	ResponseRemoved = &Rule{
		ID: "response-removed", Title: "a status is not described any more",
		Text: "Code that handles it is not needed; nothing fails.",
		Example: func() (before, after string) {
			return "type Product @table @export {\n  id: Int! @primaryKey\n}\n",
				product("")
		},
		Class: Info, For: Client | Reader, Twin: "response-added",
	}
	MediaTypeChanged = &Rule{
		ID: "media-type-changed", Title: "the answer has another media type",
		Text: "A reader that expects JSON cannot read what is none, nor the other way round.",
		Example: func() (before, after string) {
			return listOrders(""),
				listOrders("raw-response\n")
		},
		Class: Breaking, For: Reader, Twin: "media-type-changed",
	}
)
