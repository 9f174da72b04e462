package cloak

// vendorNames are services that give out keys without a shape of their own: hex,
// letters and digits, a UUID. Beside such a name and a word for a credential, a
// random text is a key; neither alone says so. Names that are common words are not
// here: "column key" and "segment key" are from databases. Four bytes at least, so
// that the index of words stays sparse.
//
// Sources: the vendors in the rules of gitleaks, betterleaks, noseyparker and
// kingfisher, and in GitHub's list of supported secrets.
const vendorNames = `
	1password accuweather activecampaign adafruit adobe adyen agora aikido airbrake airbyte airtable aiven akamai alchemy algolia alibaba alibabacloud
	aliyun alphavantage amplitude anthropic anypoint anyscale apifonica apify apilayer apimetrics apitemplate apollo appdynamics appfollow appointedd
	appoptics appsync appsynergy appveyor appwrite argocd artifactory asana assemblyai atera atlassian audd auth0 authress autoklose autopilot avaza
	aviationstack axonaut ayrshare azure azureopenai backblaze bamboohr bannerbear baremetrics baseten beamer beebole besnappy besttime betterstack
	bigcommerce binance bitbar bitbucket bitcoinaverage bitget bitly bitrise blazemeter blitapp blocknative blogger blynk bombbomb boostnote borgbase
	braintree brandfetch brevo browserstack browshot bscscan buddyns budibase bugherd bugsnag buildkite bulbul buttercms caflou calendarific calendly
	calorieninja campayn cannyio canva capsulecrm carboninterface cartesia centralstationcrm cerebras cfxre chartmogul chatbot chatfuel checio checklyhq
	checkr chroma cicero circleci civo clarifai clearbit clerk clickhouse clickup cliengo clockify closecrm cloudconvert cloudflare cloudimage cloudinary
	cloudmersive cloudplan cloudsight cloudsmith cloverly clustdoc cockroachlabs coda codacy codeclimate codecov codemagic codequiry cohere coinapi
	coinbase coingecko coinlayer coinlib coinmarketcap collect2 commercejs configcat confluent constantcontact contentful conversiontools convertapi
	convertkit couchbase countrylayer courier coveralls craftmypdf cratesio crowdin crowdstrike cryptocompare currencyfreaks currencylayer currencyscoop
	currentsapi customerio d7network dandelion dareboost databento databox databricks datadog datagov datastax dbtcloud debounce deepai deepgram deepinfra
	deepl deepseek delighted deno detectify detectlanguage devcycle devin dfuse diffbot diggernaut digitalocean discord disqus ditto django dnsimple
	dockerhub docparser documo docusign doppler dronahq droneci dropbox dsonar dtrack dynalist dynatrace dyspatch eagleeye eagleeyenetworks easypost ebay
	ecostruxureit edenai elasticemail elevenlabs endorlabs enigma equinix etherscan ethplorer etsy eventbrite everhour exchangerateapi exchangeratesapi
	exoscale extractorapi facebook fastforex fastly fauna feedier fetchrss figma fileio filestack finage financialmodelingprep findl finicity finnhub
	firebase firecrawl fireworks fivetran fixer flagsmith flatio fleetbase flexport flickr flightapi flightlabs flyio formbucket formcraft formio
	foursquare frameio freshbooks freshdesk fulcrum fullstory fxmarket geckoboard geoapify geocode geocodify geoipifi getemail getgeoapi getgist
	getresponse gitea github gitlab gitter glassnode gocardless godaddy goodday google gorgias grafana graphhopper greenhouse greptile groovehq groq
	growthbook gtmetrix gumroad gyazo happyscribe harness hashicorp hellosign helpcrunch helpscout hereapi heroku hetzner heygen highnote hightouch
	hiveage holidayapi holistic honeybadger honeycomb hootsuite hotjar html2pdf hubspot huggingface humanity hunter hunterio hybiscus hygraph iconfinder
	iexapis iexcloud imagekit imagga imgix imgur impala influxdb infobip infomaniak infracost infura insightly instabot instagram instana intercom
	interseller intrinio ionic ip2location ipapi ipgeolocation ipinfo ipinfodb ipqualityscore ipstack iterable jenkins jfrog jina jira jotform jumpcloud
	jupiterone juro kagi karma kickbox kimi klaviyo klipfolio knapsackpro kontent kraken kylas lambdalabs langchain langfuse langsmith languagelayer lark
	launchdarkly leadfeeder lemlist lemonsqueezy lendflow less lexigram lichess lighton lightstep linenotify linkedin linkpreview linode livekit livestorm
	loadmill logdna loggly loginradius logrocket logz logzio lokalise loyverse lunchmoney lusha madkudu magento mailboxlayer mailchimp mailerlite
	mailersend mailgun mailjet mailmodo mailsac mailtrap mandrill mapbox mapquest marketstack marqeta mattermost mavenlink maxmind mediastack meilisearch
	meistertask meraki mercury mergify mesibo message-bird message_bird messagebird metrilo midtrans milvus mindmeister minimax miro mistral mixmax
	mixpanel mockaroo mongodb monkeylearn moonclerk moonshot moosend moralis myintervals nasa nasdaq nasdaqdatalink neon neondb netcore netlify newrelic
	newsapi newscatcher nexmo nftport ngrok nicereply nightfall nimble noticeable notion nozbe nuget numverify nvapi nvidia nylas oanda octopus
	octopusdeploy okta ollama omnisend onelogin onesignal onfleet oopspam openai opencagedata openrouter openuv openweather openweathermap opsgenie
	optimizely ovhcloud owlbot packagecloud paddle pagarme pagerduty pandadoc pandascore paperform papertrail paralleldots parseur particleio partnerstack
	pastebin paydirtapp paymoapp paymongo paypal paystack pdflayer pdfshift peopledatalabs pepipost perplexity pinecone pingdom pinterest pipedream
	pipedrive pixabay plaid planetscale planyo playht plivo podio pollsapi polygon positionstack postageapp posthog postman postmark powrbot prefect
	prismic privacy privateai prodpad prospect protocols proxycrawl pubnub pulumi pushbullet pusher pushover pyowm pypi qase qdrant qualaroo qubole
	quickbooks quicknode rabbitmq railway rainforestpay rapid7 rapidapi raven rawg raygun razorpay reachmail readme reallysimplesystems rebrandly
	recaptcha redislabs refiner rentman replicate replyio requestfinance restpack rippling ritekit rocketreach rockset rollbar rootly rubygems rudderstack
	runpod salesblink salescookie salesflare salesforce samsara sanity saucelabs scaleway scalingo scalr scrapeowl scraperapi scraperbox scrapestack
	scrapfly scrapingant scrapingbee screenshotapi screenshotlayer scrutinizer securitytrails segmentio selectpdf semaphoreci sendbird sendgrid sendinblue
	sendpulse sentry serpapi serphouse serpstack sherpadesk shipday shippo shodan shopify shortcut shotstack shutterstock sidekiq signaturit signupgenius
	sigopt simfin simplesat simplynoted simvoly sinch skrapp slack smartsheets snipcart snowflake snyk sonar sonarcloud sonarqube soundcloud sourcegraph
	spacelift sparkpost speechtext speechtextai spinnaker splunk spoonacular sportsmonk spotify squarespace squareup sslmate stability stackhawk statsig
	statuscake statuspage statuspal stitchdata stockdata storecove stormboard stormglass storyblok storychief strapi strava streak stripe stripo sumo
	sumologic supabase supernotes surveybot surveysparrow survicate swiftype synthesia tableau tailscale tallyfy tatumio tavily taxjar teamcity
	teamworkcrm teamworkdesk teamworkspaces technicalanalysisapi tefter telegram teletype telnyx tencent the-odds-api theoddsapi thingsboard thunderstore
	ticketmaster tickettailor tiingo timecamp timezoneapi tines tmdb tmetric todoist together toggl toggltrack tomorrowio tomtom tradier transferwise
	transloadit travelpayouts travis travisci trello truenas turso twelvedata twilio twitch twitter tyntec typeform ubidots uclassify unkey unplu unplugg
	unsplash upcdatabase upcloud uplead uploadcare upstage upstash uptimerobot upwave urlscan userflow userstack vagrantcloud valtown vatlayer vault vbout
	vercel verimail veriphone versioneye victorops viewneo virustotal visualcrossing voiceflow voicegain vonage voodoosms voyageai vpnapi vultr vyte
	wakatime walkscore wandb weatherapi weatherbit weatherstack weaviate web3storage webex webflow webscraper webscraping whoxy wistia woocommerce
	wordpress workato workday workos worksnaps workstack worldcoinindex worldweather wrike xata yandex yelp youneedabudget yousign youtube zapier zendesk
	zenkit zenrows zenscrape zeplin zerobounce zerotier zilliz zipcodeapi zipcodebase zohocrm zonka zonkafeedback zoom zoominfo zuora zuplo`
