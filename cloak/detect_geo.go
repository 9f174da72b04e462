package cloak

import "strings"

// Places on Earth, as a receiver or a map tells them. A pair of numbers in range
// is no evidence: it takes a label, and four decimals, which are eleven metres.

var (
	geoLabels = labelList(`lat|gpslatitude|gpslongitude|gpslat|gpslon|gpslng|gpsposition|latitude|lon|lng|long|longitude|latlng|ll|lat lon|lat lng|latlon|gps|coordinates|coordinate|coords|coord|geolocation|geo|location|located at|whereabouts|maps|
		breite|breitengrad|länge|längengrad|koordinaten|standort|coordonnées|coordonnées gps|coordenadas|latitud|longitud|coordinate gps|latitudine|longitudine|coördinaten|coordenada|ubicación`)
	axisLabels = labelList(`lat|gpslatitude|gpslongitude|gpslat|gpslon|gpslng|latitude|lon|lng|longitude|breitengrad|längengrad|latitud|longitud|latitudine|longitudine|breite|länge|long`)
	axisWords  = wordSet("is of at gps geo deg degrees value y x")
)

func geoDetectors() []Detector {
	return ids([]Detector{
		{
			Name: "gps_coordinates", Entity: "GPS_COORDINATES", Class: Context, Bits: 6, LabelBits: 10,
			Pattern: `-?[0-9]{1,3}(?:\.[0-9]+)?`, Labels: geoLabels, Against: []string{"version", "v", "price", "bbox", "vector", "scale", "viewport", "translate", "rotate", "matrix"}, AgainstBits: 8,
			Authority: "ISO 6709, RFC 5870 (geo URIs), WGS 84: latitudes to 90, longitudes to 180 degrees",
			Match: []string{
				"lat/lon «48.858370, 2.294481»", "GPS: «-33.856784,151.215296»", `{"lat": «48.858370»,`, `"lng":«-122.084095»}`, "geo:«48.2010,16.3695»", "coordinates «40.712776° N, 74.005974° W»",
				`coordinates «48°51'29.6"N 2°17'40.2"E»`, "location: «40°26′46″N 79°58′56″W»", "Latitude: «40.7128»", "\"coordinates\":[«2.294481,48.858370»]",
				"https://www.google.com/maps/@«48.8583701,2.2944813»,17z", "https://maps.apple.com/?ll=«48.8583701,2.2944813»",
				`GPS Latitude : «48 deg 51' 29.60" N»`, `GPSLongitude: «2° 17' 40.2" E»`,
			},
			NoMatch: []string{
				"version 48.8583, 2.2944", "lat 48.8, lon 2.3", "position: 12.3456, 7.8910", "latency 48.858370 ms", "lat 148.858370", "location 0.1234, 0.5678, 0.9101", "coordinates 48.858370, 202.29",
				"48.858370, 2.294481", "at 48°51'29.6\"N", "bob@48.8583701,2.2944813", "lat 48.858370.12",
			},
			Gaps: []string{"https://maps.example.com/!3d48.8583701!4d2.2944813"},
			gate: onDigit, scan: scanGeo,
		},
		{
			Name: "plus_code", Entity: "GPS_COORDINATES", Class: Context, Bits: 6, LabelBits: 10,
			Pattern:   `[23456789CFGHJMPQRVWXcfghjmpqrvwx]{4,8}\+[23456789CFGHJMPQRVWXcfghjmpqrvwx]{2,4}`,
			Labels:    []string{"plus code", "pluscode", "plus codes", "olc", "open location code", "location", "address"},
			Authority: "Open Location Code: four to eight of twenty signs, '+', two to four more",
			Match:     []string{"plus code «8FW4V75V+8Q»", "location «V75V+8QX», Paris"},
			NoMatch:   []string{"8FW4V75V+8Q", "plus code 8FW4V75+8Q1", "location 2+22"},
			gate:      mayBePlusCode, scan: scanPlusCode,
		},
		{
			Name: "gps_dms", Entity: "GPS_COORDINATES", Class: Context, Bits: 12, LabelBits: 6,
			Pattern:   `[0-9]{1,3}°`,
			Labels:    append(labelList("position|pos|heading|waypoint|wp|anchored"), geoLabels...),
			Authority: "ISO 6709 annex D: degrees, minutes and seconds, each with its sign, and the side of the globe, twice",
			Match:     []string{`heading «48°51'29.6"N 2°17'40.2"E», course 270`, `position «40°26′46″ N, 79°58′56″ W»`, `"pos":"«52°31'12\"N 13°24'18\"E»"`},
			NoMatch:   []string{"position 48°51'29.6 and 2°17'40.2", "angles at 48°51'29.6 and 2°17'40.2", "at 21°C and 19°C", "at 48°51'29.6\"N", "turn to 90°N 45°E"},
			Gaps:      []string{`«48°51'29.6"N 2°17'40.2"E» (nothing in front)`},
			gate:      mayBeDMS, scan: scanDMS,
		},
		{
			Name: "wkt_point", Entity: "GPS_COORDINATES", Class: Context, Bits: 6, LabelBits: 10,
			Pattern:   `-?[0-9]{1,3}\.[0-9]+`,
			Labels:    []string{"point", "make point"},
			Authority: "OGC 06-103r4, well-known text: the longitude first, a blank, the latitude; PostGIS writes a comma in ST_MakePoint",
			Match:     []string{"POINT(«-73.985428 40.748817»)", "SRID=4326;POINT («2.294481 48.858370»)", "ST_MakePoint(«-73.985428, 40.748817»)"},
			NoMatch:   []string{"POINT(12.5 40.7)", "point 2.294481, 48.858370", "Point(2.294481, 48.858370)", "POINT(2.294481 98.858370)"},
			gate:      onDigit, scan: scanPoint,
		},
		{
			Name: "geohash", Entity: "GPS_COORDINATES", Class: Context, Bits: 4, LabelBits: 10,
			Pattern: `[0-9b-hjkmnp-zB-HJKMNP-Z]{6,12}`, Labels: []string{"geohash", "geo hash"},
			Authority: "Geohash: base 32 without a, i, l and o; six are a kilometre",
			Match:     []string{"geohash «u09tunquc»", `{"geohash":"«9q8yyk8yt»"}`},
			NoMatch:   []string{"geohash u09", "hash u09tunquc", "geohash unknown", "geohash index 12345"},
			scan:      scanGeohash,
		},
	})
}

