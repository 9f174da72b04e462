package cloak

import (
	"strconv"
	"strings"
	"sync"
)

// A class is a set of bytes that the body of a key is made of.
type class uint8

const (
	clsUpper class = iota // 0-9 A-Z
	clsHex                // and a-f, no G-Z
	clsAlnum              // letters and digits
	clsWord               // and _ -
	clsDot                // and .
	clsB64                // letters, digits, + / = _ -
	clsAll                // and . %
)

func (c class) has(b byte) bool {
	switch {
	case c == clsHex:
		return isHex(b)
	case c == clsUpper:
		return isUpper(b) || isDigit(b)
	case isAlnum(b):
		return true
	case b == '_' || b == '-':
		return c >= clsWord
	case b == '.':
		return c == clsDot || c == clsAll
	case b == '+' || b == '/' || b == '=':
		return c >= clsB64
	case b == '%':
		return c == clsAll
	}
	return false
}

// expr is the class as RE2 writes it.
func (c class) expr() string {
	return [...]string{"[0-9A-Z]", "[0-9a-fA-F]", "[A-Za-z0-9]", "[A-Za-z0-9_-]", "[A-Za-z0-9_.-]", "[A-Za-z0-9+/=_-]", "[A-Za-z0-9+/=_.%-]"}[c]
}

// run is where the run of c that begins at s[i] ends, at limit at the latest.
func (c class) run(s string, i, limit int) int {
	limit = min(limit, len(s))
	for i < limit && c.has(s[i]) {
		i++
	}
	return i
}

func isRunOf(v string, c class) bool { return c.run(v, 0, len(v)) == len(v) }

// A keyFormat is how one vendor writes its keys: prefix, then at least min bytes
// of body, then whatever tail goes on with. Vendors lengthen their tokens, so
// that a match goes on to the end of the run.
type keyFormat struct {
	prefix string
	body   class
	min    int
	tail   class
	flag   formatFlag
}

type formatFlag uint8

const (
	exact  formatFlag = 1 << iota // no longer than min
	strict                        // the prefix is short: nothing of a token may stand in front of it
	labels                        // only beside its vendor's name
	mixed                         // words are common after it: the body must hold a digit and look random
	public                        // a key that is meant to be read
	crc                           // the body of min bytes ends in its CRC-32
	bech32                        // a check sum of BIP 173 over it all
)

