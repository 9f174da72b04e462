package cloak

import (
	"slices"
	"strings"
	"sync"
)

// Builtin returns the built-in detectors, in a fixed order. The slice is the
// caller's to change.
func Builtin() []Detector {
	ds := slices.Clone(builtins())
	for i := range ds {
		ds[i] = ds[i].written()
	}
	return ds
}

// builtins are the built-in detectors, of which some have their Pattern yet to be
// written: an engine that runs on their scans never reads it.
var builtins = sync.OnceValue(collect)

func collect() []Detector {
	return slices.Concat(
		contactDetectors(), phoneDetectors(), networkDetectors(), identityDetectors(), financeDetectors(), ssnDetectors(),
		secretDetectors(), []Detector{prefixedKeyDetector()}, legalDetectors(), usIDs(), accountIDs(), ukIDs(), continentalIDs(), indiaIDs(), chinaIDs(), koreaIDs(), southEastAsiaIDs(), nearEastIDs(), bankDetectors(), countryBankDetectors(), deviceDetectors(), upiDetectors(), cryptoDetectors(), solanaDetectors(), seedDetectors(), seedListDetectors(),
		taggedDetectors(), toldDetectors(), plateDetectors(), birthDetectors(), geoDetectors(), addressDetectors(), []Detector{eastAddressDetector(), greetingDetector()},
		canadaIDs(), oceaniaIDs(), africaIDs(), brazilIDs(), latinIDs(),
	)
}

// written is d with its Pattern.
func (d *Detector) written() Detector {
	x := *d
	if x.Pattern == "" {
		if d.pattern != nil {
			x.Pattern = d.pattern()
		} else {
			x.Pattern = idPattern(d)
		}
	}
	return x
}

// marked reports whether d's reserved space is that of marked decoys, which one
// scan finds for all detectors.
func (d *Detector) marked() bool {
	return slices.ContainsFunc(d.Reserved, func(p string) bool { return strings.Contains(fold(p), marker) })
}

// shaped reports whether d's scan knows reserved space: a token's, a marked
// decoy's, or that of d's own entity. That of numbers has scans of its own: see
// numberSpaces.
func (d *Detector) shaped() bool {
	return d.scan != nil && (d.norm == normToken || d.Name == "marked" || len(d.Reserved) > 0 && !d.marked() && d.anchor != anchorRun)
}