// onDigit asks for a digit: most of what stands behind a label is words.
func onDigit(s string, i int) bool { return isDigit(s[i]) }

// scanGeo judges the run at s[i].
func scanGeo(s string, i int) (site, bool) {
	if !idStart(s, i) {
		return site{}, false
	}
	start := i
	if at(s, i-1) == '-' {
		start--
	}
	if b := at(s, start-1); isWord(b) || b == '@' && at(s, start-2) != '/' || b == '.' || b == '$' || b >= 0x80 {
		return site{}, false
	}
	if end := dms(s, i); end > 0 && start == i {
		if pair := dms(s, betweenDegrees(s, end)); pair > 0 {
			return site{Span: Span{i, pair}, weak: true, bits: 12}, true
		}
		var c lead
		label := ""
		if !c.read(s, i) {
			label, _, _ = c.label(axisLabels, axisWords)
		}
		return site{Span: Span{i, end}, weak: true, bits: 12}, label != ""
	}
	a, mid, ok := degrees(s, start)
	if !ok {
		return site{}, false
	}
	if b, end, ok := degrees(s, betweenDegrees(s, mid)); ok && end > mid {
		if more := vectorEnd(s, end); more > end {
			return site{seen: more}, false
		}
		if !(a <= 90 && b <= 180 || a <= 180 && b <= 90) || !idEnd(s, end) {
			return site{}, false
		}
		return site{Span: Span{start, end}, weak: true}, true
	}
	var c lead
	if !c.read(s, start) {
		if label, _, _ := c.label(axisLabels, axisWords); label == "" || strings.HasPrefix(label, "lat") && a > 90 {
			return site{}, false
		}
	}
	return site{Span: Span{start, mid}, weak: true}, a <= 180 && idEnd(s, mid)
}

// mayBeDMS looks for the sign of degrees behind three digits at most.
func mayBeDMS(s string, i int) bool {
	for range 3 {
		if i++; at(s, i) == "°"[0] {
			return true
		}
	}
	return false
}

// scanDMS judges degrees, minutes and seconds, north or south, and what is east or west.
func scanDMS(s string, i int) (site, bool) {
	k := dms(s, i)
	end := dms(s, betweenDegrees(s, k))
	return site{Span: Span{i, end}, weak: true}, idStart(s, i) && k > 0 && end > 0 && countDigits(s[i:k]) > 2 && strings.ContainsAny(s[i:k], "'′’")
}

// degrees reads a number of degrees with four decimals or more at s[i], with what
// marks it and its side of the globe.
func degrees(s string, i int) (whole, end int, ok bool) {
	if at(s, i) == '-' || at(s, i) == '+' {
		i++
	}
	whole, n := dateNumber(s, i)
	k := i + n
	if n == 0 || n > 3 || at(s, k) != '.' {
		return 0, 0, false
	}
	d := digitRun(s[k+1:], 18)
	if d < 4 || d > 16 {
		return 0, 0, false
	}
	k += 1 + d
	if at(s, k) == '.' && isDigit(at(s, k+1)) {
		return 0, 0, false
	}
	if strings.HasPrefix(s[k:], "°") {
		k += len("°")
	}
	return whole, side(s, k), true
}