// keyFormats is the table of prefixes. Sources: the vendors' pages, GitHub's
// list of supported secrets, and the rules of gitleaks and kingfisher.
var keyFormats = []keyFormat{
	// Code hosts and registries.
	{"ghp_", clsAlnum, 36, clsDot, crc}, {"gho_", clsAlnum, 36, clsDot, crc}, {"ghu_", clsAlnum, 36, clsDot, crc},
	{"ghs_", clsWord, 36, clsDot, mixed | crc}, {"ghr_", clsAlnum, 36, clsDot, crc}, {"github_pat_", clsWord, 36, clsDot, mixed},
	{"glpat-", clsWord, 20, clsDot, mixed}, {"gldt-", clsWord, 20, clsDot, mixed}, {"glrt-", clsWord, 20, clsDot, mixed},
	{"glcbt-", clsWord, 20, clsDot, mixed}, {"glptt-", clsWord, 20, clsDot, mixed}, {"glft-", clsWord, 20, clsDot, mixed},
	{"glimt-", clsWord, 20, clsDot, mixed}, {"glagent-", clsWord, 20, clsDot, mixed}, {"gloas-", clsWord, 20, clsDot, mixed},
	{"glsoat-", clsWord, 20, clsDot, mixed}, {"glffct-", clsWord, 20, clsDot, mixed}, {"GR1348941", clsWord, 20, clsWord, mixed},
	{"npm_", clsAlnum, 36, clsWord, crc}, {"pypi-AgE", clsWord, 32, clsWord, 0}, {"rubygems_", clsHex, 48, clsAlnum, 0},
	{"cio", clsAlnum, 32, clsAlnum, exact | strict | mixed}, {"oy2", clsAlnum, 43, clsAlnum, exact | strict},
	{"dckr_pat_", clsWord, 20, clsWord, 0}, {"dckr_oat_", clsWord, 20, clsWord, 0}, {"CLOJARS_", clsAlnum, 60, clsAlnum, 0},
	{"AKCp", clsAlnum, 60, clsAlnum, strict}, {"cmVmdGtu", clsAlnum, 40, clsB64, strict}, {"ATBB", clsAlnum, 28, clsAlnum, strict | mixed},
	{"CCIPAT_", clsWord, 40, clsWord, 0}, {"CCIPRJ_", clsWord, 40, clsWord, 0}, {"bkua_", clsAlnum, 40, clsAlnum, mixed}, {"bkct_", clsAlnum, 40, clsAlnum, mixed},
	{"sgp_", clsWord, 40, clsWord, mixed}, {"squ_", clsAlnum, 40, clsAlnum, mixed}, {"sqp_", clsAlnum, 40, clsAlnum, mixed}, {"sqa_", clsAlnum, 40, clsAlnum, mixed},
	{"rdme_", clsAlnum, 60, clsAlnum, 0}, {"perm:", clsB64, 40, clsAll, strict},
	// Clouds and hosting.
	{"AIza", clsWord, 35, clsWord, mixed}, {"AQ.Ab8", clsWord, 40, clsWord, 0}, {"GOCSPX-", clsWord, 24, clsWord, 0},
	{"ya29.", clsWord, 20, clsDot, mixed}, {"1//0", clsWord, 40, clsWord, strict},
	{"ABSK", clsB64, 100, clsB64, 0}, {"bedrock-api-key-", clsB64, 40, clsB64, 0},
	{"dop_v1_", clsHex, 64, clsAlnum, 0}, {"doo_v1_", clsHex, 64, clsAlnum, 0}, {"dor_v1_", clsHex, 64, clsAlnum, 0},
	{"v1.0-", clsHex, 24, clsWord, strict}, {"dapi", clsHex, 32, clsWord, strict}, {"pscale_pw_", clsDot, 32, clsDot, 0},
	{"pscale_tkn_", clsDot, 32, clsDot, 0}, {"pscale_oauth_", clsDot, 32, clsDot, 0}, {"sbp_", clsAlnum, 40, clsWord, 0},
	{"sb_secret_", clsWord, 20, clsWord, mixed}, {"napi_", clsAlnum, 48, clsAlnum, 0}, {"vcp_", clsAlnum, 24, clsWord, mixed},
	{"vck_", clsAlnum, 24, clsWord, mixed}, {"vca_", clsAlnum, 24, clsWord, mixed}, {"vci_", clsAlnum, 24, clsWord, mixed},
	{"vco_", clsAlnum, 24, clsWord, mixed}, {"vcr_", clsAlnum, 24, clsWord, mixed}, {"nfp_", clsAlnum, 36, clsAlnum, 0}, {"nfc_", clsAlnum, 36, clsAlnum, mixed}, {"nfo_", clsAlnum, 36, clsAlnum, mixed}, {"fm1r_", clsB64, 64, clsB64, 0},
	{"fm1a_", clsB64, 64, clsB64, 0}, {"fm2_", clsB64, 64, clsB64, 0}, {"fo1_", clsWord, 43, clsWord, mixed}, {"rnd_", clsAlnum, 28, clsAlnum, mixed},
	{"HRKU-AA", clsWord, 56, clsWord, 0}, {"LTAI", clsAlnum, 16, clsAlnum, strict | mixed}, {"AKID", clsAlnum, 32, clsAlnum, strict | mixed},
	{"SCW", clsAlnum, 17, clsAlnum, exact | strict | mixed}, {"tk-us-", clsWord, 48, clsWord, 0}, {"AVNS_", clsWord, 19, clsWord, mixed},
	{"sha256~", clsWord, 43, clsWord, mixed}, {"hvs.", clsWord, 24, clsWord, mixed}, {"hvb.", clsWord, 24, clsWord, mixed},
	{"hvr.", clsWord, 24, clsWord, mixed}, {"pul-", clsHex, 40, clsAlnum, strict}, {"dp.pt.", clsAlnum, 40, clsAlnum, 0},
	{"dp.st.", clsDot, 40, clsDot, 0}, {"dp.ct.", clsAlnum, 40, clsAlnum, 0}, {"dp.sa.", clsAlnum, 40, clsAlnum, 0},
	{"dp.scim.", clsAlnum, 40, clsAlnum, 0}, {"dp.audit.", clsAlnum, 40, clsAlnum, 0}, {"tskey-", clsWord, 20, clsWord, mixed}, {"SWMTKN-1-", clsWord, 50, clsWord, 0},
	{"ops_eyJ", clsB64, 60, clsB64, mixed}, {"A3-", clsWord, 30, clsWord, strict | mixed}, {"AGE-SECRET-KEY-1", clsAlnum, 50, clsAlnum, bech32},
	{"infisical_", clsAlnum, 32, clsDot, mixed}, {"ico-", clsAlnum, 32, clsAlnum, exact | strict | mixed}, {"pnu_", clsAlnum, 36, clsAlnum, 0},

	// Models.
	{"sk-proj-", clsWord, 40, clsWord, mixed}, {"sk-svcacct-", clsWord, 40, clsWord, mixed}, {"sk-admin-", clsWord, 40, clsWord, mixed},
	{"sk-ant-", clsWord, 32, clsWord, mixed}, {"sk-or-v1-", clsHex, 60, clsAlnum, 0}, {"sk-lf-", clsWord, 36, clsWord, mixed},
	{"sk-", clsAlnum, 32, clsWord, strict | mixed}, {"xai-", clsWord, 60, clsWord, mixed}, {"gsk_", clsAlnum, 40, clsWord, mixed},
	{"pplx-", clsAlnum, 40, clsAlnum, mixed}, {"r8_", clsAlnum, 32, clsAlnum, strict | mixed}, {"hf_", clsAlnum, 30, clsAlnum, strict | mixed},
	{"api_org_", clsAlnum, 30, clsAlnum, mixed}, {"nvapi-", clsWord, 40, clsWord, mixed}, {"csk-", clsAlnum, 40, clsAlnum, mixed},
	{"pcsk_", clsWord, 40, clsWord, mixed}, {"lsv2_pt_", clsWord, 32, clsWord, 0}, {"lsv2_sk_", clsWord, 32, clsWord, 0},
	{"wandb_v1_", clsWord, 32, clsWord, mixed}, {"tgp_v1_", clsWord, 40, clsWord, mixed}, {"fw_", clsAlnum, 22, clsAlnum, strict | mixed},
	{"jina_", clsWord, 40, clsWord, mixed}, {"tvly-", clsWord, 24, clsWord, mixed}, {"fc-", clsHex, 32, clsAlnum, exact | strict},
	{"apify_api_", clsAlnum, 32, clsAlnum, 0}, {"pa-", clsWord, 43, clsWord, exact | strict | mixed}, {"phx_", clsWord, 40, clsWord, mixed},
	{"sk_", clsHex, 48, clsAlnum, exact | strict},
	// Payments and shops.
	{"sk_live_", clsAlnum, 15, clsWord, mixed}, {"sk_test_", clsAlnum, 16, clsWord, 0}, {"sk_prod_", clsAlnum, 16, clsWord, 0},
	{"rk_live_", clsAlnum, 16, clsWord, 0}, {"rk_test_", clsAlnum, 16, clsWord, 0}, {"rk_prod_", clsAlnum, 16, clsWord, 0},
	{"whsec_", clsB64, 20, clsB64, mixed}, {"sq0atp-", clsWord, 22, clsWord, mixed}, {"sq0csp-", clsWord, 40, clsWord, mixed}, {"sq0atb-", clsWord, 22, clsWord, mixed}, {"sq0idp-", clsWord, 22, clsWord, mixed},
	{"EAAA", clsWord, 56, clsWord, strict | mixed}, {"shpat_", clsHex, 32, clsAlnum, 0}, {"shpca_", clsHex, 32, clsAlnum, 0},
	{"shppa_", clsHex, 32, clsAlnum, 0}, {"shpss_", clsHex, 32, clsAlnum, 0}, {"shptka_", clsHex, 32, clsAlnum, 0},
	{"EZAK", clsAlnum, 54, clsAlnum, strict | exact}, {"EZTK", clsAlnum, 54, clsAlnum, strict | exact},
	{"duffel_live_", clsWord, 40, clsWord, 0}, {"duffel_test_", clsWord, 40, clsWord, 0}, {"FLWSECK_TEST-", clsAlnum, 32, clsWord, 0},
	{"FLWSECK-", clsAlnum, 32, clsWord, 0}, {"shippo_live_", clsHex, 40, clsAlnum, 0}, {"shippo_test_", clsHex, 40, clsAlnum, 0},
	{"APP_USR-", clsWord, 40, clsWord, mixed}, {"access-production-", clsWord, 36, clsWord, 0}, {"access-sandbox-", clsWord, 36, clsWord, 0},
	{"access-development-", clsWord, 36, clsWord, 0}, {"polar_oat_", clsAlnum, 32, clsWord, 0}, {"aio_", clsAlnum, 28, clsAlnum, mixed},
	// Messages, mail, social.
	{"xoxb-", clsAll, 20, clsAll, mixed}, {"xoxp-", clsAll, 20, clsAll, mixed}, {"xoxa-", clsAll, 20, clsAll, mixed},
	{"xoxe-", clsAll, 20, clsAll, mixed}, {"xoxe.", clsAll, 40, clsAll, mixed}, {"xoxr-", clsAll, 20, clsAll, mixed},
	{"xoxs-", clsAll, 20, clsAll, mixed}, {"xoxc-", clsAll, 20, clsAll, mixed}, {"xoxd-", clsAll, 20, clsAll, mixed},
	{"xapp-", clsAll, 24, clsAll, mixed}, {"xoxo-", clsAll, 24, clsAll, mixed}, {"xwfp-", clsAll, 24, clsAll, mixed}, {"SG.", clsWord, 22, clsDot, strict | mixed}, {"key-", clsHex, 32, clsAlnum, exact | strict | labels},
	{"xkeysib-", clsHex, 64, clsWord, 0}, {"mlsn.", clsHex, 60, clsAlnum, 0}, {"re_", clsWord, 32, clsWord, strict | mixed},
	{"AC", clsHex, 32, clsAlnum, exact | strict}, {"SK", clsHex, 32, clsAlnum, exact | strict}, {"EAAM", clsAlnum, 80, clsAlnum, strict},
	{"EAAC", clsAlnum, 80, clsAlnum, strict}, {"EAAG", clsAlnum, 80, clsAlnum, strict}, {"IGQV", clsWord, 80, clsWord, strict},
	{"sl.", clsWord, 100, clsDot, strict}, {"secret_", clsAlnum, 43, clsAlnum, exact | strict | mixed}, {"ntn_", clsAlnum, 40, clsAlnum, mixed},
	{"lin_api_", clsAlnum, 32, clsAlnum, 0}, {"lin_oauth_", clsAlnum, 32, clsAlnum, 0}, {"figd_", clsWord, 36, clsWord, 0},
	{"PMAK-", clsHex, 24, clsWord, 0}, {"ATATT3", clsB64, 60, clsB64, 0}, {"ATCTT3", clsB64, 60, clsB64, 0}, {"tfp_", clsWord, 40, clsDot, mixed},
	{"CFPAT-", clsWord, 40, clsWord, 0}, {"pat-na1-", clsWord, 36, clsWord, 0}, {"pat-eu1-", clsWord, 36, clsWord, 0},
	{"sk.eyJ", clsWord, 40, clsDot, 0}, {"pk.eyJ", clsWord, 40, clsDot, 0}, {"tk.eyJ", clsWord, 40, clsDot, 0}, {"ion_", clsAlnum, 40, clsAlnum, mixed}, {"xau_", clsAlnum, 30, clsAlnum, mixed},
	{"fio-u-", clsWord, 60, clsWord, 0}, {"zpka_", clsWord, 32, clsWord, mixed}, {"sm_aat_", clsAlnum, 16, clsAlnum, mixed}, {"sm_pat_", clsAlnum, 16, clsAlnum, mixed},
	{"sm_sat_", clsAlnum, 16, clsAlnum, mixed},
	{"mdb_sa_sk_", clsWord, 40, clsWord, 0}, {"CCDB1_", clsWord, 60, clsWord, 0}, {"s-s4t2ud-", clsHex, 60, clsAlnum, 0},
	{"s-s4t2af-", clsHex, 60, clsAlnum, 0}, {"tkn.v1_", clsB64, 40, clsB64, 0}, {"odt_", clsAlnum, 32, clsAlnum, mixed}, {"flb_live_", clsAlnum, 20, clsAlnum, 0},
	{"ak_live_", clsAlnum, 30, clsAlnum, 0}, {"scp-live-", clsHex, 32, clsAlnum, 0}, {"scp-test-", clsHex, 32, clsAlnum, 0}, {"cfxk_", clsWord, 20, clsWord, mixed},
	{"apk_", clsB64, 60, clsB64, strict | mixed}, {"apk_user_", clsB64, 40, clsB64, 0}, {"cog_", clsAlnum, 50, clsAlnum, mixed}, {"slk_", clsHex, 60, clsAlnum, 0},
	// Watching.
	{"NRAK-", clsAlnum, 27, clsWord, 0}, {"NRJS-", clsAlnum, 19, clsAlnum, 0}, {"NRII-", clsWord, 32, clsWord, mixed}, {"NRIQ-", clsWord, 32, clsWord, mixed}, {"NRAA-", clsHex, 27, clsWord, 0}, {"NRRA-", clsAlnum, 40, clsAlnum, 0},
	{"glsa_", clsAlnum, 32, clsWord, 0}, {"glc_", clsB64, 32, clsB64, mixed}, {"eyJrIjoi", clsB64, 60, clsB64, 0},
	{"sntrys_eyJ", clsB64, 60, clsB64, 0}, {"sntryu_", clsHex, 60, clsAlnum, 0}, {"dt0c01.", clsAlnum, 24, clsDot, 0},
	{"dt0s01.", clsAlnum, 8, clsDot, 0}, {"dt0s16.", clsAlnum, 8, clsDot, 0}, {"hcaik_", clsAlnum, 40, clsAlnum, 0}, {"hcxik_", clsAlnum, 40, clsAlnum, 0},
	{"px-api-", clsWord, 36, clsWord, mixed}, {"px-dep-", clsWord, 36, clsWord, mixed}, {"eu01xx", clsAlnum, 34, clsAlnum, mixed}, {"xaat-", clsWord, 36, clsWord, mixed},
	{"xapt-", clsWord, 36, clsWord, mixed}, {"hawk.", clsDot, 41, clsDot, strict | mixed}, {"waka_", clsWord, 36, clsWord, mixed}, {"rootly_", clsHex, 64, clsAlnum, 0},
	{"configcat-sdk-1/", clsB64, 45, clsB64, strict | mixed}, {"configcat-proxy/", clsB64, 45, clsB64, strict | mixed}, {"VF.DM.", clsDot, 37, clsDot, mixed}, {"VF.WS.", clsDot, 37, clsDot, mixed},
	{"pylf_v", clsWord, 40, clsWord, 0}, {"sdk-", clsWord, 36, clsWord, exact | strict | labels}, {"signkey-prod-", clsHex, 32, clsAlnum, 0},
	// Others, by prefix.
	{"4b1d", clsAlnum, 38, clsAlnum, exact | strict | mixed}, {"AIK_", clsWord, 26, clsWord, mixed}, {"AKLT", clsAlnum, 32, clsAlnum, strict | mixed},
	{"amzn.mws.", clsWord, 36, clsWord, 0}, {"API-", clsUpper, 26, clsUpper, exact | strict | mixed}, {"api_live.", clsDot, 40, clsDot, mixed},
	{"api_sandbox.", clsDot, 40, clsDot, mixed}, {"apikey_", clsHex, 64, clsAlnum, strict | mixed}, {"AQVN", clsWord, 35, clsWord, strict | mixed},
	{"ATSTT3", clsB64, 60, clsB64, 0}, {"bb_live_", clsWord, 20, clsWord, mixed}, {"BBDC-", clsB64, 40, clsB64, mixed},
	{"BBFF-", clsAlnum, 30, clsAlnum, strict | mixed}, {"BBUS-", clsAlnum, 30, clsAlnum, strict | mixed},
	{"BSA", clsWord, 28, clsWord, exact | strict | mixed}, {"cflt", clsB64, 60, clsB64, strict | mixed}, {"cfsk_ma_prod_", clsWord, 32, clsWord, mixed},
	{"cfsk_ma_test_", clsWord, 32, clsWord, mixed}, {"codemagic_", clsWord, 40, clsWord, mixed}, {"ctp_", clsAlnum, 36, clsAlnum, strict | mixed},
	{"db-", clsAlnum, 29, clsAlnum, exact | strict | mixed}, {"ddp_", clsAlnum, 36, clsAlnum, strict | mixed},
	{"ddw_", clsAlnum, 36, clsAlnum, strict | mixed}, {"dG9rO", clsB64, 54, clsB64, strict | mixed}, {"django-insecure-", clsAll, 20, clsAll, mixed},
	{"dnkey-", clsWord, 30, clsWord, mixed}, {"dvc_mobile_", clsWord, 32, clsWord, mixed}, {"dvc_server_", clsWord, 32, clsWord, mixed},
	{"e2b_", clsHex, 40, clsAlnum, 0}, {"endr+", clsAlnum, 16, clsAlnum, mixed}, {"essu_", clsB64, 40, clsB64, mixed},
	{"eu1.", clsB64, 90, clsB64, strict | mixed}, {"EXO", clsHex, 24, clsAlnum, strict}, {"ffio-u-", clsWord, 60, clsWord, 0},
	{"glrtr-", clsWord, 20, clsDot, mixed}, {"glwt-", clsWord, 20, clsDot, mixed}, {"hl_sk_", clsAlnum, 32, clsAlnum, mixed},
	{"KEY0", clsWord, 50, clsWord, strict | mixed}, {"live_", clsWord, 40, clsWord, strict | mixed}, {"lma_", clsB64, 40, clsB64, strict | mixed},
	{"lmb_", clsB64, 40, clsB64, strict | mixed}, {"ls__", clsAlnum, 32, clsAlnum, strict | mixed}, {"mercury_production_", clsWord, 32, clsWord, mixed},
	{"mercury_sandbox_", clsWord, 32, clsWord, mixed}, {"mergify_application_key_", clsAlnum, 32, clsAlnum, mixed},
	{"Mid-server-", clsWord, 16, clsWord, mixed}, {"na1.", clsB64, 90, clsB64, strict | mixed}, {"NF-", clsAlnum, 32, clsAlnum, exact | strict | mixed},
	{"oa2-client-id_", clsWord, 32, clsWord, mixed}, {"p8e-", clsWord, 32, clsWord, strict | mixed}, {"pat.", clsDot, 60, clsDot, strict | mixed},
	{"pdl_live_", clsWord, 40, clsWord, mixed}, {"pdl_sdbx_", clsWord, 40, clsWord, mixed}, {"persona_production_", clsWord, 24, clsWord, mixed},
	{"persona_sandbox_", clsWord, 24, clsWord, mixed}, {"pina_", clsAlnum, 60, clsAlnum, mixed}, {"pk_", clsWord, 32, clsWord, strict | mixed},
	{"pk_live_", clsWord, 1, clsWord, public}, {"pk_prod_", clsUpper, 28, clsAlnum, mixed}, {"pk_test_", clsWord, 1, clsWord, public},
	{"pnb_", clsAlnum, 36, clsAlnum, mixed}, {"prf_cli_", clsWord, 24, clsWord, mixed}, {"prf_live_", clsAlnum, 24, clsAlnum, mixed},
	{"prf_test_", clsAlnum, 24, clsAlnum, mixed}, {"ptk_", clsAlnum, 32, clsAlnum, strict | mixed}, {"pub-c-", clsWord, 36, clsWord, strict | mixed},
	{"ramp_sec_", clsAlnum, 40, clsAlnum, mixed}, {"rpa_", clsAlnum, 28, clsAlnum, strict | mixed}, {"rzp_live_", clsAlnum, 14, clsAlnum, 0},
	{"samsara_api_", clsAlnum, 30, clsAlnum, mixed}, {"sat.", clsDot, 60, clsDot, strict | mixed}, {"sbx_apikey_", clsHex, 64, clsAlnum, mixed},
	{"sec-c-", clsB64, 36, clsB64, strict | mixed}, {"secret-live-", clsB64, 30, clsB64, mixed}, {"secret-test-", clsB64, 30, clsB64, mixed},
	{"shltm_", clsWord, 40, clsWord, mixed},
	{"shpua_", clsHex, 32, clsAlnum, 0}, {"sk-api-", clsWord, 40, clsWord, mixed}, {"sk-helicone-", clsWord, 24, clsWord, mixed},
	{"sk_car_", clsAlnum, 20, clsWord, mixed}, {"sk_sbox_", clsAlnum, 26, clsWord, mixed}, {"snyk_sat.", clsDot, 40, clsDot, mixed},
	{"snyk_uat.", clsDot, 40, clsDot, mixed}, {"storecove_", clsAlnum, 40, clsWord, mixed}, {"STS.", clsAlnum, 20, clsAlnum, strict | mixed},
	{"sub-c-", clsWord, 36, clsWord, strict | mixed}, {"supernotes_sk-", clsAlnum, 30, clsAlnum, mixed}, {"tr_dev_", clsAlnum, 20, clsAlnum, mixed},
	{"tr_prod_", clsAlnum, 20, clsAlnum, mixed}, {"tss_", clsAlnum, 36, clsAlnum, strict | mixed}, {"ucat_", clsAlnum, 26, clsAlnum, mixed},
	{"unkey_", clsAlnum, 20, clsWord, mixed}, {"vtwn_", clsAlnum, 26, clsAlnum, mixed},
	{"xsmtpsib-", clsHex, 64, clsWord, 0}, {"y0_", clsWord, 50, clsWord, strict | mixed},
}

