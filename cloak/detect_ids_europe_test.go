package cloak

import (
	"strings"
	"testing"
)

// Numbers that their authorities, or those who describe them, have published, or
// that were computed. If all is set, the check digit tells every change of one digit.
var europeanNumbers = []struct {
	detector string
	all      bool
	samples  []string
}{
	{"de_tax_id", true, []string{"36574261809", "65929970489", "12345678903", "40457821357"}},
	{"de_social_security", false, []string{"15070649C103", "65070803A019", "20151090B023", "38551285K051"}},
	{"de_health_insurance", true, []string{"A000500015", "C000500021", "A123456780", "M123456785", "Z999999997"}},
	{"de_lanr", false, []string{"123456601", "234567701", "987654401", "555555501"}},
	{"fr_nir", true, []string{"295109912611193", "253072B07300470", "2 95 10 99 126 111 93"}},
	{"fr_siren", true, []string{"552 008 443", "732829320", "303 265 045"}},
	{"fr_siret", true, []string{"73282932000074"}},
	{"fr_tax_id", true, []string{"3023217600053"}},
	{"es_nif", true, []string{"54362315K", "54.362.315-K", "12345678Z", "K1234567L"}},
	{"es_nie", true, []string{"X2482300W", "Z8078221M", "Y8063915Z"}},
	{"es_cif", true, []string{"J99216582", "A13585625", "P4698162G"}},
	{"es_nuss", true, []string{"281234567840"}},
	{"pt_nif", false, []string{"501964843"}},
	{"pt_niss", false, []string{"11122211127", "12345678902"}},
	{"pt_cc", true, []string{"00000000 0 ZZ4"}},
	{"it_fiscal_code", true, []string{"RCCMNL83S18D969H", "RCCMNL83S18D96VW", "AAAAAA00B11C333Y"}},
	{"it_vat_code", true, []string{"00743110157", "01333550323"}},
	{"be_national_number", true, []string{"85073003328", "17073003384"}},
	{"be_enterprise_number", true, []string{"0403019261", "0428759497"}},
	{"be_id_card", false, []string{"591123456753"}},
	{"nl_bsn", true, []string{"111222333", "123456782"}},
	{"lu_matricule", true, []string{"1893120105732"}},
	{"ch_ahv", true, []string{"7569217076985"}},
	{"ch_uid", true, []string{"CHE-100.155.212", "CHE107787577"}},
	{"at_svnr", false, []string{"1237010180"}},
	{"at_tax_number", true, []string{"59-119/9013"}},
	{"pl_pesel", true, []string{"44051401458", "02070803628", "11111111116"}},
	{"pl_nip", true, []string{"8567346215"}},
	{"pl_regon", false, []string{"192598184", "123456785", "12345678512347"}},
	{"pl_id_card", true, []string{"ABA300000"}},
	{"pl_passport", true, []string{"ZS0000177"}},
	{"cz_birth_number", true, []string{"7103192745"}},
	{"cz_ico", false, []string{"25123891"}},
	{"sk_dic", true, []string{"2022749619"}},
	{"hu_taj", true, []string{"111111110", "123456788"}},
	{"hu_tax_id", true, []string{"8422780135"}},
	{"hu_tax_number", false, []string{"12892312-2-42"}},
	{"hu_personal_id", false, []string{"18501020015"}},
	{"ro_cnp", false, []string{"1630615123457"}},
	{"ro_cui", false, []string{"18547290", "14399840"}},
	{"bg_egn", false, []string{"7523169263", "8032056031", "7542011030"}},
	{"bg_lnch", true, []string{"7111042925"}},
	{"bg_eik", false, []string{"175074752"}},
	{"hr_oib", true, []string{"33392005961"}},
	{"si_tax_number", false, []string{"50223054", "15012557"}},
	{"jmbg", true, []string{"0101006500006", "0710003730015"}},
	{"rs_pib", true, []string{"101134702"}},
	{"ee_isikukood", false, []string{"36805280109", "37605030299"}},
	{"lt_asmens_kodas", false, []string{"33309240064"}},
	{"lv_personas_kods", false, []string{"161175-19997"}},
	{"gr_amka", true, []string{"01013099997"}},
	{"gr_afm", false, []string{"094259216"}},
	{"cy_tic", true, []string{"10259033P", "00123123T"}},
	{"se_personnummer", true, []string{"880320-0016", "200109022392", "871220-2384", "880380-0013"}},
	{"se_organisationsnummer", true, []string{"556703-7485", "212000-0142"}},
	{"no_fodselsnummer", true, []string{"15108695088", "55108695071"}},
	{"no_orgnr", true, []string{"988077917", "974760673"}},
	{"dk_cvr", true, []string{"13585628"}},
	{"fi_personal_identity_code", true, []string{"131052-308T", "030594W903B", "010594Y9032", "290224A223P"}},
	{"fi_business_id", true, []string{"2077474-0"}},
	{"is_kennitala", false, []string{"120174-3399", "450401-3150"}},
	{"ua_rnokpp", false, []string{"1759013776", "2530414071"}},
	{"ua_edrpou", false, []string{"32855961"}},
	{"ru_inn", false, []string{"7707083893", "500100732259"}},
	{"ru_snils", false, []string{"11223344595"}},
	{"ru_ogrn", false, []string{"1027700132195", "304500116000157"}},
	{"eu_vat", false, []string{
		"ATU13585627", "BE0403019261", "BG175074752", "CY10259033P", "CZ25123891", "CZ640903926", "CZ7103192745", "DK13585628", "EE100931558", "EL094259216", "ESJ99216582", "ES54362315K", "FI20774740",
		"FR40303265045", "FR23334175221", "FRK7399859412", "FR4Z123456782", "HR33392005961", "HU12892312", "IE6433435F", "IE8D79739I", "IE1234567FA", "IT00743110157", "LT119511515", "LT100001919017", "LT100004801610",
		"LU15027442", "LV40003521600", "MT11679112", "NL004495445B01", "NL000099998B57", "PL8567346215", "PT501964843", "RO18547290", "SE556703748501", "SI50223054", "SK2022749619",
	}},
}

