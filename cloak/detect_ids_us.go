package cloak

// Numbers that the authorities of the United States give out.

func usIDs() []Detector {
	return ids([]Detector{
		{
			Name: "us_npi", Entity: "US_NPI", Locale: "US", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"9999999999"}, Validate: validNPI, checked: true,
			Labels:    []string{"npi", "national provider", "provider id", "provider number"},
			Authority: "CMS, 45 CFR 162.406: ten digits, the first 1 or 2, Luhn over 80840 and the number (ISO/IEC 7812-1)",
			Match:     []string{"NPI «1234567893»", "npi: «1245319599»,", "\"provider_npi\":\"«1316999995»\""},
			NoMatch:   []string{"NPI 1234567890", "npi 3234567893", "order 1234567893", "npi 12345678931"},
		},
	})
}

func validNPI(s string) bool {
	return (s[0] == '1' || s[0] == '2') && luhnValid("80840"+s)
}
