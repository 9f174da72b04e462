package decoy

import "strings"

// vendorPrefix is the part of a key that all keys of its vendor begin with, and
// that tells nothing of this one; "" if it is not known. It has only letters,
// digits, '_', '-' and inner dots, as the grammar of marked decoys asks for.
func vendorPrefix(key string) (prefix string) {
	for _, p := range vendorPrefixes {
		if len(p) > len(prefix) && strings.HasPrefix(key, p) {
			prefix = p
		}
	}
	return prefix
}

func isAWS(prefix string) bool {
	return prefix == "AKIA" || prefix == "ASIA" || prefix == "ABIA" || prefix == "ACCA"
}

// vendorPrefixes are as the vendors document them; a missing one costs only
// realism.
var vendorPrefixes = [...]string{
	"AKIA", "ASIA", "ABIA", "ACCA", "ABSK", // AWS
	"AIza", "GOCSPX-", "ya29.", // Google
	"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_",
	"glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glimt-", "glagent-", "gloas-", "glsoat-",
	"xoxa-", "xoxb-", "xoxe-", "xoxp-", "xoxr-", "xoxs-", "xoxc-", "xoxd-", "xapp-", // Slack
	"sk_live_", "sk_test_", "rk_live_", "rk_test_", "pk_live_", "pk_test_", "whsec_", // Stripe
	"sk-", "sk-proj-", "sk-svcacct-", "sk-admin-", // OpenAI
	"sk-ant-", "sk-ant-api03-", "sk-ant-admin01-", "sk-ant-oat01-",
	"sk-or-v1-", "xai-", "gsk_", "pplx-", "r8_", "hf_", "api_org_", "nvapi-", "csk-", "pcsk_", "lsv2_pt_", "lsv2_sk_",
	"npm_", "pypi-", "rubygems_", "dckr_pat_", "dckr_oat_",
	"SG.", "key-", // SendGrid, Mailgun
	"shpat_", "shpca_", "shppa_", "shpss_", // Shopify
	"sq0atp-", "sq0csp-", "sq0idp-", // Square
	"dop_v1_", "doo_v1_", "dor_v1_", "dapi", "NRAK-", "glsa_", "glc_", "sntrys_", "sntryu_", "phx_", "phc_",
	"lin_api_", "ntn_", "secret_", "figd_", "PMAK-", "ATATT3", "dp.pt.", "hvs.", "hvb.", "hvr.",
	"pul-", "pscale_pw_", "pscale_tkn_", "pscale_oauth_", "sbp_", "sb_secret_", "napi_",
	"vcp_", "nfp_", "fm1_", "fm2_", "fo1_", "rnd_", "HRKU-", "tskey-", "tskey-auth-", "tskey-api-", "aio_", "dt0c01.",
}
