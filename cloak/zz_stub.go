package cloak

type patternSet struct{}

func newPatternSet(ps []Pattern) (*patternSet, error)           { return nil, nil }
func (p *patternSet) find(s string, emit func(int, Span)) error { return nil }

type detectorPatterns struct{}
type prepared struct{}

func newDetectorPatterns(ds []Detector) (*detectorPatterns, error) { return nil, nil }
func (p *detectorPatterns) prepare(s string) (*prepared, error)    { return nil, nil }
func (x *prepared) next(i, from int) (Span, bool, error)           { return Span{}, false, nil }

func vendorPrefix(string) string { return "" }

type termSet struct{}

func newTermSet(ts []Term) (*termSet, error)                           { return nil, nil }
func (t *termSet) find(s string, from, to int, emit func(Span, *Term)) {}

type keepSet struct{}

func newKeepSet(ts []Term) *keepSet      { return nil }
func (k *keepSet) has(value string) bool { return false }
