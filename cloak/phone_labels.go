package cloak

import "strings"

// numbersWhose say whose number it is: "my US number is", "her work number".
var numbersWhose = strings.Fields(`us usa uk cn american british english chinese german french spanish italian dutch belgian swiss austrian israeli indian japanese korean
	brazilian mexican canadian australian turkish polish russian ukrainian swedish norwegian danish finnish irish portuguese greek filipino indonesian thai vietnamese
	emirati saudi egyptian nigerian kenyan home work office emergency international`)

// phoneWords are what stands in front of a telephone number, language by language.
var phoneWords = labelList(`phone|phones|telephone|tel|mobile|cell|cellphone|cellular|call|caller|main line|direct line|phone line|answering at|answer at|messages to|message to|
	my registered|calls to|text to|desk|mob|callback|dial|fax|whatsapp|viber|sms|texted|msisdn|landline|hotline|helpline|gsm|contact number|contact no|my number|your number|her number|
	his number|their number|reach me|reach us|reach her|reach him|
	handy|handynummer|handynr|telefon|telefonnummer|telefonnr|telefax|rufnummer|mobil|mobilnummer|mobilnr|mobiltelefon|natel|rückrufnummer|erreichbar unter|
	téléphone|tél|portable|joignable au|telefono|cellulare|cell|teléfono|telf|tfno|móvil|movil|celular|telefone|telemóvel|telem|
	telefoon|telefoonnummer|telefoonnr|tel nr|mobiel|mobiele nummer|gsm nummer|tlf|telefonnummeret|puhelin|puhelinnumero|matkapuhelin|puh|sími|símanúmer|farsími|
	telefonu|numer telefonu|nr telefonu|nr tel|komórka|komórkowy|telefonní číslo|telefónne číslo|telefonszám|telefonszáma|mobilszám|număr de telefon|nr de telefon|
	broj telefona|mobitel|telefonska številka|telefoninumber|tālrunis|cep|cep tel|cep telefonu|telefon numarası|τηλέφωνο|τηλ|κινητό|
	телефон|телефону|телефона|тел|моб|мобильный|мобільний|мобилен|טלפון|נייד|هاتف|الهاتف|جوال|الجوال|موبايل|फोन|मोबाइल|โทรศัพท์|โทร|มือถือ|điện thoại|sđt|
	telepono|telepon|telp|no hp|nomor hp|no telp|no tel|no telefon|电话|手机|電話|手機|電話番号|携帯|전화|휴대폰|휴대전화|연락처`)

func phoneLabels() (labels []string) {
	for _, w := range numbersWhose {
		labels = append(labels, w+" number")
	}
	return append(labels, phoneWords...)
}
