package cloak

import "testing"

func TestUPIDetector(t *testing.T) {
	t.Parallel()
	ds := upiDetectors()
	checkExamples(t, ds)
	checkSound(t, ds)
	checkLinear(t, ds, append([]string{"a@ybl", "@okaxis", "a-@", "ybl@"}, hurtful...)...)
}

// The sample of 49 CFR 565, and its neighbours. A letter and the digit that stands for it
// are one to the sum.
func TestVINCheckDigit(t *testing.T) {
	t.Parallel()
	for _, v := range []string{"1M8GDM9AXKP042788", "1HGCM82633A004352", "5GZCZ43D13S812715"} {
		if !isSureVIN(v) {
			t.Errorf("%s is turned down", v)
		}
		for i := 3; i < len(v); i++ {
			for _, b := range []byte("0123456789") {
				if w := v[:i] + string(b) + v[i+1:]; isDigit(v[i]) && b != v[i] && isSureVIN(w) {
					t.Errorf("%s is accepted", w)
				}
			}
		}
	}
}