// side steps over a letter for a side of the globe behind a number that ends in front of s[k].
func side(s string, k int) int {
	j := k
	if at(s, j) == ' ' {
		j++
	}
	if b := at(s, j); (b == 'N' || b == 'S' || b == 'E' || b == 'W' || b == 'O') && !isWord(at(s, j+1)) && at(s, j+1) < 0x80 {
		return j + 1
	}
	return k
}

// betweenDegrees steps over what separates two numbers of a pair.
func betweenDegrees(s string, k int) int {
	if b := at(s, k); b == ',' || b == ';' || b == '/' {
		k++
	}
	for n := 0; n < 2 && at(s, k) == ' '; n++ {
		k++
	}
	return k
}

// vectorEnd is where the last of the numbers with decimals ends that follow a pair
// in front of s[k]: with them it is a vector.
func vectorEnd(s string, k int) int {
	for range 16 {
		_, end, ok := degrees(s, betweenDegrees(s, k))
		if !ok || end <= k {
			break
		}
		k = end
	}
	return k
}

// dms is where degrees, minutes, seconds and a side of the globe end that begin at
// s[i]; 0 if there are none.
func dms(s string, i int) int {
	d, n := dateNumber(s, i)
	k := i + n
	if n == 0 || n > 3 || d > 180 {
		return 0
	}
	switch {
	case strings.HasPrefix(s[k:], "°"):
		k += len("°")
	case strings.HasPrefix(s[k:], " deg "): // as ExifTool writes it
		k += len(" deg")
	default:
		return 0
	}
	for _, marks := range [...][]string{{"'", "′", "’"}, {"\"", "″", "”", "''", "\\\""}} {
		j := k
		if at(s, j) == ' ' {
			j++
		}
		v, n := dateNumber(s, j)
		if n == 0 {
			break
		}
		if j += n; n > 2 || v > 59 {
			return 0
		}
		if at(s, j) == '.' {
			j += 1 + digitRun(s[j+1:], 8)
		}
		found := false
		for _, m := range marks {
			if strings.HasPrefix(s[min(j, len(s)):], m) {
				j += len(m)
				found = true
				break
			}
		}
		if !found {
			return 0
		}
		k = j
	}
	if end := side(s, k); end > k {
		return end
	}
	return 0
}

// scanPoint judges the first number of a point, right behind its bracket.
func scanPoint(s string, i int) (site, bool) {
	if at(s, i-1) == '-' {
		i--
	}
	front, made := s[max(0, i-len("MakePoint(")):i], false
	switch {
	case strings.HasSuffix(front, "POINT("), strings.HasSuffix(front, "POINT ("):
	case strings.HasSuffix(front, "MakePoint("):
		made = true
	default:
		return site{}, false
	}
	lon, mid, ok := degrees(s, i)
	if !ok || (at(s, mid) == ',') != made {
		return site{}, false
	}
	lat, end, ok := degrees(s, betweenDegrees(s, mid))
	return site{Span: Span{i, end}, weak: true}, ok && end > mid && lon <= 180 && lat <= 90 && at(s, end) == ')'
}

// scanPlusCode judges the run at s[i].
func scanPlusCode(s string, i int) (site, bool) {
	const signs = "23456789CFGHJMPQRVWX"
	run := func(k, most int) (n int) {
		for n <= most && k+n < len(s) && strings.IndexByte(signs, s[k+n]&^(s[k+n]>>1&0x20)) >= 0 {
			n++
		}
		return n
	}
	n := run(i, 8)
	if !idStart(s, i) || n != 4 && n != 6 && n != 8 || at(s, i+n) != '+' {
		return site{}, false
	}
	m := run(i+n+1, 4)
	end := i + n + 1 + m
	if m < 2 || m > 4 || !idEnd(s, end) || countDigits(s[i:end]) == 0 || isAllDigits(s[i:i+n]) {
		return site{}, false
	}
	return site{Span: Span{i, end}, weak: true}, true
}

// mayBePlusCode looks for the '+' behind four, six or eight signs.
func mayBePlusCode(s string, i int) bool {
	return at(s, i+4) == '+' || at(s, i+6) == '+' || at(s, i+8) == '+'
}

// scanGeohash judges the run at s[i].
func scanGeohash(s string, i int) (site, bool) {
	n := 0
	for n <= 12 && isAlnum(at(s, i+n)) && strings.IndexByte("ailo", lower(s[i+n])) < 0 {
		n++
	}
	var c lead
	if n < 6 || n > 12 || !idStart(s, i) || !idEnd(s, i+n) || countDigits(s[i:i+n]) == 0 {
		return site{}, false
	}
	if !c.read(s, i) {
		if label, _, _ := c.label([]string{"geohash", "geo hash"}, numberWords); label == "" {
			return site{}, false
		}
	}
	return site{Span: Span{i, i + n}, weak: true}, true
}
