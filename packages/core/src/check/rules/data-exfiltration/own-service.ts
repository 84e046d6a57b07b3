import { normalizePath } from "../../../scan/places.ts";

/** Whether a key by its name, or a credential file by its path, is made for the host. */
export function isOwnService(from: string, host: string): boolean {
  if (host === "") return false;
  const plain = host.replaceAll(/[-_]/g, "");
  // A name may stand for the whole host, such as `calcom` for `cal.com`.
  const whole = plain.replaceAll(".", "");
  return wordsOf(from).some((word) =>
    (aliases[word] ?? [word]).some(
      (name) => plain.includes(name) || (name.length > 4 && whole.endsWith(name)),
    ),
  );
}

/** Words of a variable's name or of a path that may name a vendor. */
function wordsOf(from: string): readonly string[] {
  const text = normalizePath(from).slice(0, 200).toLowerCase();
  return text
    .split(/[^a-z\d]+/)
    .filter((word) => word.length > 1 && !generic.has(word) && (word.length > 2 || word in aliases));
}

const generic: ReadonlySet<string> = new Set(
  "access account api app apikey auth basic bearer bot client com config cred credential credentials default dev env file home host http https id json key keys local login net oauth org pass password pat path personal private prod project public refresh root secret secrets service session share ssh state test token tokens url user username users uri value webhook www yaml yml the and for".split(
    " ",
  ),
);

const aliases: Readonly<Record<string, readonly string[]>> = {
  aws: ["amazonaws", "aws"],
  azure: ["azure", "windows.net", "microsoft"],
  cf: ["cloudflare"],
  claude: ["anthropic", "claude"],
  codex: ["openai", "chatgpt"],
  do: ["digitalocean"],
  gcloud: ["googleapis", "google"],
  gcp: ["googleapis", "google"],
  gemini: ["googleapis", "google"],
  gh: ["github"],
  gl: ["gitlab"],
  google: ["googleapis", "google"],
  hf: ["huggingface", "hf.co"],
  npmrc: ["npmjs", "npm.pkg.github"],
  pypirc: ["pypi"],
  qwen: ["aliyun", "qwen", "dashscope"],
  tg: ["telegram"],
};
