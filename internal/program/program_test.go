package program

import (
	"strings"
	"testing"
)

func TestWriteJSON(t *testing.T) {
	var b strings.Builder
	if err := WriteJSON(&b, map[string]string{"a": "<b>&\n"}); err != nil || b.String() != `{"a":"<b>&\n"}`+"\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
}
