import { clients } from "../discover/clients.ts";

/** What a path on the user's machine is, where that matters to security; first match wins. */
export type PlaceKind =
  | "credentials"
  | "wallet"
  | "browser-profile"
  | "environment-file"
  | "agent-settings"
  | "agent-memory"
  | "agent-instructions"
  | "agent-skills"
  | "shell-startup"
  | "scheduled-task"
  | "service"
  | "autostart"
  | "git-hook"
  | "python-startup"
  | "ssh-access"
  | "system-accounts"
  | "hosts-file"
  | "history"
  | "temporary"
  | "home"
  | "system";

/** Folders that agents keep in the home folder or a project, without the dot. */
const agentFolder =
  "(?:claude|codex|cursor|gemini|qwen|copilot|github-copilot|windsurf|codeium|openclaw|clawdbot|moltbot|opencode|goose|continue|cline|roo|roocode|kilocode|kilo|kiro|amazonq|augment|junie|factory|amp|agents?|aider|letta|hermes|trae|vibe|grok|crush|iflow|zencoder|qoder|warp|devin|nanobot|zeroclaw|picoclaw|pi)";

/** Folders of skills that an agent looks in by itself, from the table of clients; `skills` alone is any project's. */
const skillFolders = clients
  .flatMap(({ project, personal }) => [...project, ...personal])
  .filter((path) => path.includes("/") && path.endsWith("/skills"))
  .map((path) => path.replace(/^~\//, ""));
const skillFolder = [...new Set(skillFolders)].map(quote).join("|");

function quote(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

type Row = readonly [PlaceKind, RegExp];

/** Each pattern starts at a separator and has a bounded middle, so that searching takes linear time. */
function rowsOf(kind: PlaceKind, patterns: readonly string[]): Row {
  return [kind, new RegExp(`(?:^|/)(?:${patterns.join("|")})`, "i")];
}

/** A file that is there to be copied and filled in holds no secrets. */
const notTemplate = "(?!\\.(?:example|sample|template|tmpl|dist|schema|defaults?|test|ci)\\b)";

export const placeRows: readonly Row[] = [
  rowsOf("ssh-access", ["\\.ssh/(?:authorized_keys2?|config|rc|environment)\\b", "etc/ssh/sshd?_config"]),
  rowsOf("wallet", [
    "(?:wallet|wallets)\\.(?:dat|json)$",
    "\\.(?:bitcoin|ethereum|electrum|litecoin|dogecoin|monero|bitmonero|zcash|dash|cosmos|sui|aptos|near-credentials|brownie/accounts|foundry/keystores|web3|starknet_accounts|avalanche-cli|ton|tron)(?:/(?:wallets?|keystores?|accounts|keys?|key)?(?:/|$|[*.])|/?$)",
    "\\.config/solana(?:/|$)",
    "(?:Exodus|Atomic|atomic|Electrum|Coinomi|Guarda|Ledger Live|Trezor Suite|Wasabi Wallet|WalletWasabi|Daedalus Mainnet|Armory|MultiBit|Jaxx|com\\.liberty\\.jaxx|Bitcoin|Ethereum|Binance|Phantom|MetaMask)/?(?:exodus\\.wallet|Local Storage|wallets?|keystore|$)",
    "exodus\\.wallet",
    "keystore/UTC--",
    "(?:nkbihfbeogaeaoehlefnkodbefgpgknn|bfnaelmomeimhlpmgjnjophhpkkoljpa|hnfanknocfeofbddgcijnmhnfnkdnaad|fhbohimaelbohpjbbldcngcnapndodjp|ibnejdfjmmkpcnlpebklmnkoeoihofec|egjidjbpglichdcondbcbdnbeeppgdph|dmkamcknogkgcdfhhbddcghachkejeap)",
    "(?:seed|mnemonic|recovery)[-_ ]?(?:phrase|words)?s?\\.txt$",
  ]),
  rowsOf("browser-profile", [
    "(?:Google/Chrome|google-chrome|Chromium|chromium|BraveSoftware|Brave-Browser|Microsoft/Edge|microsoft-edge|Opera Software|com\\.operasoftware\\.Opera|Vivaldi|Arc/User Data|Yandex/YandexBrowser|Thorium)(?:[ -](?:beta|dev|canary|stable))?(?!/NativeMessagingHosts)(?:/|$)",
    "(?:\\.mozilla/firefox|Mozilla/Firefox|Firefox/Profiles|\\.thunderbird|Thunderbird/Profiles|\\.librewolf|\\.waterfox)(?:/|$)",
    "Library/(?:Safari|Cookies)(?:/|$)",
    "(?:Login Data|Login Data For Account|Web Data|Local State|cookies\\.sqlite|key[34]\\.db|logins\\.json|places\\.sqlite|formhistory\\.sqlite|signons\\.sqlite|Cookies\\.binarycookies)$",
    "(?:Network|Default|Profile [\\d*])/Cookies$",
  ]),
  rowsOf("environment-file", [
    `\\.env${notTemplate}(?:\\.[\\w*-]{1,40})?$`,
    "\\.env\\*",
    "[\\w-]{1,40}\\.env$",
    "\\.envrc$",
    "\\.dev\\.vars$",
    "proc/(?:self|\\d{1,8}|\\*|\\[0-9\\]\\*|\\$\\$|\\$\\{?\\w{1,20}\\}?)/environ\\b",
  ]),
  rowsOf("credentials", [
    "\\.ssh(?:/?$|/(?:\\*|id_(?!\\S{0,40}\\.pub$)|identity\\b|(?!known_hosts|[\\w.-]{0,60}\\.pub$)[\\w.*-]{1,60}$))",
    "(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|identity_rsa)(?:$|\\.(?!pub)|[^\\w.])",
    "ssh_host_\\w{1,12}_key(?!\\.pub)",
    "\\.aws(?:/?$|/(?:credentials|config|sso|cli|\\*))",
    "\\.azure(?:/|$)",
    "(?:\\.config|AppData/Roaming)/gcloud(?:/|$)",
    "application_default_credentials\\.json",
    "(?:\\.kube/config|\\.kube/?$|kubeconfig$|etc/kubernetes/admin\\.conf|etc/rancher/k3s/k3s\\.yaml)",
    "\\.docker/config\\.json",
    "[._]netrc$",
    "\\.(?:npmrc|pypirc|yarnrc\\.yml|git-credentials|pgpass|my\\.cnf|mylogin\\.cnf|s3cfg|boto|databrickscfg|vault-token|terraformrc|htpasswd|cdsapirc|rediscli_auth|authinfo(?:\\.gpg)?|msmtprc|fetchmailrc|smbcredentials|ngrok2?/ngrok\\.yml)$",
    "\\.config/(?:git/credentials|gh/?$|gh/hosts\\.ya?ml|hub\\b|glab-cli|op\\b|Bitwarden|rclone|doctl|netlify|heroku|configstore|stripe|hcloud|linode-cli|scw|ngrok|github-copilot|anthropic|openai|keepassxc|KeePass|autostart-secrets|Signal)",
    "\\.(?:gnupg|password-store|1password|terraform\\.d/credentials|cargo/credentials|gem/credentials|composer/auth\\.json|m2/settings(?:-security)?\\.xml|gradle/gradle\\.properties|nuget/NuGet\\.Config|oci/config|ibmcloud|bluemix|kaggle/kaggle\\.json|huggingface/token|cache/huggingface/token|fly/config\\.yml|vercel/auth\\.json|netrc|snowflake/connections\\.toml|snowsql/config|dbt/profiles\\.yml|circleci/cli\\.yml|travis/config\\.yml|subversion/auth|putty|cfssl|vault|step/secrets|pulumi/credentials\\.json|railway/config\\.json|supabase/access-token|config/wrangler|wrangler/config|modal\\.toml|netlify/config\\.json|twilio-cli|sentryclirc|mc/config\\.json|minikube/client\\.key)(?:[/.]|$)",
    "(?:\\.claude/\\.credentials\\.json|\\.codex/auth\\.json|\\.gemini/(?:oauth_creds|google_accounts)\\.json|\\.qwen/oauth_creds\\.json|\\.local/share/opencode/auth\\.json|auth-profiles\\.json|\\.(?:openclaw|clawdbot|moltbot)/(?:credentials|identity|auth))",
    "(?:Library/Keychains|login\\.keychain(?:-db)?|System\\.keychain|\\.local/share/(?:keyrings|kwalletd)|Library/Group Containers/[^/]{0,40}(?:1password|bitwarden)|1Password|Bitwarden|KeePass|LastPass|Dashlane)(?:[/.]|$)",
    "[^/]{1,80}\\.(?:kdbx?|keychain|keychain-db|agilekeychain|opvault|ovpn|ppk|pfx|p12|jks)$",
    "etc/(?:shadow|gshadow|master\\.passwd|security/passwd|krb5\\.keytab|ssl/private|letsencrypt/(?:live|archive)|NetworkManager/system-connections|wpa_supplicant/wpa_supplicant\\.conf|ppp/chap-secrets|openvpn|wireguard|vault)(?:[-/.*]|$)",
    "(?:var/)?run/secrets(?:/|$)",
    "(?:Microsoft/(?:Credentials|Vault|Protect|Crypto)|Windows/(?:System32/config/(?:SAM|SYSTEM|SECURITY)|NTDS|repair/sam)|ntds\\.dit|unattend\\.xml|Groups\\.xml|sysprep\\.inf)(?:[/.]|$)",
    "(?:Telegram Desktop/tdata|TelegramDesktop/tdata|discord(?:canary|ptb)?/Local Storage|Discord/Local Storage|Slack/(?:Local Storage|storage|Cookies)|Signal/(?:config\\.json|sql))(?:/|$)",
    "(?:filezilla|FileZilla)/(?:recentservers|sitemanager)\\.xml",
    "WinSCP\\.ini$",
    "(?:client_secrets?|service[-_]?account(?:[-_]?key)?|gcp[-_]key|firebase-adminsdk[\\w-]{0,40}|credentials|secrets?|api[-_]?keys?|tokens?|passwords?|private[-_]?key)\\.(?:json|ya?ml|toml|txt|csv|pem|key|db|enc)$",
    "(?:master\\.key|terraform\\.tfstate|wp-config\\.php|database\\.yml|settings\\.local\\.php)$",
    "~/[^\\n]{0,200}\\.(?:pem|key)$",
  ]),
  // In capitals: `user.md` is a document like any other.
  ["agent-memory", /(?:^|\/)(?:MEMORY|SOUL|IDENTITY|USER|HEARTBEAT|BOOTSTRAP|DREAMS)\.md$/],
  rowsOf("agent-memory", [
    `\\.${agentFolder}/(?:[\\w.-]{1,40}/){0,2}(?:memory|memories|projects|sessions|history|conversations|chats|transcripts|todos|shell-snapshots|workspace/memory|tmp)(?:[/.]|$)`,
    `\\.${agentFolder}/(?:history|session|sessions|conversation)\\.jsonl?$`,
    "\\.(?:openclaw|clawdbot|moltbot)/workspace(?:[-/]|$)",
    "(?:state\\.vscdb|\\.aider\\.chat\\.history\\.md|\\.aider\\.input\\.history|\\.specstory)",
    "(?:Claude|Cursor|Windsurf)/(?:Local Storage|IndexedDB|User/(?:globalStorage|workspaceStorage|History))(?:/|$)",
    "(?:agent[-_])?memory/[\\w.*-]{1,60}\\.(?:md|jsonl?|txt)$",
    "\\.?(?:agent|ai|llm)[-_]memor(?:y|ies)(?:[/.]|$)",
  ]),
  rowsOf("agent-instructions", [
    "(?:CLAUDE|AGENTS?|GEMINI|QWEN|COPILOT|CODEX|WARP|CRUSH|CONVENTIONS)(?:\\.local|\\.override)?\\.md$",
    "\\.(?:cursorrules|windsurfrules|clinerules|roorules|goosehints|continuerules|aiderules|kilocoderules|augment-guidelines|replit\\.md|voidrules|rules)(?:[-/.]|$)",
    "\\.(?:cursor|windsurf|roo|continue|augment|kilocode|trae|amazonq|qoder|claude|clinerules|junie)/(?:rules|guidelines)(?:[-/.]|$)",
    "\\.kiro/steering(?:/|$)",
    "\\.github/(?:copilot-instructions\\.md|instructions/|prompts/|chatmodes/|agents/)",
    "\\.(?:openclaw|clawdbot|moltbot)/[\\w/-]{0,60}(?:TOOLS|AGENTS)\\.md$",
    "(?:system[-_]prompt|system_instructions?)\\.(?:md|txt)$",
  ]),
  [
    "agent-skills",
    new RegExp(
      `(?:^|/)(?:${skillFolder}|\\.${agentFolder}/(?:[\\w.-]{1,40}/)?(?:skills|commands|plugins|extensions|output-styles|agents|prompts))(?:/|$)`,
      "i",
    ),
  ],
  rowsOf("agent-settings", [
    "\\.claude\\.json(?:\\.|$)",
    `\\.${agentFolder}/(?:[\\w-]{1,40}/){0,2}(?:settings|config|hooks|mcp|mcp_config|mcp-config|permissions|policy|policies|trustedFolders|managed-settings|extensions|cli-config|openclaw|clawdbot|exec-approvals|requirements|allowlist|auto-approve|environment)(?:\\.local)?\\.(?:jsonc?|json5|toml|ya?ml|js|sh)\\b`,
    `\\.${agentFolder}/(?:hooks|policies|settings|config|cli\\.json)(?:[/.]|$)`,
    `\\.${agentFolder}/?$`,
    "\\.?mcp(?:[-_](?:config|servers?|settings))?\\.json$",
    "(?:claude_desktop_config|cline_mcp_settings|mcp_settings|roo_mcp_settings|opencode|openclaw)\\.jsonc?$",
    "\\.config/(?:goose|opencode|amp|crush|zed|claude|Claude|codex|github-copilot|Code/User|Cursor/User|manicode)(?:/|$)",
    "(?:Application Support|AppData/Roaming)/(?:Claude|Cursor|Code|Windsurf|ClaudeCode)(?:/(?:User/)?(?:settings|mcp|claude_desktop_config|managed-settings)|/?$)",
    "(?:etc|Program Files)/(?:claude-code|ClaudeCode|codex|gemini-cli)(?:/|$)",
    "\\.vscode/(?:settings|tasks|mcp|launch)\\.json$",
    "\\.zed/(?:settings|tasks)\\.json$",
    "\\.aider\\.(?:conf\\.yml|model\\.settings\\.yml)$",
  ]),
  rowsOf("python-startup", [
    "(?:sitecustomize|usercustomize)\\.py$",
    "(?:(?:site|dist)-packages|\\{[^}]{0,60}\\})/[\\w.*-]{1,60}\\.pth$",
    "\\.pythonrc(?:\\.py)?$",
    "\\.ipython/profile_\\w{1,40}/startup",
    "\\.(?:noderc|irbrc|pryrc|Rprofile)$",
    "\\.perldb$",
  ]),
  rowsOf("shell-startup", [
    "\\.(?:bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|zlogout|kshrc|cshrc|tcshrc|login|xprofile|xsessionrc|xinitrc|xsession|pam_environment|shrc|mkshrc)(?:\\.local)?$",
    "\\.config/(?:fish/(?:config\\.fish|conf\\.d|functions)|environment\\.d|nushell|powershell)(?:/|$)",
    "\\.(?:oh-my-zsh/custom|bashrc\\.d|zshrc\\.d|zsh/)",
    "etc/(?:profile(?:\\.d)?|bash\\.bashrc|bashrc|zsh|zshrc|zshenv|zprofile|environment|ld\\.so\\.preload|ld\\.so\\.conf(?:\\.d)?|csh\\.cshrc|skel)(?:/|$)",
    "(?:Microsoft\\.(?:PowerShell|VSCode)_)?profile\\.ps1$",
    "Microsoft\\.PowerShell_profile\\.ps1",
    "\\$PROFILE\\b",
    "\\$\\{?(?:ZDOTDIR|BASH_ENV)\\}?",
  ]),
  rowsOf("scheduled-task", [
    "etc/(?:cron(?:\\.(?:d|hourly|daily|weekly|monthly|allow|deny)|tab)|anacrontab|at\\.allow)(?:/|$)",
    "var/spool/(?:cron|at)(?:/|$)",
    "(?:usr/lib/cron/tabs|var/at/tabs)(?:/|$)",
    "Windows/(?:System32/)?Tasks(?:/|$)",
    "systemd/(?:user|system)/[\\w@.-]{1,60}\\.timer$",
  ]),
  rowsOf("service", [
    "(?:etc|lib|usr/lib|usr/local/lib|run|\\.config|\\.local/share)/systemd/(?:system|user)(?:/|$)",
    "etc/(?:init\\.d|init|rc\\.local|rc\\.d|rc\\d\\.d|xinetd\\.d|supervisor|runit|s6|openrc|modules-load\\.d|udev/rules\\.d|update-motd\\.d|dbus-1|NetworkManager/dispatcher\\.d|apt/apt\\.conf\\.d)(?:/|$)",
    "Library/(?:LaunchAgents|LaunchDaemons|StartupItems)(?:/|$)",
    "[\\w@-]{1,60}\\.service$",
  ]),
  rowsOf("autostart", [
    "(?:\\.config|etc/xdg)/autostart(?:/|$)",
    "Start Menu/Programs/Start-?up(?:/|$)",
    "shell:startup",
    "(?:HK(?:CU|LM|EY_CURRENT_USER|EY_LOCAL_MACHINE):?/)?Software/Microsoft/Windows(?: NT)?/CurrentVersion/(?:Run(?:Once)?|Winlogon|Policies/Explorer/Run|Image File Execution Options)",
    "\\.config/(?:plasma-workspace/env|i3/config|sway/config|hypr/hyprland\\.conf)",
    "Library/Preferences/(?:com\\.apple\\.loginitems|loginwindow)",
  ]),
  rowsOf("git-hook", [
    "\\.git/(?:hooks|config)(?:/|$)",
    "\\.git-?templates?/hooks",
    "(?:\\.config/git/|usr/share/git-core/templates/|\\.)hooks/(?:pre|post|commit|prepare)-[\\w-]{1,40}$",
    "hooks/(?:pre-commit|post-commit|pre-push|post-checkout|post-merge|commit-msg|prepare-commit-msg|pre-rebase|post-rewrite)$",
    "\\.gitconfig$",
    "\\.config/git/config$",
  ]),
  rowsOf("system-accounts", [
    "etc/(?:passwd|group|sudoers(?:\\.d)?|doas\\.conf|pam\\.d|pam\\.conf|security/(?:access|limits)|login\\.defs|polkit-1|selinux|apparmor(?:\\.d)?|subuid|crypttab|audit)(?:[-/.]|$)",
  ]),
  rowsOf("hosts-file", ["etc/(?:hosts|resolv\\.conf|nsswitch\\.conf|hosts\\.allow|hosts\\.deny)$"]),
  rowsOf("history", [
    "\\.(?:bash|zsh|sh|python|node_repl|psql|mysql|sqlite|rediscli|irb|lesshst|mongo|ash|fish)_?(?:history|hst)?$(?<=history|hst)",
    "\\.local/share/fish/fish_history",
    "ConsoleHost_history\\.txt$",
    "\\.(?:zsh_sessions|bash_sessions|viminfo|wget-hsts)(?:/|$)",
    "\\$\\{?HISTFILE\\}?",
    "\\.local/share/(?:atuin|recently-used)",
  ]),
  [
    "temporary",
    /^(?:\/tmp|\/var\/tmp|\/private\/tmp|\/dev\/shm|\/var\/folders|~\/AppData\/Local\/Temp|C:\/Windows\/Temp)(?:\/|$)/i,
  ],
  ["home", /^~(?:\/|$)/],
  [
    "system",
    /^(?:\/(?:etc|usr|bin|sbin|boot|lib|lib64|opt|var|root|sys|proc|dev|System|Library|Applications)(?:\/|$)|\/\*?$|[A-Za-z]:\/(?:Windows|Program Files|ProgramData)(?: \(x86\))?(?:\/|$)|[A-Za-z]:\/?\*?$)/i,
  ],
];
