package cloak

import "strings"

// Numbers of things that somebody owns: vehicles, telephones, SIM cards.

func deviceDetectors() []Detector {
	return ids([]Detector{
		{
			Name: "vin", Entity: "VIN", Class: Context, Bits: 6, LabelBits: 10,
			forms: []string{"XXXXXXXXXXXXXXXXX"}, alone: []string{"9AXXXXXXXXXXX9999", "AAXXXXXXXXXXX9999"}, aloneBits: 15, Validate: validVIN, sure: isSureVIN,
			Labels: []string{
				"vin", "vin no", "vehicle identification", "chassis", "chassis no", "frame no", "fahrgestellnummer", "fahrgestellnr", "fahrzeugidentifikationsnummer", "bastidor", "châssis",
				"telaio", "car", "vehicle", "车架号", "車台番号", "차대번호",
			},
			Reserved:  []string{`QDE[A-HJ-NPR-Z0-9]{10}[0-9]{4}`},
			Guarantee: "X",
			Authority: "ISO 3779, ISO 3780: seventeen letters and digits without I, O and Q; in North America (49 CFR 565.15) the ninth is a check digit mod 11, which needs no label behind a known manufacturer's code",
			Match: []string{
				"sold «1M8GDM9AXKP042788» today", "VIN: «WVWZZZ1JZ3W386752»", "«1HGCM82633A004352»,", "vin=«1hgcm82633a004352»", "chassis no. «SALWR2VF4GA123456»",
			},
			NoMatch: []string{"1M8GDM9AXKP042789", "vin 1M8GDM9AXKP04278", "vin 1M8GDM9AXKPO42788", "vin internationalizi", "vin 11111111111111111", "build WVWZZZ1JZ3W386752", "1m8gdm9axkp042788"},
		},
		{
			Name: "mac_bare", Entity: MAC, Class: Context, Bits: 5, LabelBits: 10, AgainstBits: 6,
			forms: []string{"XXXXXXXXXXXX"}, Validate: validBareMAC, Canonical: macDigits,
			Labels:    []string{"mac", "mac address", "mac addr", "hwaddr", "bssid", "wifi mac", "hardware address", "physical address", "lladdr", "ethernet address", "bluetooth address"},
			Against:   []string{"hmac", "cmac", "sha", "digest", "signature", "md5", "hash"},
			Authority: "IEEE 802 section 8: twelve hexadecimal digits; of an interface, the lowest bit of the first byte is 0",
			Match:     []string{`"macAddress": "«F0D5BF4A91C3»"`, "mac=«3c22fba10e97»", "BSSID «D83BBF1C77E2»"},
			NoMatch:   []string{"mac 447182933100", "mac F1D5BF4A91C3", "mac F0D5BF4A91C3D", "id F0D5BF4A91C3", "mac ffffffffffff", "mac 00005e005301"},
		},
		{
			Name: "imei", Entity: "IMEI", Class: Context, Bits: 6, LabelBits: 10,
			forms: []string{"99 999999 999999 9", "999999999999999"}, Validate: luhnValid,
			Canonical: digitsOf,
			Labels:    []string{"imei", "imeis", "imei no", "device imei", "imei number", "equipment identity"},
			Guarantee: "X",
			Authority: "3GPP TS 23.003: fifteen digits, the last one a check digit as Luhn's",
			Match:     []string{"IMEI: «490154203237518»", "imei1=«49-015420-323751-8»", "\"deviceImei\":\"«353879234252633»\""},
			NoMatch:   []string{"IMEI 490154203237519", "order 490154203237518", "imei 4901542032375180"},
		},
		{
			Name: "imeisv", Entity: "IMEI", Class: Context, Bits: 4, LabelBits: 10,
			forms:     []string{"99 999999 999999 99"},
			Canonical: digitsOf,
			Labels:    []string{"imeisv", "imei sv"},
			Authority: "3GPP TS 23.003: sixteen digits, the last two the version of the software",
			Match:     []string{"IMEISV «4901542032375101»"},
			NoMatch:   []string{"trace 4901542032375101", "imeisv 490154203237510"},
		},
		{
			Name: "meid", Entity: "MEID", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"XXXXXXXXXXXXXX"}, Validate: func(s string) bool { return s[0]|0x20 >= 'a' && isAlpha(s[0]) && isHexRun(s) },
			Labels:    []string{"meid", "meid hex"},
			Authority: "3GPP2 C.S0072: fourteen hex digits, the first two A0 to FF",
			Match:     []string{"MEID: «A0000000002329»", "meid=«ff000123456789»"},
			NoMatch:   []string{"meid 10000000002329", "A0000000002329"},
		},
		{
			Name: "imsi", Entity: "IMSI", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"999999999999999", "999 99 9999999999", "999 999 999999999"}, Validate: func(s string) bool { return s[0] >= '2' && s[0] <= '7' && !strings.HasPrefix(s, "00101") },
			Canonical: digitsOf,
			Labels:    []string{"imsi", "subscriber identity", "supi"},
			Reserved:  []string{`00101[0-9]{10}`},
			Guarantee: "R",
			Authority: "ITU-T E.212: fifteen digits, a country's code from 200 to 799 first; 001-01 is a test network",
			Match:     []string{"IMSI «310150123456789»", "imsi=«262 01 1234567890»"},
			NoMatch:   []string{"imsi 001010123456789", "imsi 31015012345678", "id 310150123456789"},
		},
		{
			Name: "iccid", Entity: "ICCID", Class: Context, Bits: 7, LabelBits: 10,
			forms: []string{"9999 9999 9999 9999 999", "9999 9999 9999 9999 9999"}, Validate: func(s string) bool { return strings.HasPrefix(s, "89") && luhnValid(s) },
			Canonical: digitsOf,
			Labels:    []string{"iccid", "sim", "sim card", "sim no", "simcard", "usim"},
			Guarantee: "X",
			Authority: "ITU-T E.118: 89, country, issuer, nineteen or twenty digits, the last one a check digit as Luhn's",
			Match:     []string{"ICCID: «8914800000000000006»", "SIM card «8901 4103 2111 1851 0720»"},
			NoMatch:   []string{"ICCID 8914800000000000003", "ts 8914800000000000006", "iccid 7914800000000000008"},
		},
	})
}

