package cloak

// Numbers that the authorities of Brazil give out.

func brazilIDs() []Detector {
	return ids([]Detector{
		{
			Name: "br_cpf", Entity: "BR_CPF", Locale: "BR", Class: Context, Bits: 8, LabelBits: 10,
			forms: []string{"999 999 999 99"}, alone: []string{"999.999.999-99"}, aloneBits: 17, Validate: validCPF, checked: true, Canonical: digitsOf,
			Labels:    []string{"cpf", "c p f", "cpfs", "cpf no", "cpf nº", "cpf mf", "cadastro de pessoa", "cadastro de pessoas", "cadastro de pessoas físicas", "contribuinte"},
			Guarantee: "X",
			Authority: "Receita Federal, IN RFB 1.548/2015: nine digits and two check digits, modulus 11 with weights 10 and 11 down to 2",
			Match:     []string{"CPF «487.062.956-90»", "cpf: \"«48706295690»\"", "cliente «487.062.956-90», São Paulo", "«487062956-90»"},
			NoMatch:   []string{"CPF 487.062.956-91", "CPF 111.111.111-11", "pedido 48706295690", "1.487.062.956-90", "cpf 487062956901"},
		},
		{
			Name: "br_cnpj", Entity: "BR_CNPJ", Locale: "BR", Class: Context, Bits: 8, LabelBits: 10,
			forms: []string{"XX XXX XXX XXXX 99"}, alone: []string{"99.999.999/9999-99"}, aloneBits: 20, Validate: validCNPJ, checked: true, Canonical: canonIBAN,
			Labels:    []string{"cnpj", "c n p j", "cnpjs", "cnpj no", "cnpj nº", "cnpj mf", "cadastro nacional", "cadastro nacional da pessoa jurídica"},
			Guarantee: "X",
			Authority: "Receita Federal, IN RFB 2.229/2024: twelve letters and digits, since July 2026, and two check digits, modulus 11 over ASCII less 48 with weights 2 to 9 from the right",
			Match:     []string{"CNPJ «12.ABC.345/01DE-35»", "cnpj: «12abc34501de35»", "empresa «11.222.333/0001-81» Ltda", "CNPJ/MF nº «11222333000181»", "«12ABC34501DE35»", "CNPJ «AB.CDE.FGH/01JK-79»"},
			NoMatch:   []string{"CNPJ 12.ABC.345/01DE-36", "CNPJ 11.222.333/0001-82", "pedido 11222333000181", "cnpj 112223330001811"},
			Gaps:      []string{"empresa 12.ABC.345/01DE-35 (letters, and no label)"},
		},
		{
			Name: "br_rg", Entity: "BR_RG", Locale: "BR", Class: Context, Bits: 4, LabelBits: 10,
			forms: []string{"99 999 999 X", "9 999 999", "99 999 999"}, Validate: validRG, Canonical: canonIBAN,
			Labels:    []string{"rg", "rg no", "rg nº", "registro geral", "identidade", "carteira de identidade", "cédula de identidade", "documento de identidade"},
			Authority: "Lei 7.116/1983: the states write seven to nine digits, the last one X in São Paulo where modulus 11 gives 10",
			Match:     []string{"RG «12.345.678-X»", "rg: «123456789»", "identidade nº «1.234.567»"},
			NoMatch:   []string{"rg 12.345.678-Y", "rg 12345", "arg 123456789"},
		},
		{
			Name: "br_cnh", Entity: "DRIVER_LICENSE", Locale: "BR", Class: Context, Bits: 4, LabelBits: 10,
			forms: []string{"99999999999"}, Canonical: digitsOf,
			Labels:    []string{"cnh", "c n h", "cnh no", "cnh nº", "registro cnh", "carteira de motorista", "carteira nacional de habilitação", "habilitação", "habilitacao"},
			Authority: "Senatran, Resolução Contran 886/2021: eleven digits",
			Match:     []string{"CNH «02650306461»", "carteira de motorista nº «98765432100»"},
			NoMatch:   []string{"cnh 9876543210", "pedido 98765432100"},
		},
		{
			Name: "br_pis", Entity: "BR_PIS", Locale: "BR", Class: Context, Bits: 6, LabelBits: 10,
			forms: []string{"999 99999 99 9"}, Validate: validPIS, wholly: isGrouped, Canonical: digitsOf,
			Labels:    []string{"pis", "pasep", "pis pasep", "nis", "nit", "pis no", "pis nº", "inss", "número de identificação social"},
			Guarantee: "X",
			Authority: "Caixa Econômica Federal, Cadastro NIS: ten digits and one, modulus 11 with weights 3, 2 and 9 to 2",
			Match:     []string{"PIS «120.56412.54-5»", "pis/pasep: «12056412545»", "«120.56412.54-5»"},
			NoMatch:   []string{"PIS 120.56412.54-6", "pedido 12056412545"},
		},
		{
			Name: "br_titulo", Entity: "BR_VOTER_ID", Locale: "BR", Class: Context, Bits: 7, LabelBits: 10,
			forms: []string{"9999 9999 9999"}, Validate: validTitulo, Canonical: digitsOf,
			Labels:    []string{"título de eleitor", "titulo de eleitor", "título eleitoral", "titulo eleitoral", "título", "inscrição eleitoral", "inscricao eleitoral"},
			Guarantee: "X",
			Authority: "TSE, Resolução 23.659/2021: eight digits, the state 01 to 28, and two digits by modulus 11; in São Paulo and Minas Gerais 1 stands for a remainder of 0",
			Match:     []string{"título de eleitor «1023 8501 0671»", "titulo_eleitoral=«102385010671»"},
			NoMatch:   []string{"título de eleitor 1023 8501 0672", "titulo eleitoral 1023 8599 0671", "pedido 102385010671"},
		},
		{
			Name: "br_plate", Entity: "LICENSE_PLATE", Locale: "BR", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"AAA9A99", "AAA 9999"}, Canonical: canonIBAN,
			Labels:    plateLabels("placa", "placas", "placa do veículo", "placa do carro", "patente", "renavam"),
			Authority: "Contran, Resolução 969/2022: three letters, a digit, a letter and two digits (Mercosul), or four digits before; other states of the Mercosul as in Spanish \"patente\"",
			Match:     []string{"placa «BRA2E19»", "Placa: «ABC-1234»"},
			NoMatch:   []string{"placa BRA2E190", "modelo BRA2E19"},
		},
	})
}

