package cloak

// An Entity is a kind of value. Its name is upper case, digits and underscores,
// begins with a letter and has at most 40 bytes: it stands in tokens, [EMAIL_0].
type Entity string

// The entities of the built-in detectors.
const (
	Email         Entity = "EMAIL"
	Phone         Entity = "PHONE"
	IPv4          Entity = "IPV4"
	IPv6          Entity = "IPV6"
	MAC           Entity = "MAC"
	Hostname      Entity = "HOSTNAME" // internal names only
	SSN           Entity = "SSN"
	CreditCard    Entity = "CREDIT_CARD"
	IBAN          Entity = "IBAN"
	AWSKey        Entity = "AWS_KEY"
	APIKey        Entity = "API_KEY"
	JWT           Entity = "JWT"
	PrivateKey    Entity = "PRIVATE_KEY"
	Password      Entity = "PASSWORD"
	URLCredential Entity = "URL_CREDENTIAL"
	AuthHeader    Entity = "AUTH_HEADER"
	Cookie        Entity = "COOKIE"
	Path          Entity = "PATH" // the user's name in a path
	Username      Entity = "USERNAME"
	CaseNumber    Entity = "CASE_NUMBER"
	CaseName      Entity = "CASE_NAME"
	UUID          Entity = "UUID"
	Hash          Entity = "HASH"
	Crypto        Entity = "CRYPTO"      // an address, or what shows addresses
	CryptoKey     Entity = "CRYPTO_KEY"  // what spends
	SeedPhrase    Entity = "SEED_PHRASE" // what makes all keys of a wallet
	Custom        Entity = "CUSTOM"
	Literal       Entity = "LITERAL" // text that looks like a stand-in and is none: see Source.Foreign
)

// valid reports whether e may stand in a token.
func (e Entity) valid() bool {
	if e == "" || len(e) > maxEntity || e[0] < 'A' || e[0] > 'Z' {
		return false
	}
	for i := range len(e) {
		if c := e[i]; (c < 'A' || c > 'Z') && !isDigit(c) && c != '_' {
			return false
		}
	}
	return true
}

const maxEntity = 40
