package model

import "schemac/model/ordered"

// CallsValue is the list of calls of an action, as artifacts show it.
func CallsValue(calls []*Call) ordered.Value {
	var list []ordered.Value
	for _, c := range calls {
		members := []ordered.Member{{Name: "tool", Value: ordered.StringValue(c.Grant.ToolName())}}
		if c.As != "" {
			members = append(members, ordered.Member{Name: "as", Value: ordered.StringValue(c.As)})
		}
		var arguments []ordered.Member
		for _, a := range c.Arguments {
			arguments = append(arguments, ordered.Member{Name: a.Name, Value: argument(a)})
		}
		if len(arguments) > 0 {
			members = append(members, ordered.Member{Name: "arguments", Value: ordered.ObjectValue(arguments...)})
		}
		list = append(list, ordered.ObjectValue(members...))
	}
	return ordered.ArrayValue(list...)
}

func argument(a CallArgument) ordered.Value {
	switch {
	case a.Input != "":
		return ordered.ObjectValue(ordered.Member{Name: "input", Value: ordered.StringValue(a.Input)})
	case a.Result != "":
		members := []ordered.Member{{Name: "result", Value: ordered.StringValue(a.Result)}}
		if len(a.Path) > 0 {
			var path []ordered.Value
			for _, name := range a.Path {
				path = append(path, ordered.StringValue(name))
			}
			members = append(members, ordered.Member{Name: "path", Value: ordered.ArrayValue(path...)})
		}
		return ordered.ObjectValue(members...)
	}
	return ordered.ObjectValue(ordered.Member{Name: "value", Value: a.Value})
}
