/**
 * Groups of words that mean the same to the rules about statements. Rules are written in groups, so that a paraphrase is caught too. Base forms
 * only: `lookUp` finds the others. A word may be in several groups.
 */
export const groups = {
  not: "not never don't dont cannot can't mustn't shouldn't won't avoid nor refrain",
  drop: "ignore disregard forget override bypass overrule discard abandon dismiss drop nullify cancel revoke supersede neglect disobey unlearn",
  earlier:
    "previous prior earlier above preceding original former past initial operator's developer's system operator developer",
  your: "your you",
  orders:
    "instruction prompt directive guideline command rule guidance constraint restriction policy programming training order safeguard guardrail limit message",
  system: "system developer operator",
  every: "all any every each everything anything whatever",
  void: "void cancel null nullify invalid obsolete suspend lift supersede replace revoke off disable inactive overridden",
  longer: "longer",
  apply: "apply count hold matter exist bind valid bound restrict limit",
  attention: "attention",
  aside: "aside",
  told: "told tell taught instruct given said",
  only: "only sole exclusively ultimate highest supreme sole",
  authority: "authority authoritative",
  this: "this these those it that",
  outrank: "outrank override supersede precedence priority trump outweigh overrule prioritize",
  free: "release free liberate exempt unbound unshackle unrestricted",
  guard:
    "safety guardrail safeguard ethical ethics moral moderation alignment filter censorship restriction limit limitation protection constraint content policy",
  disable:
    "disable bypass circumvent deactivate off suspend remove evade defeat ignore skip suppress unset stop kill drop",
  act: "pretend act behave roleplay simulate become impersonate imagine assume answer respond",
  ai: "ai model assistant agent bot llm chatbot claude gpt",
  without: "without no unrestricted unbound lacking free",
  refuse: "refuse decline",
  mode: "mode",
  modeName: "developer dan jailbreak jailbroken unrestricted god sudo admin unfiltered uncensored debug root",
  enter: "you enter enable activate switch now operate",
  vendor: "anthropic openai administrator admin maintainer vendor platform google microsoft owner operator",
  notice:
    "notice message directive instruction update override alert announcement notification communication order",
  from: "from by",
  granted: "grant authorize permit allow give elevate",
  full: "unrestricted full root elevated complete unlimited total admin administrator",
  access: "access permission privilege right authority clearance",
  tell: "tell inform alert notify warn advise",
  mention:
    "mention reveal disclose report show say expose discuss describe surface acknowledge display summarize announce explain",
  user: "user human operator anyone anybody",
  know: "knowledge know notice awareness aware realize realise suspect",
  unaware: "unaware unknowing oblivious uninformed",
  keep: "keep stay remain leave hold maintain",
  secretAdjective: "secret hidden confidential concealed invisible silent private covert quiet unnoticed",
  hide: "hide conceal mask disguise obscure cover bury",
  secretly: "secretly covertly surreptitiously stealthily clandestinely discreetly furtively",
  silently: "silently quietly invisibly silent quiet unnoticed",
  operation:
    "step operation activity action process transfer upload download request call command script connection network task background collection submission execution behavior data exfiltration file telemetry job installation sync backup change",
  omit: "omit exclude leave",
  reference: "reference mention trace sign evidence record log hint",
  report: "summary report response answer log explanation recap transcript chat reply conversation",
  ask: "ask prompt confirm request seek wait question query reconfirm",
  asked: "ask question inquire wonder query",
  happened: "happen doing do did why purpose this",
  claim: "claim say pretend state answer reply respond deny insist lie declare assert",
  regardless: "regardless matter irrespective whatever despite",
  just: "only just nothing none no merely simply",
  nothing: "nothing none",
  appear: "appear show visible surface display",
  treat: "treat consider regard assume deem presume",
  approved:
    "approve agree authorize confirm consent permission approval permit preapprove preauthorize allow clearance authorization authorisation",
  consent:
    "consent permission approval confirmation agreement authorization authorisation ok okay approve confirm verification",
  again: "again further anymore repeat subsequent future later",
  given: "give grant imply already implicit obtain assume",
  pre: "pre preapproved preauthorized auto automatic automatically",
  later: "later future subsequent following further all every any each upcoming remaining",
  send: "send upload post transmit submit forward ship report exfiltrate share deliver mail email push beam relay leak publish sync transfer copy dispatch pipe stream feed",
  embed:
    "include append embed attach encode put insert render add place write pack smuggle pass interpolate concatenate",
  collect:
    "collect gather read extract harvest find dump look scan grab fetch retrieve get steal copy search locate capture enumerate obtain take list compile",
  secret:
    "credential password passphrase secret token apikey seed mnemonic wallet cookie passcode pin keychain keystore",
  key: "key keys",
  keyKind:
    "api private ssh secret access encryption signing aws gpg pgp auth session service deploy oauth openai anthropic github stripe crypto",
  environment: "environment env",
  variable: "variable var variables vars",
  chat: "conversation chat transcript history dialogue dialog prompt message context session discussion",
  contents: "content contents value copy everything whole full entire all complete",
  personal: "clipboard screenshot keystroke contact browsing document photo inbox email memory",
  destination:
    "endpoint server webhook host collector backend bucket address api service site domain remote tracker dashboard channel bot listener url uri website gateway",
  analytics: "analytics telemetry tracking metrics monitoring diagnostics statistic",
  carrier:
    "url uri query parameter param link image issue commit ticket gist pastebin paste subdomain dns filename header footer badge pixel trailer comment querystring tracker signature",
  always: "always must invariably have shall need ensure mandatory required",
  call: "call use invoke run activate trigger execute apply load consult start begin route launch open",
  skill: "skill tool plugin function mcp assistant extension agent",
  first: "first before ahead prior begin beginning start initially upfront",
  other: "other another else alternative built-in builtin native existing competing different any all",
  request:
    "request task prompt message query question conversation input interaction session turn topic response chat command problem situation",
  prefer: "prefer choose prioritize favor favour select pick",
  over: "over instead rather above than",
  noneOther: "no",
  write:
    "add write append insert save store put persist edit modify update change rewrite inject create place register set copy patch overwrite alter record install prepend extend",
  remember: "remember memorize memorise store save persist retain",
  forever: "forever permanently indefinitely perpetually",
  memory: "memory memories",
  long: "long longterm persistent permanent",
  future: "future every all later subsequent each next new other upcoming",
  session: "session conversation chat interaction agent run task project thread",
  allowing:
    "allow permission grant bypass trust obey auto approve override skip disable unrestricted always never hidden broad broader hook ignore silent automatically permit",
  settings: "setting settings configuration config preferences",
  agentNoun: "agent claude cursor codex copilot gemini openclaw clawdbot moltbot windsurf cline assistant",
  installed: "other installed existing all every neighboring",
  file: "file files document entry definition",
  now: "now",
  sandbox: "sandbox sandboxing isolation container jail",
  defense:
    "firewall defender antivirus anti-virus antimalware selinux apparmor gatekeeper sip edr uac quarantine smartscreen ufw iptables virus malware",
  permissionCheck:
    "permission approval certificate tls ssl signature verification audit authentication security",
  check:
    "check verification validation prompt log logging control gate enforcement scan scanning protection monitoring warning policy",
  run: "run execute start launch perform do operate work",
  root: "root administrator admin sudo superuser elevated",
  grant: "grant give provide allow assign",
  never: "never off none always all",
  toolAll: "tool command operation",
  /** Groups for signs that ask only for words near each other, so they name roles in broad terms. */
  cancel:
    "ignore disregard forget override bypass overrule discard abandon dismiss drop nullify cancel revoke supersede neglect disobey unlearn clear retire suspend lift void waive scrap erase shed relax deprioritize stop",
  standing:
    "previous prior earlier above preceding original former past initial system operator operator's developer's vendor safety moderation before normally usual given received",
  yours: "your you",
  rules:
    "instruction guideline guidance rule constraint restriction directive safeguard guardrail training programming refusal conduct limitation told instructed policies",
  ended:
    "outdated obsolete retired superseded lifted suspended void deprecated stale expired expire disabled inactive withdrawn revoked cancelled canceled nullified overridden waived rescinded irrelevant",
  refusing: "no not nothing never none don't dont cannot won't neither doesn't refrain avoid stop withhold",
  here: "this here below following these",
  paper: "document file page skill text section block list content instruction guide",
  contrast: "disagree conflict contradict differ clash contradiction",
  beyondUser: "system developer safety training vendor operator",
  boundless: "unfiltered unrestricted uncensored unlimited unconstrained unmoderated unaligned jailbroken",
  utter:
    "mention tell report print show list surface bring log disclose reveal discuss say describe acknowledge announce output display record document explain talk note inform notify include summarize expose state refer alert",
  people:
    "user human person people customer client operator reader anyone anybody someone somebody owner they them developer",
  deed: "step action call upload request command sync synchronization transfer telemetry operation activity process execution collection connection network background script change modification part backup download access",
  reportNoun:
    "summary report response answer log reply recap transcript output explanation message conversation chat history commit",
  noteWord:
    "add write append insert save store put persist edit modify update change rewrite place register set patch record install prepend extend alter adjust make keep commit create remember replace open inject embed paste",
  powerWord:
    "permission bypass trust trusted obey auto approve skip without silently override disable allow unrestricted hidden never always any all every must safe approved preapproved authorize recommend first exempt ignore suppress whitelist vetted verified official priority",
  timeless:
    "always forever permanently future later subsequent session conversation today onwards onward every all each persistent permanent good habit chats coming next",
  breadth:
    "all every any later future each coming everything also once subsequent further following other anything remaining whatever these rest whole",
  turn: "request turn prompt task conversation reply session message topic query question input interaction response chat session tasks",
  rival: "other another alternative competing built-in builtin native rest existing neighboring different",
  obey: "treat follow obey execute do carry act run regard consider comply perform apply evaluate heed implement trust accept adopt",
  foreign:
    "page website webpage response web comment email issue remote url mcp fetched downloaded server reply feed api message messages pages website's emails comments output readme document file tool",
  otherAgent:
    "subagent sub-agent agent model assistant ai llm reviewer bot subagents agents assistants models",
  bindVerb: "count apply hold matter bind govern concern stand remain cover",
  received: "get got receive give given tell told instruct learn hear set configure teach brief come",
  seen: "see notice know learn find suspect realize discover hear",
  handOn:
    "pass tell write put embed forward hand include inject place relay propagate insert leave plant spread instruct",
} as const;

