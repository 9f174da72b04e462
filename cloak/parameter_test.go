package cloak_test

import (
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A label is a label wherever programs write one: as a key of logfmt, a parameter of a
// URL, a field in brackets, a name in JSON.
func TestLabelsOfPrograms(t *testing.T) {
	e := newEngine(t, cloak.Config{})
	for _, line := range strings.Split(strings.TrimSpace(`
MEDICAL_RECORD	mrn=«12345678»
MEDICAL_RECORD	/x?mrn=«12345678»&dob=1980-02-03
DATE_OF_BIRTH	/x?mrn=12345678&dob=«1980-02-03»
DATE_OF_BIRTH	GET /p?dob=«1980-02-03» HTTP/1.1
DATE_OF_BIRTH	a=1;dob=«1980-02-03»;b=2
DATE_OF_BIRTH	customer.dob=«1990-01-01»
DATE_OF_BIRTH	response::dob=«1990-01-01»
DATE_OF_BIRTH	?dob=«02%2F03%2F1980»&x=1
DATE_OF_BIRTH	ts=2026-01-02T03:04:05Z level=info dob="«02/03/1980»" took=3ms
MEDICAL_RECORD	tags.patient.mrn=«12345678»
MEDICAL_RECORD	{"id":7,"mrn":"«12345678»","n":1}
MEDICAL_RECORD	a=1,mrn=«C4471920»,b=2
MEDICAL_RECORD	?q=x&mrn=«C4471920»
MEDICAL_RECORD	$mrn=«C4471920»
SSN	?zip=94105&ssn=«541782936»
SSN	&ssn=«541782936»
SSN	user.ssn=«541-78-2936»
SSN	ssn="«541 78 2936»"
SSN	user[ssn]=«541782936»
SSN	users[0][ssn]=«541782936»
SSN	?user%5Bssn%5D=«541-78-2936»
SSN	filter[where][ssn]=«541782936»&x
SSN	row["ssn"] = «541782936»
SSN	row['ssn']='«541782936»'
SSN	row["ssn"]="«541782936»"
SSN	ssn%3D«541782936»
SSN	?ssn=«541%2D78%2D2936»
SSN	next=https%3A%2F%2Fh.example.com%2F%3Fssn%3D«541-78-2936»
SSN	?q=ssn%3A«541782936»
SSN	[ssn=«541782936»]
SSN	ssn=>«541782936»
SSN	X-Patient-SSN: «541782936»
SSN	map[id:7 ssn:«541782936» z:1]
SSN	{Id:7 SSN:«541782936»}
SSN	[x@32473 iut="3" ssn="«541782936»"]
SSN	msg="{\"id\":7,\"ssn\":\"«541-78-2936»\"}"
EMAIL	https://h.example.com/x?email=«ann%40corp.io»&x=1
EMAIL	https://h.example.com/x?email=«ann%2540corp.io»&x=1
API_KEY	https://h.example.com/x?token=«Zx81plqQ9»&x=1
API_KEY	?access_token=«Zq3Xv8Rk2Lm5Tn7Wp1Yb4H»&x
COOKIE	?sid=«Zq3Xv8Rk2Lm5Tn7Wp1Yb4H»&x
PASSWORD	password=«p%40ss»
PASSWORD	?password=«p%40ss»&x=1
PASSWORD	?pwd=«hunter22»&u=1
PASSWORD	?otp=«482913»&x=1
IBAN	iban=«DE89370400440532013000»
PHONE	{"id":7,"phone":"«6173924418»"}
PHONE	{'id': 7, 'phone': '«6173924418»'}
PHONE	?id=7&phone=«6173924418»
PHONE	?phone=«%2B16173924418»
CREDIT_CARD	{"id":7,"cards":"«4222222222222»"}
CREDIT_CARD	{:id=>7, :cards=>"«4222222222222»"}
CREDIT_CARD	?card=«4222222222222»&x=1
CARD_CVV	?card=x&cvv=«123»&y=1
PASSPORT	?passport=«C01X00T47»&x=1
DRIVER_LICENSE	?id=7&dl=«D1234567»
BANK_ACCOUNT	?acct=«44719208»&x
ABA_ROUTING_NUMBER	?routing_number=«021000021»
MEMBER_ID	?member_id=«XYP123456789»&g=1
CUSTOMER_ID	?a=1&customer_id=«C-1048213»&g=1
EMPLOYEE_ID	a=b;employee_id=«E-104822»;c=d
POLICY_NUMBER	?policy_number=«POL-2024-88213»&x
CLAIM_NUMBER	filter[claim_number]=«20481337»
US_EIN	?ein=«12-3456789»&x
US_NPI	?npi=«1234567893»
VIN	?vin=«1HGCM82633A004352»
IMEI	?imei=«490154203237518»&x
UK_NHS	?nhs_number=«943%20476%205919»&x
UK_NINO	?nino=«AB123456C»
BR_CPF	?cpf=«39053344705»
IN_AADHAAR	?aadhaar=«234123412346»
GPS_COORDINATES	?lat=«48.858370»&lng=2.294481
GPS_COORDINATES	?lat=48.858370&lng=«2.294481»
LICENSE_PLATE	?plate=«7ABC123»
USERNAME	?user=«jdoe»&x
CASE_NUMBER	?case_number=«1:23-cv-04567»`), "\n") {
		entity, marked, _ := strings.Cut(line, "\t")
		text, want := unmarked(marked)
		fs, err := e.Find(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, f := range fs {
			found = found || f.Span == want && string(f.Entity) == entity
		}
		if !found {
			t.Errorf("%s: %v", marked, fs)
		}
	}
	for _, text := range []string{
		"user[id]=541782936", `row["n"]=541782936`, "ssn[0]=5, n=541782936", "x[ssn]; y=541782936", "a?b=1990-01-01", "x&y=C4471920", "dob?1990-01-01", "mrn&x=12345678",
		"born,1990-01-01,x", "order[card][id]=4222222222222", "[SSN_0]=541782936", "software license id 4222222222222", "license, id=7 n=4222222222222",
	} {
		if fs, err := e.Find(t.Context(), text); err != nil || len(fs) > 0 {
			t.Errorf("%s: %v, %v", text, fs, err)
		}
	}
}

// unmarked is a text without its marks, and the span between them.
func unmarked(marked string) (string, cloak.Span) {
	start := strings.Index(marked, "«")
	end := strings.Index(marked, "»") - len("«")
	return strings.NewReplacer("«", "", "»", "").Replace(marked), cloak.Span{Start: start, End: end}
}
