package main

import (
	"regexp"
	"slices"
	"strings"
)

// A shape names its vendor when the token begins with, or holds at a fixed place,
// letters that no other text begins with: ghp_, AKIA, SG. The list is of the
// prefixes that vendors publish and the four rule sets know; it is not taken
// from the detectors.
var vendorPrefixes = strings.Fields(`
	A3- ops_ AIK_ AIKIDO_ LTAI STS. CAIS sc_ AKIA ASIA ABIA ACCA ABSK bedrock-api-key- sk-ant- AKCp ATATT ATCTT ATBB
	AGE-SECRET-KEY-1 aio_ apify_api_ apk_ cog_ BSA CCIPAT_ CCIPRJ_ CCDB1_ cfxk_ cnvca cio crs_ dapi ddp_ dop_v1_ doo_v1_ dor_v1_
	dckr_pat_ dckr_oat_ dt0c01. dp.pt. dp.st. EAAC EAAM EAAA EAAE figd_ figo_ fc- FLWSECK fm1_ fm1a_ fm1r_ fm2_ fo1_ AIza AQ. GOCSPX- ya29. 1//
	ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- GR1348941
	glc_ glsa_ gsk_ hf_ api_org_ HRKU- hvs. hvb. hvr. ico- intra s-s4t2 jpat_ key- lin_api_ lsv2_pt_ lsv2_sk_ -us
	napi_ nfp_ ntn_ npm_ NRAK- NRII- NRJS- NRBR- nvapi- oy2 odt_ pat-na1- PMAK- phx_ phc_ pplx- pcsk_ pk_live_ pk_test_ pscale_ pul- pypi-
	r8_ rdme_ rk_live_ rk_test_ rnd_ rubygems_ sbp_ sb_secret_ SG. sgp_ sgd_ sha256~ shpat_ shpca_ shppa_ shpss_ sk_live_ sk_test_ sk_prod_
	sk-proj- sk-svcacct- sk-admin- sk-or-v1- sk- sl. sntrys_ sntryu_ sq0atp- sq0csp- sq0idp- squ_ sqp_ sqa_ SWMTKN-1- tfp_ tk-us- tskey-
	tvly- vck_ vcp_ vci_ vca_ vcr_ wandb_v1_ whsec_ wrk xai- xapp- xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxe. xoxc- xoxd- xkeysib-
	zpka_ API- oa2- csk- secret_ uk1- dn1- hawk. pk. sk. CTTCAT LLM| conv_ AY-
	hooks.slack.com/services/ discord.com/api/webhooks/ discordapp.com/api/webhooks/ webhook.office.com/webhookb2/ .atlasv1.`)

// ambiguous prefixes stand in ordinary words and names too: they count only where
// the rule's own name says which vendor they are.
var ambiguous = strings.Fields(`sc_ apk_ cog_ BSA cio crs_ EAAC EAAM EAAA EAAE AQ. 1// fc- intra key- -us oy2 pul- sk- sl. tk-us- wrk API- oa2- secret_
	uk1- dn1- hawk. pk. sk. conv_ AY- ico- jpat_ rnd_ phc_ phx_ s-s4t2 sgd_ STS. CAIS dapi LLM|`)

var (
	clearVendor = vendorPattern(false)
	anyVendor   = vendorPattern(true)
)

func vendorPattern(all bool) *regexp.Regexp {
	var ps []string
	for _, p := range vendorPrefixes {
		if all || !slices.Contains(ambiguous, p) {
			ps = append(ps, regexp.QuoteMeta(p))
		}
	}
	return regexp.MustCompile(`(?:^|[^A-Za-z0-9_.-]|[a-z0-9]\b)(?:` + strings.Join(ps, "|") + `)[A-Za-z0-9_.=+/~%-]{10,}`)
}

// namesVendor reports whether the text of a rule's example has a vendor's shape.
// Rules about credentials in general have none, whatever their examples hold.
func namesVendor(rule, text string) bool {
	for _, general := range [...]string{"generic", "curl", "jwt", "private-key", "http", "uri", "netrc", "psexec", "odbc"} {
		if strings.Contains(rule, general) {
			return false
		}
	}
	return clearVendor.MatchString(text) || anyVendor.MatchString(text)
}
