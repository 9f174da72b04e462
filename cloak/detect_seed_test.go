package cloak

import (
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestSeedDetector(t *testing.T) {
	t.Parallel()
	ds := seedDetectors()
	checkExamples(t, ds)
	checkSound(t, ds)
	checkLinear(t, ds, append([]string{"abandon ", "zoo\n", "zoo,", "legal winner thank year wave sausage worth useful\n", "zoo zo ", "abandon   ", strings.Repeat("zoo ", 11) + "wrong "}, hurtful...)...)
}

// The list is that of BIP-39.
func TestSeedWords(t *testing.T) {
	t.Parallel()
	if sum := sha256.Sum256([]byte(seedWords)); hex.EncodeToString(sum[:]) != "2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda" {
		t.Errorf("another list: %x", sum)
	}
	if seedKeys()[trueWord] != wordNumber("true") || seedKeys()[falseWord] != wordNumber("false") {
		t.Error("true and false are elsewhere")
	}
	for i := 1; i < len(seedKeys()); i++ {
		if seedKeys()[i] <= seedKeys()[i-1] {
			t.Fatalf("word %d does not ascend", i)
		}
	}
}

// listWords are all words of the list.
func listWords() []string { return strings.Fields(seedWords) }

// The vectors of BIP-39's reference implementation (github.com/trezor/python-mnemonic).
var seedVectors = []string{
	strings.Repeat("abandon ", 11) + "about",
	"legal winner thank year wave sausage worth useful legal winner thank yellow",
	"letter advice cage absurd amount doctor acoustic avoid letter advice cage above",
	strings.Repeat("zoo ", 11) + "wrong",
	strings.Repeat("abandon ", 17) + "agent",
	"legal winner thank year wave sausage worth useful legal winner thank year wave sausage worth useful legal will",
	strings.Repeat("abandon ", 23) + "art",
	"ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic",
	"gravity machine north sort system female filter attitude volume fold club stay feature office ecology stable narrow fog",
	"hamster diagram private dutch cause delay private meat slide toddler razor book happy fancy gospel tennis maple dilemma loan word shrug inflict delay length",
}

func TestSeedVectors(t *testing.T) {
	t.Parallel()
	for i, v := range seedVectors {
		for _, sep := range []string{" ", "\n", ", ", ",", "\r\n", `","`, "\t"} {
			for _, frame := range []string{"%", "seed: %\n", "[\"%\"]", "(%)", "words\n%\nend.", "%. Done"} {
				s := strings.Replace(frame, "%", strings.ReplaceAll(v, " ", sep), 1)
				if strings.ContainsAny(sep, "\n") && (strings.HasPrefix(frame, "(") || strings.HasSuffix(frame, "Done") || strings.HasPrefix(frame, "[")) {
					continue // a phrase of many lines ends where a line does
				}
				x := naiveSites(&seedDetectors()[0], s)
				if len(x) != 1 || !strings.HasSuffix(s[:x[0].End], v[strings.LastIndexByte(v, ' ')+1:]) || x[0].Start > strings.IndexByte(frame, '%') {
					t.Errorf("vector %d in %q with %q: %v", i, frame, sep, x)
				}
			}
		}
	}
}

// A word changed or left out makes a phrase none, but where the sum happens to be right.
func TestSeedSum(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	all := listWords()
	right := 0
	const n = 20_000
	for range n {
		var b strings.Builder
		for range 12 {
			b.WriteString(all[r.IntN(len(all))] + " ")
		}
		right += len(naiveSites(&seedDetectors()[0], b.String()))
	}
	if right < n/16-300 || right > n/16+300 {
		t.Errorf("%d of %d phrases of chance are found, not one in sixteen", right, n)
	}
}

// Two phrases on two lines are two, but where their words make others together.
func TestSeedsOfLines(t *testing.T) {
	t.Parallel()
	s := seedVectors[1] + "\n" + seedVectors[7] + "\n" + seedVectors[3] + "\n"
	if got := naiveSites(&seedDetectors()[0], s); len(got) != 3 {
		t.Errorf("%v", got)
	}
	if got := naiveSites(&seedDetectors()[0], seedVectors[0]+" "+seedVectors[7]); len(got) != 2 {
		t.Errorf("%v", got)
	}
}

func TestSeedLists(t *testing.T) { checkExamples(t, seedListDetectors()) }