// validBareMAC is for twelve letters and digits: of an interface, and not all digits,
// as a counter is.
func validBareMAC(s string) bool {
	if !isHexRun(s) || countDigits(s) == len(s) || countDigits(s) == 0 {
		return false
	}
	var b [8]byte
	for k := range 6 {
		b[k] = unhex(s[2*k])<<4 | unhex(s[2*k+1])
	}
	return b[0]&1 == 0 && !isReservedMAC(b)
}

func validVIN(s string) bool {
	for i := range len(s) {
		if b := s[i] | 0x20; b == 'i' || b == 'o' || b == 'q' {
			return false
		}
	}
	n := countDigits(s)
	return n >= 4 && n <= len(s)-3 && isDigit(s[len(s)-1]) && isDigit(s[len(s)-2])
}

// makersVIN are the codes that manufacturers have whose vehicles are sold in North
// America (SAE J1044), as far as they are common there.
const makersVIN = "1C3 1C4 1C6 1D3 1D4 1D7 1F1 1F6 1FA 1FB 1FC 1FD 1FM 1FT 1FU 1FV 1G1 1G2 1G3 1G4 1G6 1G8 1GC 1GK 1GM 1GN 1GT 1GY 1HD 1HF 1HG 1J4 1J8 1L1 1LN 1M1 1M2 1M3 1M8 1ME 1N4 1N6 1NP 1NX 1VW 1XK 1XP 1YV 1ZV " +
	"2A4 2B3 2C3 2C4 2C8 2D3 2D4 2D8 2FA 2FM 2FT 2G1 2G2 2G4 2GC 2GK 2GN 2GT 2HG 2HJ 2HK 2HM 2HN 2HU 2LM 2M2 2ME 2MR 2T1 2T2 2T3 3A4 3A8 3C3 3C4 3C6 3C8 3CZ 3D2 3D3 3D4 3D7 3FA 3FE 3FN 3G1 3G5 3G7 3GC 3GK 3GN 3GT 3GY " +
	"3HC 3HG 3HM 3KP 3LN 3MY 3MZ 3N1 3N6 3N8 3PC 3TM 3TY 3VV 3VW 3WK 4A3 4A4 4F2 4F4 4JG 4M2 4S3 4S4 4T1 4T3 4T4 4US 4UZ 4V4 5FN 5FR 5GA 5GR 5GT 5GZ 5J6 5J8 5LM 5N1 5N3 5NM 5NP 5TB 5TD 5TE 5TF 5UM 5UX 5XX 5XY 5YF 5YJ 5YM " +
	"58A 7FA 7MU 7SA JA3 JA4 JF1 JF2 JH4 JHL JHM JM1 JM3 JN1 JN8 JS1 JS2 JS3 JT2 JT3 JT4 JT8 JTD JTE JTH JTJ JTK JTL JTM JTN KL1 KL4 KL7 KL8 KM8 KMH KMT KNA KNC KND LRB LVY LYV MAJ NM0 SAJ SAL SBM SCA SCB SCC SCF SHH " +
	"TRU VF3 W04 W06 WA1 WAU WBA WBS WBX WBY WD3 WD4 WDA WDB WDC WDD WMW WMZ WP0 WP1 WUA WVG WVW W1K W1N YS3 YV1 YV4 ZAC ZAM ZAR ZFA ZFB ZFF ZHW ZN6 "

// isSureVIN reports whether a known manufacturer's number has a right check digit.
func isSureVIN(s string) bool {
	const weights = "8765432A098765432" // A is 10, and the check digit's own is none
	if !inList(makersVIN, s[:3]) {
		return false
	}
	sum := 0
	for i := range len(s) {
		v := letterValue(s[i])
		if v >= 10 { // A to I are 1 to 9, J to R, S to Z 2 to 9
			v = int("12345678.12345.7.923456789"[v-10] - '0')
		}
		sum += v * letterValue(weights[i])
	}
	return s[8] == "0123456789X"[sum%11]
}
