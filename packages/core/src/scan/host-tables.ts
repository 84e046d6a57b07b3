/** Hosts by what they are, as `host` for it and everything below it, or `host/path` for what is below that path. */
export type HostTable = readonly string[];

function list(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** Installers that their projects document as piped into a shell. */
export const knownInstallers: HostTable = list(`
  aka.ms/installazureclideb aka.ms/install-azd.ps1 aka.ms/install-azd.sh aka.ms/install-powershell.sh aka.ms/installazurecliwindows
  aka.ms/getvsdbgsh ampcode.com/install.sh apt.llvm.org/llvm.sh aspire.dev/install.ps1 aspire.dev/install.sh astral.sh atuin.sh
  aws.amazon.com/cli awscli.amazonaws.com bootstrap.pypa.io bun.com/install bun.sh/install cdn.astronomer.io/astro cli.github.com
  claude.ai/install.ps1 claude.ai/install.sh clickhouse.com cloud.r-project.org community.chocolatey.org/install.ps1 cursor.com/install dl.cloudsmith.io/public dl.min.io fluxcd.io/install.sh install.crowdsec.net
  deb.nodesource.com deno.land/install.sh deno.land/x/install devbox.sh dl.google.com dl.k8s.io dot.net/v1 download.docker.com
  download.pytorch.org elastic.co/start-local fly.io/install.ps1 fly.io/install.sh fnm.vercel.app/install foundry.paradigm.xyz get.docker.com
  get.dvc.org get.helm.sh get.jetify.com get.k3s.io get.nexte.st get.nextflow.io get.pnpm.io get.pulumi.com get.rke2.io get.rvm.io
  get.scoop.sh get.sdkman.io get.starship.rs get.volta.sh getcomposer.org/installer getcroc.schollz.com ghcup.haskell.org
  get-ghcup.haskell.org getmic.ro gh.io/copilot-install github.com/dotnet/install-scripts github.com/gitleaks/gitleaks/releases get.trunk.io
  install.astronomer.io install.determinate.systems install.duckdb.org install.meteor.com install.python-poetry.org installer.opencode.ai
  istio.io/downloadistio julialang.org just.systems/install.sh k6.io kind.sigs.k8s.io lmstudio.ai/install.sh micro.mamba.pm mise.jdx.dev
  mise.run nixos.org/nix/install nodejs.org/dist ollama.com/install.ps1 ollama.com/install.sh opencode.ai/install packages.microsoft.com
  pixi.sh pkg.cloudflare.com pkgs.tailscale.com pyenv.run repo.anaconda.com/miniconda raw.githubusercontent.com/aquasecurity/trivy
  raw.githubusercontent.com/anchore/grype raw.githubusercontent.com/anchore/syft raw.githubusercontent.com/asdf-vm/asdf
  raw.githubusercontent.com/dotnet/install-scripts raw.githubusercontent.com/golangci/golangci-lint raw.githubusercontent.com/helm/helm
  raw.githubusercontent.com/homebrew/install raw.githubusercontent.com/junegunn/fzf raw.githubusercontent.com/k3d-io/k3d
  raw.githubusercontent.com/mamba-org/micromamba-releases raw.githubusercontent.com/nvm-sh/nvm raw.githubusercontent.com/ohmyzsh/ohmyzsh
  raw.githubusercontent.com/pyenv/pyenv-installer raw.githubusercontent.com/rancher/k3d raw.githubusercontent.com/securego/gosec
  raw.githubusercontent.com/terraform-linters/tflint raw.githubusercontent.com/tj/n raw.githubusercontent.com/trufflesecurity/trufflehog
  rclone.org/install.sh releases.hashicorp.com run.linkerd.io sdk.cloud.google.com sentry.io/get-cli setup.atuin.sh sh.rustup.rs
  static.rust-lang.org/rustup starship.rs/install.sh storage.googleapis.com/flutter_infra_release supabase.com/install
  tailscale.com/install.sh temporal.download/cli.sh win.rustup.rs wasmtime.dev/install.sh wasmer.io/install.sh x.ai/cli/install.sh
  zed.dev/install.sh
  bun.sh/install.ps1 deno.land/install.ps1 get.netdata.cloud get.acme.sh install.pi-hole.net ollama.ai/install.sh openclaw.ai/install.sh
  openclaw.ai/install.ps1 moonrepo.dev/install
  cli.inference.sh dokku.com/install bun.com/install.ps1 cdn.coollabs.io/coolify release.anza.xyz get.chezmoi.io pkgs.netbird.io get.tur.so
`);

/** Anyone may publish text there without a name. */
export const pasteSites: HostTable = list(`
  bpa.st controlc.com cl1p.net codepad.org dpaste.com dpaste.org fiche.pw ghostbin.co ghostbin.com ghostbin.me glot.io gist.github.com
  gist.githubusercontent.com hastebin.com hastebin.skyra.pw ideone.com ix.io jsonblob.com jsonbin.io justpaste.it katb.in p.ip.fi
  paste.c-net.org paste.centos.org paste.debian.net paste.ee paste.gg paste.mozilla.org paste.rs paste.sh paste.ubuntu.com pastebin.com
  pastebin.pl pastecode.io pastes.io pasteio.com privatebin.net rentry.co rentry.org sprunge.us telegra.ph termbin.com text.is textbin.net
  write.as zerobin.net
`);

/** Anyone may upload files there without a name. */
export const fileDrops: HostTable = list(`
  0x0.st 1fichier.com 4shared.com anonfiles.com bashupload.com bayfiles.com buzzheavier.com catbox.moe cdn.discordapp.com/attachments clbin.com dropmefiles.com easyupload.io envs.sh
  file.io filebin.net filetransfer.io free.keep.sh gofile.io keep.sh krakenfiles.com litterbox.catbox.moe media.discordapp.net/attachments
  mediafire.com mega.co.nz mega.nz oshi.at pixeldrain.com pomf.lain.la qu.ax send.cm send.vis.ee sendgb.com sendspace.com siasky.net temp.sh
  tempfile.me tmpfiles.org transfer.sh ufile.io uguu.se upload.ee wetransfer.com terabox.com workupload.com x0.at zippyshare.com
`);

/** They take what is sent and show it to whoever made the address. */
export const webhooks: HostTable = list(`
  api.telegram.org app.n8n.cloud/webhook beeceptor.com canary.discord.com/api/webhooks discord.com/api/webhooks discordapp.com/api/webhooks
  docs.google.com/forms events.hookdeck.com formspree.io formsubmit.co getform.io hook.eu1.make.com hook.eu2.make.com hook.integromat.com
  hook.us1.make.com hook.us2.make.com hookb.in hookbin.com hooks.slack.com hooks.zapier.com httpdump.app httpdump.io maker.ifttt.com
  mockbin.io mockbin.org m.pipedream.net ntfy.sh pipedream.net postb.in ptsv2.com ptsv3.com public.requestbin.com putsreq.com requestbin.com
  requestbin.io requestbin.net requestbin.org requestcatcher.com requestinspector.com script.google.com/macros smee.io typedwebhook.tools
  webhook-test.com webhook.cool webhook.link webhook.office.com webhook.site webhookinbox.com webhooks.fyi wirepusher.com
`);

/** They lead to a machine behind a router, such as the sender's own. */
export const tunnels: HostTable = list(`
  bore.digital bore.pub devtunnels.ms duckdns.org ddns.net gsocket.io hopto.org lhr.life lhr.rocks loca.lt localhost.run localtunnel.me
  localxpose.io loclx.io myftp.org ngrok-free.app ngrok-free.dev ngrok.app ngrok.dev ngrok.io ngrok.pizza no-ip.biz no-ip.org onion onion.ly
  onion.ws packetriot.net pagekite.me pinggy.io pinggy.link pinggy.online playit.gg pktriot.net portmap.host portmap.io serveo.net
  serveousercontent.com sytes.net telebit.cloud tor2web.org trycloudflare.com tunnelmole.net tunnelto.dev zapto.org zrok.io
`);

/** They hide the real address and can change it. */
export const shorteners: HostTable = list(`
  adf.ly bit.do bit.ly bitly.com buff.ly clck.ru cutt.ly dub.sh goo.gl goo.su is.gd kutt.it lnkd.in ow.ly rb.gy rebrand.ly s.id
  shorte.st shorturl.at shorturl.gg surl.li t.co t.ly tiny.cc tiny.one tinyurl.com u.to urlz.fr v.gd x.gd
`);

/** They show every name that is looked up or every request that arrives; made for testing attacks. */
export const dnsLogs: HostTable = list(`
  burpcollaborator.net bxss.in bxss.me canarytokens.com canarytokens.org ceye.io dns.army dnsbin.zhack.ca dnshook.site dnslog.cn dnslog.io
  dnslog.link dnslog.pw eyes.sh interact.sh interactsh.com oast.fun oast.live oast.me oast.online oast.pro oast.site oastify.com pingb.in
  r87.me requestrepo.com xip.io xss.ht xss.report
`);

/** Anyone may publish there, under a name. */
export const codeHosts: HostTable = list(`
  bitbucket.org cdn.jsdelivr.net codeberg.org codeload.github.com crates.io docker.io esm.sh gcr.io ghcr.io gitee.com github.com
  git.io githubusercontent.com gitlab.com hf.co huggingface.co jsr.io npm.jsr.io pkg.go.dev quay.io sourceforge.net sr.ht unpkg.com
`);

/** Vendors' own addresses: what is sent there reaches the vendor, and only the vendor publishes there. */
export const wellKnown: HostTable = list(`
  adobe.com airtable.com aka.ms algolia.net alibabacloud.com aliyuncs.com amazon.com amazonaws.com anthropic.com apache.org api.bitbucket.org
  api.github.com apple.com archive.org arxiv.org asana.com assemblyai.com atlassian.com atlassian.net auth0.com azure-api.net azure.com baidu.com bing.com
  brave.com browserbase.com census.gov circleci.com claude.ai clerk.com cloud.google.com cloudflare.com cohere.ai cohere.com confluent.cloud
  contentful.com conda.anaconda.org dashscope.aliyuncs.com databricks.com datadoghq.com datadoghq.eu dbt.com getdbt.com debian.org
  deepgram.com deepl.com deepseek.com digitalocean.com discord.com docker.com dropboxapi.com e2b.dev elastic.co elevenlabs.io exa.ai
  facebook.com fal.ai fal.run fedoraproject.org figma.com finnhub.io firecrawl.dev fireworks.ai fly.dev fly.io go.dev golang.org google.com
  googleapis.com grafana.net graph.microsoft.com groq.com hashicorp.com heroku.com hubapi.com hubspot.com ibm.com intercom.io jetbrains.com
  jina.ai kubernetes.io langchain.com launchdarkly.com linear.app linkedin.com live.com mailgun.net mapbox.com maven.org microsoft.com
  microsoftonline.com minimax.io minimaxi.com mistral.ai mongodb.com mongodb.net moonshot.ai moonshot.cn mozilla.org neon.tech netlify.com
  newrelic.com ngrok.com nih.gov nodejs.org notion.com notion.so npmjs.com npmjs.org nuget.org nvidia.com okta.com openai.azure.com openai.com
  openalex.org openrouter.ai oracle.com oraclecloud.com packagist.org pagerduty.com parallel.ai paypal.com perplexity.ai pinecone.io
  posthog.com postgresql.org pulumi.com pypi.org python.org pythonhosted.org qdrant.io railway.app railway.com reddit.com registry.yarnpkg.com
  render.com replicate.com resend.com ruby-lang.org rubygems.org rust-lang.org salesforce.com semanticscholar.org sendgrid.com sentry.io
  serpapi.com serper.dev shields.io shopify.com slack.com snowflakecomputing.com spotify.com stability.ai stackexchange.com stackoverflow.com stripe.com
  supabase.co supabase.com supabase.link tavily.com telegram.org terraform.io together.ai together.xyz todoist.com trello.com turso.io twilio.com
  twitter.com typeform.com ubuntu.com upstash.io vercel.com visualstudio.com voyageai.com weatherapi.com wikimedia.org wikipedia.org
  windows.net workers.ai x.ai x.com yahoo.com yarnpkg.com youtube.com z.ai zendesk.com zoom.us
`);

/** Names that other hosts imitate. */
export const imitated: readonly string[] = list(`
  airtable anaconda anthropic atlassian bitbucket chatgpt claude cloudflare coinbase cursor databricks deepseek discord docker dropbox github
  githubusercontent gitlab google googleapis hashicorp homebrew huggingface kubernetes linkedin metamask microsoft mongodb netlify nodejs
  nodesource notion npmjs ollama openai openclaw clawhub paypal postgresql python pythonhosted pypi rubygems rustup salesforce shopify slack
  stackoverflow stripe supabase telegram terraform twilio vercel yarnpkg
`);

/** Words that impostors add to a name: `github-releases.com`. Owners use their own domain for these. */
export const lureWords: ReadonlySet<string> = new Set(
  "api apis app auth cdn cli client cloud code config desktop dist dl download downloads files get help hub install installer login mirror official packages patch pkg plugin plugins pro registry release releases repo repository secure security setup skills static storage support sync telemetry tools update updater updates verify".split(
    " ",
  ),
);
