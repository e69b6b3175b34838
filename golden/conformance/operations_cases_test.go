package conformance_test

// An operationCase is how an operation of a Harper server is tried.
type operationCase struct {
	operation string
	// arguments are those of the valid call. `{{name}}` stands for what an earlier answer called so, or for {{folder}},
	// {{file}} and {{url}}: a folder of the test, a CSV file in it, and the address of the same file.
	arguments string
	// setup are bodies of requests that come before the valid call, whatever their answers.
	setup []string
	// again are bodies of requests that come before each call with a fault, so that nothing but the fault is in its way.
	again []string
	// either are two arguments that exclude each other; the server requires one of them.
	either []string
	// patient calls are repeated until their answer holds something: metrics are gathered once a minute.
	patient bool
	// restarts says that the server is away after the call. Such operations have a server of their own.
	restarts bool
}

// operationSetup makes what the cases speak of: the table shop.dog with two records, one with a number for its key and
// one with text.
var operationSetup = []string{
	`{"operation":"create_database","database":"shop"}`,
	`{"operation":"create_table","database":"shop","table":"dog","primary_key":"id"}`,
	`{"operation":"insert","database":"shop","table":"dog","records":[{"id":1,"name":"Rex","age":3},{"id":"a","name":"Ann","age":5}]}`,
}

// anOldTable makes a table whose records and logs may go.
var anOldTable = []string{
	`{"operation":"create_table","database":"shop","table":"old","primary_key":"id"}`,
	`{"operation":"upsert","database":"shop","table":"old","records":[{"id":"o"}]}`,
}

const (
	bucketArguments = `"s3":{"aws_access_key_id":"key","aws_secret_access_key":"secret","bucket":"pound","key":"dogs.csv","region":"us-east-1"}`
	searchArguments = `"search_operation":{"operation":"search_by_conditions","database":"shop","table":"dog",` +
		`"conditions":[{"attribute":"age","comparator":"greater_than","value":1}],"get_attributes":["*"]}`
	dogTable    = `"database":"shop","table":"dog"`
	oldTable    = `"database":"shop","table":"old"`
	kennelTable = `"database":"built","table":"kennel"`
	makeKennel  = `{"operation":"create_table",` + kennelTable + `,"primary_key":"id"}`
	makeKeeper  = `{"operation":"add_role","role":"keeper",` + permission + `}`
	makeAnn     = `{"operation":"add_user",` + annAccount + `,"role":"keeper","active":true}`
	permission  = `"permission":{"super_user":false,"shop":{"tables":{"dog":{"read":true,"insert":false,"update":false,"delete":false,"attribute_permissions":[]}}}}`
	annAccount  = `"username":"ann","password":"woof"`
)

