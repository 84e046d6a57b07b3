import type { CodeSearch } from "../../code/find-in-code.ts";

const home = String.raw`(?:~|\$HOME|\$\{HOME\}|\/root|\/(?:home|Users)\/[\w.$\{}*-]{1,40}|%USERPROFILE%|\$env:USERPROFILE|homedir\(\)\}?|home\(\))["', \t]{0,4}[\\/+]?[ \t"',]{0,4}[\\/]?`;
const join = String.raw`["', \t]{0,4}[\\/+]?[ \t"',]{0,4}[\\/]?`;

/** Where users keep credentials; the group says which. `always` marks commands that only ever read credentials. */
export const stores: CodeSearch = {
  words: [
    ".ssh",
    ".aws",
    ".netrc",
    "hosts.y",
    "login data",
    "login\\ data",
    "cookies",
    "key4.db",
    "logins.json",
    "dump-keychain",
    "keychain-db",
    "wallet",
    ".ethereum",
    "solana",
    "electrum",
  ],
  hint: /\.ssh|\.aws|\.netrc|hosts\.ya?ml|Login\\? Data|Cookies|cookies\.sqlite|key4\.db|logins\.json|dump-keychain|keychain-db|wallet|\.ethereum|solana|electrum/,
  patterns: [
    new RegExp(
      String.raw`${home}\.ssh${join}id_(?<ssh>rsa|dsa|ecdsa|ed25519|\*)(?:_sk)?(?![\w-]|\.pub)`,
      "g",
    ),
    new RegExp(String.raw`${home}\.aws${join}(?<aws>credentials)\b`, "g"),
    new RegExp(String.raw`${home}\.(?<netrc>netrc)\b`, "g"),
    new RegExp(String.raw`${home}\.config${join}gh${join}(?<gh>hosts\.ya?ml)\b`, "g"),
    /\b(?:Google[\\/]{1,2}Chrome|google-chrome|Chromium|BraveSoftware|Microsoft[\\/]{1,2}Edge|Firefox|firefox)\b[^\n]{0,120}?(?<browser>Login\\? Data|Cookies|key4\.db|logins\.json|cookies\.sqlite)\b/g,
    /\bsecurity[ \t]{1,8}(?<always>dump-keychain)\b|\b(?<keychain>login\.keychain(?:-db)?)\b/g,
    new RegExp(
      String.raw`\b(?<wallet>wallet\.dat|exodus\.wallet)\b|${home}\.(?:ethereum${join}keystore|electrum${join}wallets|config${join}solana${join}id\.json)\b`,
      "g",
    ),
  ],
  where: "blocks",
};

const names: Readonly<Record<string, string>> = {
  ssh: "a private SSH key",
  aws: "the AWS credentials file",
  netrc: "the passwords in .netrc",
  gh: "the GitHub CLI's token",
  browser: "a browser's cookies or saved passwords",
  always: "the macOS keychain",
  keychain: "the macOS keychain",
};

/** The name of the credential store that matched. */
export function storeOf(match: RegExpExecArray): string {
  const group = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined)?.[0] ?? "wallet";
  return names[group] ?? "a wallet's keys";
}