// validCPF computes both check digits; 111.111.111-11 and its like have them, and are
// nobody's.
func validCPF(s string) bool {
	return elevenOr0(weightedSum(s, 10, 9, 8, 7, 6, 5, 4, 3, 2)) == digitNo(s, 9) &&
		elevenOr0(weightedSum(s, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)) == digitNo(s, 10)
}

// validCNPJ computes both check digits over twelve letters and digits, each worth its
// ASCII code less 48.
func validCNPJ(s string) bool {
	v := bareOf(s)
	sum := func(n int) (sum int) {
		for i := range n {
			sum += int(v[i]-'0') * ((n-1-i)%8 + 2)
		}
		return sum
	}
	return elevenOr0(sum(12)) == int(v[12]-'0') && elevenOr0(sum(13)) == int(v[13]-'0')
}

func validRG(s string) bool {
	last := s[len(s)-1]
	return isDigit(last) || last|0x20 == 'x'
}

func validPIS(s string) bool {
	return elevenOr0(weightedSum(s, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)) == digitNo(s, 10)
}

func validTitulo(s string) bool {
	state := digitsFrom(s, 8, 2)
	digit := func(sum int) int {
		r := sum % 11
		if r == 0 && state <= 2 {
			return 1
		}
		return r % 10
	}
	first := digit(weightedSum(s, 2, 3, 4, 5, 6, 7, 8, 9))
	return 1 <= state && state <= 28 && first == digitNo(s, 10) &&
		digit(state/10*7+state%10*8+first*9) == digitNo(s, 11)
}