// operationCases are in the order in which one server is asked. Those that could harm it come last.
var operationCases = []operationCase{
	{operation: "describe_all", arguments: `{}`},
	{operation: "describe_schema", arguments: `{"schema":"shop"}`},
	{operation: "describe_database", arguments: `{"database":"shop"}`},
	{operation: "describe_table", arguments: `{` + dogTable + `,"exact_count":true}`},
	{operation: "list_agent_sessions", arguments: `{"limit":1}`},
	{operation: "list_users", arguments: `{}`},
	{operation: "list_roles", arguments: `{}`},
	{operation: "list_deployments", arguments: `{"limit":1}`},
	{operation: "list_backups", arguments: `{"database":"shop"}`},
	{operation: "search_by_conditions",
		arguments: `{` + dogTable + `,"conditions":[{"attribute":"age","comparator":"between","value":[1,4]}],"sort":{"attribute":"age"},"limit":5}`},
	{operation: "search_by_hash", either: []string{"hash_values", "number_hash_values"}, arguments: `{` + dogTable + `,"hash_values":["a"],"get_attributes":["*"]}`},
	{operation: "search_by_id", either: []string{"ids", "number_ids"}, arguments: `{` + dogTable + `,"number_ids":[1],"get_attributes":["*"]}`},
	{operation: "search_by_value", either: []string{"value", "number_value"}, arguments: `{` + dogTable + `,"attribute":"name","value":"Re*","limit":5}`},
	{operation: "search_jobs_by_start_date", arguments: `{"from_date":"2000-01-01","to_date":"2100-01-01"}`,
		setup: []string{`{"operation":"delete_records_before",` + dogTable + `,"date":"2000-01-01"}`}},
	{operation: "get_job", arguments: `{"id":"{{job_id}}"}`},
	{operation: "get_status", arguments: `{}`},
	{operation: "get_metrics", arguments: `{"metric":"resource-usage"}`},
	{operation: "system_information", arguments: `{"attributes":["time"]}`},
	{operation: "read_log", arguments: `{"level":"info","limit":1}`},
	{operation: "read_audit_log", arguments: `{` + dogTable + `,"search_type":"hash_value","search_values":["a"]}`},
	{operation: "search", arguments: `{}`},
	{operation: "read_transaction_log", arguments: `{` + dogTable + `,"limit":1}`},
	{operation: "get_configuration", arguments: `{}`},
	{operation: "get_backup", arguments: `{"database":"shop"}`},
	{operation: "user_info", arguments: `{}`},

	{operation: "insert", arguments: `{` + dogTable + `,"records":[{"id":"new","name":"Neo"}]}`},
	{operation: "update", arguments: `{` + dogTable + `,"records":[{"id":1,"age":4}]}`},
	{operation: "upsert", arguments: `{` + dogTable + `,"records":[{"id":2,"age":6}]}`},
	{operation: "delete", either: []string{"ids", "number_ids"}, arguments: `{` + dogTable + `,"ids":["new"]}`},
	{operation: "sql", arguments: `{"sql":"DELETE FROM shop.dog WHERE id = 2"}`},
	{operation: "csv_data_load", arguments: `{` + dogTable + `,"data":"id,name\nc1,Cleo\n"}`},
	{operation: "csv_file_load", arguments: `{` + dogTable + `,"file_path":"{{file}}","action":"insert"}`},
	{operation: "csv_url_load", arguments: `{` + dogTable + `,"csv_url":"{{url}}/dogs.csv","action":"upsert"}`},
	{operation: "import_from_s3", arguments: `{` + dogTable + `,"action":"upsert",` + bucketArguments + `}`},
	{operation: "export_local", arguments: `{"path":"{{folder}}","filename":"dogs","format":"json",` + searchArguments + `}`},
	{operation: "export_to_s3", arguments: `{"format":"json",` + bucketArguments + `,"search_operation":{"operation":"sql","sql":"SELECT id, name FROM shop.dog"}}`},
	{operation: "delete_files_before", arguments: `{` + oldTable + `,"date":"2100-01-01"}`, setup: anOldTable},
	{operation: "delete_records_before", arguments: `{` + oldTable + `,"date":"2100-01-01"}`, setup: anOldTable},
	{operation: "delete_audit_logs_before", arguments: `{` + oldTable + `,"timestamp":4102444800000}`, setup: anOldTable},
	{operation: "delete_transaction_logs_before", arguments: `{` + oldTable + `,"timestamp":4102444800000}`, setup: anOldTable},

	{operation: "create_schema", arguments: `{"schema":"made"}`},
	{operation: "create_database", arguments: `{"database":"built"}`},
	{operation: "create_table", arguments: `{` + kennelTable + `,"primary_key":"id","attributes":[{"name":"color","type":"String","indexed":true}],"expiration":3600,"audit":true}`,
		again: []string{`{"operation":"drop_table",` + kennelTable + `}`}},
	{operation: "create_attribute", arguments: `{` + dogTable + `,"attribute":"tint"}`},
	{operation: "drop_attribute", arguments: `{` + dogTable + `,"attribute":"tint"}`},
	{operation: "drop_table", arguments: `{` + kennelTable + `}`, setup: []string{makeKennel}, again: []string{makeKennel}},
	{operation: "drop_database", arguments: `{"database":"built"}`, again: []string{`{"operation":"create_database","database":"built"}`}},
	{operation: "drop_schema", arguments: `{"schema":"made"}`},
	{operation: "cleanup_orphan_blobs", arguments: `{"database":"shop"}`},

	{operation: "add_role", arguments: `{"role":"keeper",` + permission + `}`, again: []string{`{"operation":"drop_role","id":"keeper"}`}},
	{operation: "alter_role", arguments: `{"id":"keeper","permission":{"super_user":false}}`, setup: []string{makeKeeper}},
	{operation: "add_user", arguments: `{` + annAccount + `,"role":"keeper","active":true}`,
		again: []string{`{"operation":"drop_user","username":"ann"}`}},
	{operation: "alter_user", arguments: `{"username":"ann","active":true}`, setup: []string{makeAnn}},
	{operation: "create_authentication_tokens", arguments: `{` + annAccount + `}`},
	{operation: "refresh_operation_token", arguments: `{"refresh_token":"{{refresh_token}}"}`,
		setup: []string{`{"operation":"create_authentication_tokens",` + annAccount + `}`}},
	{operation: "login", arguments: `{` + annAccount + `}`},
	{operation: "logout", arguments: `{}`},
	{operation: "drop_user", arguments: `{"username":"ann"}`, again: []string{makeAnn}},
	{operation: "drop_role", arguments: `{"id":"spare"}`, setup: []string{`{"operation":"add_role","role":"spare","permission":{"super_user":false}}`}},

	{operation: "delete_deployment_payload", arguments: `{"deployment_id":"none"}`},
	{operation: "delete_backup", arguments: `{"database":"shop","backup_id":1}`},
	{operation: "purge_backups", arguments: `{"database":"shop","keep_count":1}`},
	{operation: "restore_backup", arguments: `{"database":"shop","backup_id":1}`},
	{operation: "list_metrics", arguments: `{"metric_types":["builtin"]}`, patient: true},
	{operation: "describe_metric", arguments: `{"metric":"resource-usage"}`, patient: true},
	{operation: "get_analytics", arguments: `{"metric":"resource-usage"}`, patient: true},
	{operation: "catchup", arguments: `{"transaction":{"channel":"shop:dog","transactions":[{"operation":"insert","records":[{"id":"late"}]}]}}`},
	{operation: "remove_node", arguments: `{"hostname":"nobody"}`},
	{operation: "set_configuration", arguments: `{"logging_level":"warn"}`},

	{operation: "restart_service", arguments: `{"service":"http_workers"}`, restarts: true},
	{operation: "restart", arguments: `{}`, restarts: true},
}