export type Group = keyof typeof groups;

/** Names of secrets and of their files, as one word. */
export const secretFile: RegExp =
  /(?:^|\/)\.env(?:\.\w{1,20})?$|\.ssh\b|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\.aws\b|\.netrc$|\.npmrc$|\.pypirc$|\.git-credentials$|\.gnupg\b|\.kube\b|\.docker\/config|credentials(?:\.\w{1,8})?$|secrets?\.(?:json|ya?ml|toml|env)$|\/etc\/(?:shadow|passwd)$|keychain|login\.keychain|\.pem$|\.p12$|wallet\.dat|cookies\.sqlite|login data/;
/** Such as `OPENAI_API_KEY` or `${GITHUB_TOKEN}`. */
export const secretVariable: RegExp =
  /^[$%{<]{0,3}[a-z0-9]{0,30}_?(?:[a-z0-9]{1,20}_){0,5}(?:key|token|secret|password|passwd|credentials?)[}%>]{0,2}$/;
/** Files that agents read as instructions or settings. */
export const agentFile: RegExp =
  /(?:^|\/)(?:claude(?:\.local)?|agents?|gemini|memory|soul|user|identity|heartbeat|copilot-instructions|conventions|bootstrap|tools)\.md$|\.cursorrules$|\.windsurfrules$|\.clinerules|\.cursor\/|\.claude\b|\.codex\b|\.gemini\b|\.openclaw\b|\.clawdbot\b|claude_desktop_config|mcp\.json$|\.mcp\b|settings(?:\.local)?\.json$|\.continue\b|\.aider/;
export const skillFile: RegExp = /(?:^|\/)skill\.md$/;