// formatsBy gives the formats that can begin with a byte, longer prefixes first,
// so that sk-proj- is looked at before sk-.
var formatsBy = indexFormats(keyFormats)

func indexFormats(table []keyFormat) (index [256][]keyFormat) {
	for _, f := range table {
		list := index[f.prefix[0]]
		i := 0
		for i < len(list) && len(list[i].prefix) >= len(f.prefix) {
			i++
		}
		list = append(list, keyFormat{})
		copy(list[i+1:], list[i:])
		list[i] = f
		index[f.prefix[0]] = list
	}
	return index
}

// formatWords are the words that a kernel looks for. A prefix of fewer than four
// bytes goes on with each byte that its body may begin with: the index tells words
// apart by their first four bytes, and what is shorter lets many others through.
var formatWords = sync.OnceValue(func() (words []string) {
	seen := map[string]bool{}
	var add func(w string, body class)
	add = func(w string, body class) {
		if len(w) < 4 {
			for b := range 0x80 {
				if c := byte(b); body.has(c) && lower(c) == c || body == clsUpper && isLower(c) {
					add(w+string(c), body)
				}
			}
		} else if !seen[w] {
			seen[w] = true
			words = append(words, w)
		}
	}
	for _, f := range keyFormats {
		add(fold(f.prefix), f.body)
	}
	return words
})

// formatPattern is the table as one expression. Formats that differ in their
// prefix alone share what follows it.
func formatPattern(table []keyFormat) string {
	prefixes := map[string]string{}
	var rests []string
	for _, f := range table {
		rest := f.body.expr() + "{" + strconv.Itoa(f.min) + "}" + f.tail.expr() + "*"
		if prefixes[rest] == "" {
			rests = append(rests, rest)
		} else {
			prefixes[rest] += "|"
		}
		prefixes[rest] += quoteLiteral(f.prefix)
	}
	for i, rest := range rests {
		rests[i] = "(?:" + prefixes[rest] + ")" + rest
	}
	return strings.Join(rests, "|")
}

// quoteLiteral escapes what RE2 would read as an operator.
func quoteLiteral(v string) string {
	var b strings.Builder
	for i := range len(v) {
		if strings.IndexByte(`.+*?()|[]{}^$\`, v[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(v[i])
	}
	return b.String()
}