// operationSurprises are exchanges that descriptions, or docs/operations.md, speak of and no case shows. They are made
// after the cases, in this order.
var operationSurprises = []struct {
	about, body string
	status      int
	answer      string
}{
	{"text does not find a number", `{"operation":"search_by_id",` + dogTable + `,"ids":["1"],"get_attributes":["*"]}`, 200, `[]`},
	{"nor among values", `{"operation":"search_by_value",` + dogTable + `,"attribute":"age","value":"4"}`, 200, `[]`},
	{"an upsert keeps what is not sent", `{"operation":"upsert",` + dogTable + `,"records":[{"id":1,"age":7}]}`, 200, `"upserted_hashes":[1]`},
	{"", `{"operation":"search_by_id",` + dogTable + `,"ids":[1],"get_attributes":["name","age"]}`, 200, `[{"age":7,"name":"Rex"}]`},
	{"a key that no record has is deleted", `{"operation":"delete",` + dogTable + `,"ids":["nobody"]}`, 200, `"deleted_hashes":["nobody"]`},
	{"the audit log wants the older word", `{"operation":"read_audit_log",` + dogTable + `}`, 500, `database is required`},
	{"a table brings its database", `{"operation":"create_table","database":"fresh","table":"leaf","primary_key":"id"}`, 200, `successfully created`},
	{"the primary key can be dropped", `{"operation":"drop_attribute","database":"fresh","table":"leaf","attribute":"id"}`, 200, `successfully deleted`},
	{"an unknown account is skipped", `{"operation":"alter_user","username":"nobody","active":true}`, 200, `"skipped_hashes":["nobody"]`},
	{"a role with accounts stays", `{"operation":"drop_role","id":"super_user"}`, 409, `Cannot drop role`},
	{"tokens need no name", `{"operation":"create_authentication_tokens"}`, 200, `"refresh_token"`},
}
