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

const secretName =
  /SECRET|TOKEN|PASSW|PASSPHRASE|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIAL|MNEMONIC|_KEY$|_PAT$|_AUTH$|^PGPASS/i;

/** Whether the name of a variable says that its value is secret. */
export function isSecretName(name: string): boolean {
  return name.length <= 100 && secretName.test(name);
}
