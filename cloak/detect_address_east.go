package cloak

import (
	"strings"
	"unicode/utf8"
)

// Addresses of China, Japan, Korea and Taiwan are written without blanks, the
// largest part first: 東京都千代田区丸の内1-9-1. Beside a label what has the sign of a
// province or a town, that of a part of it, and a number, is one.

func eastAddressDetector() Detector {
	return ids([]Detector{{
		Name: "address_east", Entity: "ADDRESS", Class: Context, Bits: 8, LabelBits: 8,
		Pattern:   `[0-9]{1,5}`,
		Labels:    eastLabels,
		Authority: "Japan Post, China Post, Korea Post, Chunghwa Post: how addresses are written",
		Match: []string{
			"住所：«東京都千代田区丸の内1-9-1»", "地址：«北京市朝阳区建国路88号»", "주소: «서울특별시 강남구 테헤란로 152»", "收货地址：«广东省深圳市南山区科技园路1号3栋502室»，谢谢", "住所は«大阪府大阪市北区梅田3丁目1番3号»です", "地址 «北京市朝阳区建国路88号»", "お届け先住所: «大阪府大阪市北区梅田3-1-3»", "\"住所\":\"«東京都千代田区丸の内1-9-1»\"",
		},
		NoMatch: []string{"東京都千代田区丸の内1-9-1", "地址：0x7f4471829000", "メモリの地址 88 番", "地址：第88号文件", "주소: 0x1000 번지"},
		Gaps:    []string{"住所：千代田区«丸の内一丁目»"},
		gate:    mayBeEast, scan: scanEastAddress,
	}})[0]
}

var eastLabels = []string{"現住所", "住所", "所在地", "届け先", "送付先", "收货地址", "收貨地址", "通讯地址", "家庭住址", "地址", "住址", "주소", "배송지", "address"}

const (
	eastTowns = "都道府県県市省京도시州"
	eastParts = "区區市郡町村县縣镇鎮路街道구군동로길읍면段巷弄"
	eastTail  = "号號番地丁目栋棟楼樓层層階室房单元單元座巷弄段の之번지호층동"
)

// mayBeEast asks for a digit behind a character beyond ASCII, or one and a blank.
func mayBeEast(s string, i int) bool {
	b := at(s, i-1)
	return isDigit(s[i]) && (b >= 0x80 || b == ' ' && at(s, i-2) >= 0x80)
}

// scanEastAddress judges the first number of an address, at s[i]: characters in front of
// it, back to a sign or a blank, and numbers with their signs behind.
func scanEastAddress(s string, i int) (site, bool) {
	if !isDigit(at(s, i)) {
		return site{}, false
	}
	const farthest = 96
	start, towns, parts, n := i, 0, 0, 0
	for start > 0 && i-start < farthest {
		if s[start-1] == ' ' && start > 1 && s[start-2] >= 0x80 { // as in Korea
			start--
			continue
		}
		r, size := utf8.DecodeLastRuneInString(s[max(0, start-utf8.UTFMax):start])
		if r < firstWide || r == utf8.RuneError || !nameRune(r) || r == 'は' || r == 'が' {
			break
		}
		start -= size
		n++
		if strings.ContainsRune(eastParts, r) {
			parts++
		} else if strings.ContainsRune(eastTowns, r) {
			towns++
		}
	}
	for start < i && s[start] == ' ' {
		start++
	}
	if n < 4 || parts == 0 || parts+towns < 2 {
		return site{}, false
	}
	start, ok := behindEastLabel(s, start, i)
	if !ok {
		return site{}, false
	}
	end, last := i, i
	for end < len(s) && end-i < farthest {
		b := s[end]
		if isDigit(b) {
			end++
			last = end
			continue
		}
		if (b == '-' || b == ' ' && last == end) && isDigit(at(s, end+1)) {
			end++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[end:])
		if b < 0x80 || !strings.ContainsRune(eastTail, r) {
			break
		}
		end += size
		last = end
	}
	return site{Span: Span{start, last}, weak: true}, start < i
}

// behindEastLabel is where the address begins whose characters are s[start:i], of which
// the first, up to a blank, may be its label; ok tells that one stands directly in front.
func behindEastLabel(s string, start, i int) (begin int, ok bool) {
	if k := strings.IndexByte(s[start:i], ' '); k > 0 && endsEastLabel(s[start:start+k]) {
		return start + k + 1, i-start-k < contextReach
	}
	lo := max(0, start-contextReach)
	front := strings.TrimRight(s[lo:start], " :：は\"=")
	if front == "" || strings.HasSuffix(front, "\n") || strings.HasSuffix(front, "\x00") {
		return start, true // the label may be that of the text
	}
	return start, endsEastLabel(front) && i-lo-len(front) < contextReach
}

// endsEastLabel reports whether s ends with a label.
func endsEastLabel(s string) bool {
	for _, l := range eastLabels {
		if hasSuffixFold(s, l) {
			return true
		}
	}
	return false
}
