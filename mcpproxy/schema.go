package mcpproxy

import "github.com/seed-052fbf24/cloak/mcpproxy/internal/schema"

// constrained is a string or number of a tool's result that its outputSchema
// constrains.
type constrained struct {
	span // of the raw scalar, the quotes of a string included

	// fits reports whether text may stand there: the decoded text of a string, or a
	// number literal where a number stood. It says no where it cannot tell.
	// It is safe for concurrent use.
	fits func(text string) bool

	// fixed tells that what stands there is listed by an enum or const: the schema,
	// which the model has seen, shows it.
	fixed bool
}

// A toolSchema is a compiled outputSchema. It is safe for concurrent use; the nil one
// constrains nothing.
type toolSchema struct{ s *schema.Schema }

// compileSchema reads the raw JSON of an outputSchema. What is none constrains nothing.
func compileSchema(outputSchema []byte) *toolSchema {
	return &toolSchema{schema.Compile(outputSchema)}
}

// constraints finds the leaves of value that the schema constrains, ascending.
func (t *toolSchema) constraints(value []byte) (leaves []constrained) {
	if t == nil {
		return nil
	}
	t.s.Leaves(value, func(l schema.Leaf) {
		leaves = append(leaves, constrained{span{l.Start, l.End}, l.Fits, l.Fixed})
	})
	return leaves
}

// constraints is for a schema that is used once.
func constraints(outputSchema, value []byte) []constrained {
	return compileSchema(outputSchema).constraints(value)
}
