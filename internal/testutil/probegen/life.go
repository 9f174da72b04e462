package main

// life are probes of where somebody lives, when they were born, and of the numbers
// that others have given them. Towns and streets are real words; who lives there is not.
func (g *generator) life() {
	g.open("address-ca", "ADDRESS", "Ship to «41 Larkspur Crescent, Moncton NB E1C 4Z7» by Friday", "Ship to ", " by Friday")
	g.open("address-us-lines", "ADDRESS", "Nora Vance\n«2207 Tamarack Lane\nBoise, ID 83702»\nDear Nora,", "Nora Vance\n", "\nDear Nora,")
	g.open("address-uk-flat", "ADDRESS", "address: «Flat 6, 19 Quarry Road, Leeds LS6 2AB»")
	g.open("address-json", "ADDRESS", `{"street":"«508 Juniper Street»","floor":3}`, `,"floor":3}`)
	g.open("address-au", "ADDRESS", "lives at «Unit 4/31 Wattle Street, Fitzroy VIC 3065», he said", ", he said")
	g.open("address-de", "ADDRESS", "Lieferanschrift: «Lindenstraße 14b, 50674 Köln»")
	g.open("address-fr", "ADDRESS", "Elle habite «12 bis rue des Tilleuls, 69003 Lyon».")
	g.open("address-es", "ADDRESS", "Domicilio: «Calle del Olmo 12, 3º B, 28012 Madrid»")
	g.open("address-it", "ADDRESS", "spedire a «Via dei Gelsi, 8, 20121 Milano (MI)»", "spedire a ")
	g.open("address-nl", "ADDRESS", "«Lindengracht 112-II, 1015 KK Amsterdam» is verhuurd", " is verhuurd")
	g.open("address-box", "ADDRESS", "write to «PO Box 1187, Alice Springs NT 0870»", "write to ")
	g.open("birth", "DATE_OF_BIRTH", "DOB: «3 November 1971», female", ", female")
	g.open("birth-json", "DATE_OF_BIRTH", `{"birthDate":"«1971-11-03»","rev":4}`, `,"rev":4}`)
	g.open("birth-de", "DATE_OF_BIRTH", "geboren am «03.11.1971» in Kiel", " in Kiel")
	g.open("birth-fr", "DATE_OF_BIRTH", "née le «3 novembre 1971» à Lyon", " à Lyon")
	g.open("gps-pair", "GPS_COORDINATES", "last gps fix «-33.856784, 151.215296» ok", " ok")
	g.open("gps-json", "GPS_COORDINATES", `{"lat":«48.858370»,"n":2}`, `,"n":2}`)
	g.open("mrn", "MEDICAL_RECORD", "MRN «K4482137» discharged", " discharged")
	g.open("policy", "POLICY_NUMBER", "Policy No. «POL-2031-88213» lapsed", " lapsed")
	g.open("member", "MEMBER_ID", "Member ID: «WQ4482137»")
	g.open("account-json", "ACCOUNT_NUMBER", `{"account_number":"«4471920883»"}`)
	g.open("plate", "LICENSE_PLATE", "Kennzeichen «KI-QX 4471», silbern", ", silbern")

	g.stays("no-address", "step 3 Drive, 10 Street View cars, 123 main.go, 2 Court cases, 5 way merge, 3 Hard Drive errors")
	g.stays("no-address-log", "12 Worker Threads, 4 Core Bridge, unit 3 failed, Test Suite 12 ok, floor 7, MAC address 5, address: 0x7f00")
	g.stays("no-birth", "2026-11-30 03:41:07 born_again=false; created 1971-11-03; DOB missing, updated 2026-01-03")
	g.stays("no-gps", "v48.8583 vector (0.1234, 0.5678, 0.9101) latency 48.858370 ms, position: 12.3456, 7.8910")
	g.stays("no-id", "customer_id: 42 account_id=123456 member 12 employee_id=104822 policy 12345 claims 48213 rows, plate 4 of 12")
}