// A check digit that tells no change is none.
func TestEuropeanCheckDigits(t *testing.T) {
	t.Parallel()
	byName := map[string]Detector{}
	for _, d := range continentalIDs() {
		byName[d.Name] = d
	}
	for _, x := range europeanNumbers {
		d, ok := byName[x.detector]
		if !ok {
			t.Fatalf("no detector %s", x.detector)
		}
		changes, told := 0, 0
		for k, s := range x.samples {
			if !d.Validate(s) {
				t.Errorf("%s: sample %d is not valid", d.Name, k)
			}
			for i := range len(s) {
				for b := byte('0'); b <= '9' && isDigit(s[i]); b++ {
					if b == s[i] {
						continue
					}
					changes++
					if !d.Validate(s[:i] + string(b) + s[i+1:]) {
						told++
					}
				}
			}
		}
		if x.all && told < changes || 100*told < 70*changes {
			t.Errorf("%s: %d of %d changes of one digit are told", d.Name, told, changes)
		}
	}
}

// Every detector of the continent that says it computes a check digit has a sample above.
func TestEveryCheckDigitHasASample(t *testing.T) {
	t.Parallel()
	named := map[string]bool{"de_passport": true, "de_id_card": true, "de_vat_id": true, "dk_cpr": true} // only where there is no label: sure
	for _, x := range europeanNumbers {
		named[x.detector] = true
	}
	for _, d := range continentalIDs() {
		if d.checked && !named[d.Name] {
			t.Errorf("%s", d.Name)
		}
	}
}

// What a value must satisfy besides where no label bears it out.
func TestEuropeanNumbersWithoutALabel(t *testing.T) {
	t.Parallel()
	e := newEngineOf(t, continentalIDs())
	for text, want := range map[string]bool{
		"C01234565": true, "C01234567": false, // ICAO's check digit
		"L01X00T44": true, "T220001293": true, "T220001290": false,
		"DE136695976": true, "DE123456789": false,
		"211062-5629": true, "at 211062-5629": true, "at 211062-5620": false,
		"at 54362315K": true, "at 12345678Z": false, "at 99999999R": true,
		"12345678Z": true, "1111111-G": true,
		"at 253072B07300470": true, "lch 2.95109912611193": false,
		"x 15108695088": false, "15108695088": true,
		"000000000": false, "00000000000": false, "AA0000000": false, "0000000000000": false,
	} {
		if got := len(e.findIn(t, text)) > 0; got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// People who were made up for tests have months that nobody was born in.
func TestSyntheticNorwegiansAreLeftAlone(t *testing.T) {
	t.Parallel()
	e := newEngineOf(t, continentalIDs())
	for _, text := range []string{"fnr 15908610064", "fødselsnummer 01817410029"} {
		if n := len(e.findIn(t, text)); n > 0 {
			t.Errorf("%q", text)
		}
	}
}

// A label counts however its language is written: capitals, dots, apostrophes.
func TestLabelsOfEurope(t *testing.T) {
	t.Parallel()
	e := newEngineOf(t, continentalIDs())
	for _, text := range []string{
		"ИНН 7707083893", "инн 7707083893", "Инн: 7707083893", "Α.Φ.Μ. 094259216", "Αφμ 094259216", "ČÍSLO PASU 12345678", "SEGURANÇA SOCIAL 11122211127", "CARTÃO DE CIDADÃO 14253647 4 ZZ4",
		"CARTE D’IDENTITÉ X4RTBPFW4", "carte d'identité: X4RTBPFW4", "P.IVA 00743110157", "P. IVA: 00743110157", "p_iva=00743110157", "C.F.: RCCMNL83S18D969H", "C/F RCCMNL83S18D969H", "N.I.F. 501964843",
		"FØDSELSNUMMER 15108695088", "HENKILÖTUNNUS 131052-308T", "ADÓAZONOSÍTÓ JEL 8422780135", "{\"numeroFiscal\":\"3023217600053\"}", "{\"steuerIdNr\": \"36574261809\"}", "rodneCislo: 7103192745", "kvk_nummer: 12345678",
	} {
		if len(e.findIn(t, text)) == 0 {
			t.Errorf("%q", text)
		}
	}
	for _, text := range []string{
		"passport no 123456", "PASSPORT NO 123456", "license plate for 123", "kennzeichen in ab 12 Tagen", "Kennzeichen am AB 12", "DRIVER LICENSE NO 123456", "identity card of 123456", "passport-jwt@4.0.0", "handelsregister b 12", "kennzeichen: 12 ab", "passport ABCDEFGHI",
		strings.Repeat("x", 40) + " cif 12345678", "vat 20 percent", "iva 21%", "nn = 85073003329", "kt 1234567890", "taj mahal 123456789",
	} {
		if fs := e.findIn(t, text); len(fs) > 0 {
			t.Errorf("%q: %s", text, fs[0].Detector)
		}
	}
}
