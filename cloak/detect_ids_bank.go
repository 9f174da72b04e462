package cloak

// Accounts at banks, insurers, schools and employers: their numbers have hardly a form.

func accountIDs() []Detector {
	return ids([]Detector{
		{
			Name: "us_aba_routing", Entity: "ABA_ROUTING_NUMBER", Locale: "US", Class: Context, Bits: 6, LabelBits: 9,
			forms: []string{"9999 9999 9"}, Validate: validABA, checked: true, Canonical: digitsOf,
			Labels: []string{
				"routing", "routing number", "routing no", "aba", "aba no", "aba number", "rtn", "routing transit", "bank routing", "ach routing", "wire routing",
			},
			Authority: "American Bankers Association, Routing Number Policy: a Federal Reserve district in front, weights 3, 7 and 1",
			Match:     []string{"routing «021085172» account", "«3222-7162-7»", "ABA: «0711-0130-7»", "{\"routing_number\":\"«121000358»\"}"},
			NoMatch:   []string{"routing 421042111", "routing 1234-0000-0", "routing 021085173", "key 121000358 x", "routing 1210-00358"},
		},
		{
			Name: "bank_account", Entity: "BANK_ACCOUNT", Class: Context, Bits: 4, LabelBits: 10, AgainstBits: 8,
			code: codeForm{least: 6, most: 17, digits: 6, numeric: true},
			Labels: []string{
				"account", "account number", "account no", "account num", "account nr", "accounts", "acct", "acct no", "acct number", "bank account", "checking account", "savings account",
				"checking", "savings", "deposit account", "beneficiary account", "bank acct",
				"kontonummer", "konto", "kontonr", "numéro de compte", "numero de compte", "compte", "número de cuenta", "numero de cuenta", "cuenta", "cuenta bancaria",
				"conto corrente", "numero di conto", "conta corrente", "conta bancária", "conta bancaria", "número da conta", "numero da conta", "conta", "rekeningnummer", "rekening",
			},
			Against: []string{
				"aws", "iam", "arn", "azure", "gcp", "cloudflare", "github", "service account", "user account", "twitter", "steam", "game",
			},
			Authority: "banks, each with its own form: six to seventeen digits behind a label (ABA X9.100)",
			Match:     []string{"account «4471920883»", "Account No: «00012-345678»", "acct# «945456787654» closed", "\"accountNumber\":\"«12345678»\""},
			NoMatch: []string{
				"account 12345", "account AB123456", "aws account 123456789012", "account has 4471920883 points", "accountId: 4471920883", "accounting 4471920883",
			},
			Gaps: []string{"account ending in 4471920883 as he says"},
		},
		{
			Name: "member_id", Entity: "MEMBER_ID", Class: Context, Bits: 4, LabelBits: 10,
			code: codeForm{least: 6, most: 16, digits: 4},
			Labels: []string{
				"member id", "member ids", "member no", "member number", "membership id", "membership no", "membership number", "subscriber id", "subscriber no", "subscriber number",
				"insured id", "insured s id", "insurance id", "insurance no", "insurance number", "health plan id", "health plan number", "health insurance", "health insurance number", "plan id", "medicaid", "medicaid id", "medicaid no", "medicaid number",
				"medi cal", "masshealth", "beneficiary id", "group number", "group no", "rxgrp", "rxbin", "rx bin", "cardholder id",
			},
			Authority: "ANSI INCITS 284, the identification card for health care: the issuer's own form; a label tells it",
			Match:     []string{"Member ID: «XYP123456789»", "memberId: \"«W2345-67890»\"", "Medicaid ID «AB12345C»", "subscriber no. «123456789-01»"},
			NoMatch:   []string{"member 123456", "member id is missing in 123456", "member id 12", "member id 110bcd25-a55d-453a-8046-1297901ea002", "remember id 123456"},
		},
		{
			Name: "policy_number", Entity: "POLICY_NUMBER", Class: Context, Bits: 4, LabelBits: 10,
			code: codeForm{least: 6, most: 18, digits: 4},
			Labels: []string{
				"policy number", "policy no", "policy num", "policy nr", "insurance policy", "health policy", "policyholder id", "claim number", "claim no", "insurance claim",
				"policennummer", "versicherungsnummer", "versicherungsscheinnummer", "numéro de police", "numero de police", "número de póliza", "numero de poliza", "póliza", "apólice", "polizza", "polisnummer",
			},
			Authority: "insurers, each with its own form; a label tells it",
			Match:     []string{"Policy Number: «POL-2024-889123»", "policyNumber=«HO123456»", "insurance policy no. «4471920»", "claim number «CLM0012345»"},
			NoMatch:   []string{"policy 123456", "policy number of the day: 2024-01-31", "policy number 3", "IAM policy version 2012-10-17"},
		},
		{
			Name: "medical_record", Entity: "MEDICAL_RECORD", Class: Context, Bits: 4, LabelBits: 10,
			code: codeForm{least: 4, most: 14, digits: 3},
			Labels: []string{
				"mrn", "mrns", "medical record", "medical record number", "medical record no", "medical records", "patient id", "patient no", "patient number", "patient identifier",
				"chart number", "chart no", "hospital number", "hospital no", "health record", "encounter id", "patientennummer", "fallnummer", "numéro de dossier", "historia clínica", "historia clinica", "prontuário", "prontuario",
			},
			Authority: "hospitals, each with its own form; 45 CFR 164.514(b)(2)(i)(H) counts it among identifiers",
			Match:     []string{"MRN: «C4471920»", "patient_id=«PT-004512»", "medical record number is «00123456»"},
			NoMatch:   []string{"MRN of 12", "patient id 2024", "patient seen 4471920", "mrn: none", "patient id 110bcd25-a55d-453a-8046-1297901ea002"},
		},
		{
			Name: "student_id", Entity: "STUDENT_ID", Class: Context, Bits: 4, LabelBits: 10,
			code: codeForm{least: 5, most: 12, digits: 4},
			Labels: []string{
				"student id", "student ids", "student no", "student number", "student nr", "matriculation number", "matriculation no", "matrikelnummer", "matrikelnr",
				"numéro d étudiant", "numero d etudiant", "número de estudiante", "numero de estudiante", "matrícula", "matricola", "studentnummer", "school id", "university id", "campus id",
			},
			Authority: "schools, each with its own form; 34 CFR 99.3 counts it among personally identifiable information",
			Match:     []string{"Student ID: «S20231234»", "studentId=«00451278»", "matriculation number «0123456»"},
			NoMatch:   []string{"student 123456", "student id card 2024", "student id 12", "students identified 12345"},
		},
		{
			Name: "employee_id", Entity: "EMPLOYEE_ID", Class: Context, Bits: 4, LabelBits: 10,
			code: codeForm{least: 4, most: 12, digits: 3},
			Labels: []string{
				"employee id", "employee ids", "employee no", "employee number", "employee nr", "emp id", "emp no", "empid", "personnel number", "personnel no", "staff id", "staff no", "staff number", "payroll number", "payroll id",
				"badge number", "badge id", "badge no", "personalnummer", "mitarbeiternummer", "numéro d employé", "matricule", "número de empleado", "numero de empleado", "numero dipendente", "personeelsnummer",
			},
			Authority: "employers, each with its own form; a label tells it",
			Match:     []string{"Employee ID: «E10452»", "employeeId: \"«EMP-00123»\"", "badge number «4521»", "employee no. «77345»"},
			NoMatch:   []string{"employee 10452", "employee ids 2, 10452", "employee id 2024", "employee id is required in 12345", "employee ID 7", "unemployed 10452"},
		},
	})
}

func validABA(s string) bool {
	district := digitsFrom(s, 0, 2)
	if !(district <= 12 || 21 <= district && district <= 32 || 61 <= district && district <= 72 || district == 80) {
		return false
	}
	return evenly(s, 2) && weightedSum(s, 3, 7, 1, 3, 7, 1, 3, 7, 1)%10 == 0
}
