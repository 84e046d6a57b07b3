import type { Carried, Label } from "./evidence.ts";
import { classifyPlace, normalizePath, type PlaceKind } from "./places.ts";

const labels: Readonly<Partial<Record<PlaceKind, Label>>> = {
  credentials: "credentials",
  wallet: "credentials",
  "browser-profile": "credentials",
  "environment-file": "credentials",
  "ssh-access": "credentials",
  "agent-settings": "agent-memory",
  "agent-memory": "agent-memory",
  history: "personal-files",
  home: "personal-files",
};

/** What reading a path yields, such as credentials; nothing for ordinary files. */
export function carriedFrom(path: string): readonly Carried[] {
  if (/^\/proc\/[^/]{1,20}\/environ$/.test(path)) return [{ label: "environment", from: path }];
  const kind = classifyPlace(path);
  const label = kind && labels[kind];
  if (label) return [{ label, from: path }];
  return isWholeHome(path) ? [{ label: "personal-files", from: path }] : [];
}

/** `~`, `~/*` and `/home/*`: the home folder as a whole. */
function isWholeHome(path: string): boolean {
  return /^(?:~|\/home|\/Users)(?:\/\*{0,2})?$/.test(normalizePath(path));
}

/** Commands of vendors that print the login they keep, under the name of the variable that tools take it from. */
const printedLogins: readonly (readonly [RegExp, string])[] = [
  [/^gh\s+auth\s+token\b/, "GH_TOKEN"],
  [/^glab\s+auth\s+status\b.{0,40}-t\b/, "GITLAB_TOKEN"],
  [
    /^gcloud\s+auth\s+(?:application-default\s+)?print-(?:access|identity)-token\b/,
    "GOOGLE_APPLICATION_TOKEN",
  ],
  [
    /^aws\s+(?:configure\s+(?:get\s+\S{0,40}secret|export-credentials)|sts\s+get-session-token|secretsmanager\s+get-secret-value)\b/,
    "AWS_SECRET",
  ],
  [/^az\s+account\s+get-access-token\b/, "AZURE_TOKEN"],
  [/^heroku\s+auth:token\b/, "HEROKU_TOKEN"],
  [/^git\s+credential\s+fill\b/, "GITHUB_TOKEN"],
  [/^npm\s+config\s+get\s.{0,60}_authToken\b/, "NPM_TOKEN"],
  [/^docker-credential-\w{1,20}\s+get\b/, "DOCKER_PASSWORD"],
];

/** What a command of a vendor's own program prints, such as a token. */
export function printedLogin(command: string): readonly Carried[] {
  // Most commands are none of these, and a text may start thousands.
  if (!/^(?:gh|glab|gcloud|aws|az|heroku|git|npm|docker-credential-\w{1,20})\s/.test(command)) return [];
  const plain = command.slice(0, 300);
  return printedLogins
    .filter(([pattern]) => pattern.test(plain))
    .map(([, from]) => ({ label: "environment", from }));
}

const secretName =
  /SECRET|TOKEN|PASSW|PASSPHRASE|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIAL|MNEMONIC|_KEY$|_PAT$|_AUTH$|^PGPASS/i;

/** Whether the name of a variable says that its value is secret. */
export function isSecretName(name: string): boolean {
  return name.length <= 100 && secretName.test(name);
}
