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
			Guarantee: "U",
			Authority: "American Bankers Association, Routing Number Policy: a Federal Reserve district in front, weights 3, 7 and 1",
			Match:     []string{"routing «021085172» account", "«3222-7162-7»", "ABA: «0711-0130-7»", "{\"routing_number\":\"«121000358»\"}"},
			NoMatch:   []string{"routing 421042111", "routing 1234-0000-0", "routing 021085173", "key 121000358 x", "routing 1210-00358"},
		},
		{
			Name: "bank_account", Entity: "BANK_ACCOUNT", Class: Context, Bits: 4, LabelBits: 10, AgainstBits: 8,
			code: codeForm{least: 6, most: 17, digits: 6, numeric: true},
			Labels: []string{
				"account", "account number", "account no", "account num", "account nr", "accounts", "acct", "acct no", "acct number", "bank account", "checking account", "savings account",
				"checking", "savings", "deposit account", "beneficiary account", "bank acct", "acc no", "acc number", "a c", "a c no", "a c number", "ac no", "ac number", "acct num", "current account", "giro account",
				"kto", "kto nr", "ktonr", "bankkonto", "girokonto", "cta", "cta corriente",
				"kontonummer", "konto", "kontonr", "numéro de compte", "numero de compte", "compte", "número de cuenta", "numero de cuenta", "cuenta", "cuenta bancaria",
				"conto corrente", "numero di conto", "conta corrente", "conta bancária", "conta bancaria", "número da conta", "numero da conta", "conta", "rekeningnummer", "rekening", "rekeningnr",
				"numer konta", "nr konta", "numer rachunku", "nr rachunku", "rachunek", "rachunku", "číslo účtu", "cislo uctu", "účet", "účtu", "bankszámlaszám", "számlaszám", "cont bancar", "numărul contului",
				"broj računa", "račun", "kontonumber", "tilinumero", "hesap no", "hesap numarası", "λογαριασμός", "λογαριασμού", "номер счета", "номер счёта", "расчетный счет", "расчётный счёт", "р с", "лицевой счет",
				"номер рахунку", "рахунок", "nomor rekening", "no rekening", "no rek", "nombor akaun", "no akaun", "số tài khoản", "חשבון", "حساب",
			},
			Against: []string{
				"aws", "iam", "arn", "azure", "gcp", "cloudflare", "github", "service account", "user account", "twitter", "steam", "game",
			},
			Authority: "banks, each with its own form: six to seventeen digits behind a label (ABA X9.100)",
			Match:     []string{"account «4471920883»", "Account No: «00012-345678»", "acct# «945456787654» closed", "Acc. No. «10471829»", "A/c No «50100247718273»", "Kto-Nr. «4471829»", "Nr konta: «447192088300»", "\"accountNumber\":\"«12345678»\""},
			NoMatch: []string{
				"account 12345", "account AB123456", "aws account 123456789012", "account has 4471920883 points", "accountId: 4471920883", "accounting 4471920883", "acc=447182 steps", "val_acc 447182",
			},
			Gaps: []string{"account ending in 4471920883 as he says"},
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
