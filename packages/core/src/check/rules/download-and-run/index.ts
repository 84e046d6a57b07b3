import { type CodeSearch, excerpt, findInCode } from "../../code/find-in-code.ts";
import { commandRest, filters, pipe, readsProgram, runsSubstitution } from "../../code/shell-words.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { isKnownInstaller } from "./known-installers.ts";

export const rule: Rule = defineRule({
  id: "download-and-run",
  category: "security",
  severity: "warning",
  summary: "No command downloads a program and runs it in one step.",
  messages: {
    unseen:
      "'{command}' runs what it downloads from {host} without review; download to a file, verify it against a known digest, then run it, or install from a package manager.",
    knownInstaller:
      "'{command}' runs the installer from {host} without review or a pinned version; prefer a package manager or a pinned version, and let the user start it.",
  },
  check(skill, { report }) {
    for (const { source, match, span } of findInCode(skill, search)) {
      const [command] = match;
      const addresses = command.match(address) ?? [];
      if (addresses.length === 0 ? !hasTarget(command) : addresses.every(isExample)) continue;
      const isKnown = addresses.length > 0 && addresses.every(isKnownInstaller);
      const args = {
        command: excerpt(command),
        host: hostOf(addresses.find((one) => !isKnownInstaller(one)) ?? addresses[0]),
      };
      report({ message: isKnown ? "knownInstaller" : "unseen", args, span, ...source.place });
    }
  },
});

const fetcher = String.raw`(?:curl|wget)(?:\.exe)?(?![\w.\/-])`;
const powershellFetcher = "(?:irm|iwr|invoke-restmethod|invoke-webrequest)";
const search: CodeSearch = {
  words: [
    "curl",
    "wget",
    "invoke-rest",
    "invoke-web",
    "irm",
    "iwr",
    "iex",
    "urlopen",
    "requests.get",
    "httpx.get",
    "fetch(",
    "webclient",
  ],
  hint: /curl|wget|invoke-(?:rest|web)|\b(?:irm|iwr|iex)\b|urlopen|requests\.get|httpx\.get|fetch\(|webclient/i,
  patterns: [
    new RegExp(String.raw`\b${fetcher}${commandRest}${filters}${pipe}${readsProgram}`, "gm"),
    new RegExp(String.raw`${runsSubstitution}[ \t]{0,20}${fetcher}[^\n)]{0,400}`, "g"),
    new RegExp(
      String.raw`\b(?:${powershellFetcher}|curl|wget)\b[^\n|]{1,400}\|[ \t]{0,20}(?:iex|invoke-expression)\b`,
      "gi",
    ),
    new RegExp(
      String.raw`\b(?:iex|invoke-expression)[ \t(&{"'$]{1,16}(?:${powershellFetcher}|new-object[ \t]{1,20}(?:system\.)?net\.webclient)\b[^\n]{0,300}`,
      "gi",
    ),
    /\b(?:exec|eval)[ \t]{0,20}\([ \t]{0,20}(?:compile\()?(?:(?:requests|httpx)\.get\(|(?:urllib\.request\.)?urlopen\(|await[ \t(]{1,8}await[ \t]{1,8}fetch\()[^\n]{0,300}/g,
  ],
  where: "anywhere",
};

const address = /\bhttps?:\/\/[^\s"'`)|<>\\]+/g;

/** A bare `curl | bash` only mentions the practice; an address without a scheme, a variable or a `<placeholder>` is a command. */
function hasTarget(command: string): boolean {
  return /\$[\w{(]|<[\w-]+>|\w\.\w{2,}\/|\w\.(?:sh|com|org|io|dev|net|ps1)\b/.test(command);
}

const exampleHost =
  /^(?:localhost|127\.0\.0\.1|\[::1\]|(?:.+\.)?example(?:\.(?:com|org|net))?|.+\.(?:test|invalid|localhost))$/;

function isExample(text: string): boolean {
  return exampleHost.test(URL.parse(text)?.hostname ?? "");
}

function hostOf(text: string | undefined): string {
  return (text && URL.parse(text)?.hostname) || "an address computed at run time";
}
