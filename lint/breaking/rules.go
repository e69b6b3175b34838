package breaking

import "schemac/lint"

// Rules are all rules, in the order in which documents list them.
var Rules = []*Rule{
	SurfaceAdded, SurfaceRemoved, SurfaceRenamed,
	OperationAdded, OperationRemoved, OperationRenamed, OperationListed, OperationUnlisted,
	HTTPAdded, HTTPRemoved, MethodChanged, PathChanged, ResponseAdded, ResponseRemoved, MediaTypeChanged,

	InputAdded, RequiredInputAdded, InputRemoved, InputRequired, InputOptional, InputNullable, InputNonNull,
	InputTypeNarrowed, InputTypeWidened, InputRetyped, InputEnumNarrowed, InputEnumWidened,
	InputPatternNarrowed, InputPatternWidened, InputPatternChanged, InputBoundsNarrowed, InputBoundsWidened,
	InputLengthNarrowed, InputLengthWidened, InputConstraintChanged, InputClosed, InputOpened, DefaultChanged,
	InputMoved, ExclusiveAdded, ExclusiveRemoved,

	OutputAdded, ClosedOutputAdded, OutputRemoved, OutputRequired, OutputOptional, OutputNullable, OutputNonNull,
	OutputTypeNarrowed, OutputTypeWidened, OutputRetyped, OutputEnumNarrowed, OutputEnumWidened,
	OutputLimitsNarrowed, OutputLimitsWidened, OutputLimitsChanged, OutputClosed, OutputOpened,
	OutputDescribed, OutputUndescribed, FailWhenChanged,

	ReadOnlyGained, ReadOnlyLost, DestructiveGained, DestructiveLost, IdempotentGained, IdempotentLost,
	OpenWorldGained, OpenWorldLost, RestrictAdded, RestrictRemoved, RestrictLoosened, RestrictTightened, RestrictChanged,
	MetacharactersAllowed, MetacharactersRefused, NeverAdded, NeverRemoved, DenialLifted,
	SecurityAdded, SecurityRemoved, SecurityChanged, CredentialMoved, ServerChanged, FixedValueChanged, CallsChanged,
	PolicyAdded, PolicyRemoved, PolicyChanged,

	DescriptionChanged, TitleChanged, VersionChanged, Deprecated, Undeprecated, TokensChanged,
	ResourceAdded, ResourceRemoved, ResourceMoved, ResourceChanged, PromptAdded, PromptRemoved, PromptChanged,
	PromptArgumentAdded, PromptArgumentRemoved, PromptArgumentRequired, PromptArgumentOptional,
}

// product is the table of most examples, with the given fields beside its key.
func product(fields string) string {
	return "type Product @table @export {\n  id: ID! @primaryKey\n" + lint.Indent("  ", fields) + "}\n"
}

// shop is the guardfile of most examples, with the given nodes.
func shop(nodes string) string {
	return "wrap shop {\n    base-url \"api.example.com\"\n    auth bearer { value env SHOP_TOKEN }\n" + indented(nodes) + "}\n"
}

// listOrders is a grant of the shop, with the given nodes.
func listOrders(nodes string) string {
	return shop("can list orders {\n    path \"/orders\"\n    describe \"List the orders.\"\n" + indented(nodes) + "}\n")
}

// getFile is a grant with an input in its path.
const getFile = "can get file {\n    path \"/owners/{owner}/file\"\n    describe \"Get the file of an owner.\"\n}\n"
