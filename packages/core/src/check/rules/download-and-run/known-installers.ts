import { cutEnd } from "../../../text/cut-end.ts";

/** Installers that their projects document as piped into a shell; an entry with a path covers everything below it. */
const knownInstallers: readonly string[] = [
  "aka.ms/InstallAzureCLIDeb",
  "aka.ms/install-azd.sh",
  "aspire.dev/install.sh",
  "aspire.dev/install.ps1",
  "astral.sh/",
  "bootstrap.pypa.io/",
  "bun.com/install",
  "bun.sh/install",
  "claude.ai/install.sh",
  "claude.ai/install.ps1",
  "clickhouse.com/",
  "community.chocolatey.org/install.ps1",
  "cursor.com/install",
  "deb.nodesource.com/",
  "deno.land/",
  "dot.net/v1/",
  "elastic.co/start-local",
  "fly.io/install.sh",
  "fnm.vercel.app/install",
  "foundry.paradigm.xyz",
  "get.docker.com",
  "get.helm.sh/",
  "get.k3s.io",
  "get.pnpm.io/",
  "get.scoop.sh",
  "get.sdkman.io",
  "get.volta.sh",
  "getcomposer.org/installer",
  "install.determinate.systems/",
  "install.duckdb.org",
  "install.python-poetry.org",
  "mise.run",
  "nixos.org/nix/install",
  "ollama.com/install.sh",
  "opencode.ai/install",
  "pixi.sh/",
  "get.pulumi.com",
  "raw.githubusercontent.com/Homebrew/install/",
  "raw.githubusercontent.com/helm/helm/",
  "raw.githubusercontent.com/nvm-sh/nvm/",
  "raw.githubusercontent.com/ohmyzsh/ohmyzsh/",
  "sdk.cloud.google.com",
  "sh.rustup.rs",
  "starship.rs/install.sh",
  "tailscale.com/install.sh",
  "win.rustup.rs",
];

/** Whether the address is a well-known installer over https, without user info or a port that could disguise the host. */
export function isKnownInstaller(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== "https:" || url.username !== "" || url.port !== "") return false;
  const target = `${cutEnd(`${url.host.replace(/^www\./, "")}${url.pathname}`, /\//)}/`;
  return knownInstallers.some((known) => target.startsWith(known.endsWith("/") ? known : `${known}/`));
}
