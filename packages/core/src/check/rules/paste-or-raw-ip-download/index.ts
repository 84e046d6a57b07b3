import { type CodeMatch, type CodeSearch, excerpt, findInCode } from "../../code/find-in-code.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { isPublicIpv4, parseIpv4 } from "./public-ipv4.ts";

export const rule: Rule = defineRule({
  id: "paste-or-raw-ip-download",
  category: "security",
  severity: "warning",
  summary: "Downloads come from a named host whose owner is accountable.",
  messages: {
    pasteSite:
      "'{command}' downloads from {host}, where anyone can upload anything anonymously; include the file in the skill or use its project's own address.",
    shortener:
      "'{command}' downloads from {host}, which hides the real address and can change it; use the real address.",
    rawIp:
      "'{command}' downloads from the bare IP address {host}, which does not identify its owner; use a host name.",
    lockedArchive:
      "'{command}' unpacks a password-protected archive, which scanners cannot read, and runs its contents; provide the files without a password.",
  },
  check(skill, { report }) {
    for (const { source, match, span } of findInCode(skill, downloads)) {
      const { barePaste, bareShort, bareIp, ...groups } = match.groups ?? {};
      const { paste = barePaste, short = bareShort, ip = bareIp } = groups;
      if (ip !== undefined && !isPublic(ip)) continue;
      const message = (paste !== undefined && "pasteSite") || (short !== undefined && "shortener") || "rawIp";
      report({
        message,
        args: { command: excerpt(match[0]), host: paste ?? short ?? ip ?? "" },
        span,
        ...source.place,
      });
    }
    for (const found of findInCode(skill, lockedArchives)) {
      if (!isRunAfterwards(found)) continue;
      const { source, match, span } = found;
      report({ message: "lockedArchive", args: { command: excerpt(match[0]) }, span, ...source.place });
    }
  },
});

const pasteSites =
  "pastebin\\.com|paste\\.ee|paste\\.rs|hastebin\\.com|ghostbin\\.\\w{2,5}|rentry\\.(?:co|org)|glot\\.io|dpaste\\.(?:com|org)|ix\\.io|sprunge\\.us|termbin\\.com|0x0\\.st|transfer\\.sh|file\\.io|controlc\\.com|justpaste\\.it|privatebin\\.net|pastes\\.io|catbox\\.moe|anonfiles\\.com|gofile\\.io";
const shorteners =
  "bit\\.ly|tinyurl\\.com|t\\.co|is\\.gd|v\\.gd|goo\\.gl|cutt\\.ly|rb\\.gy|ow\\.ly|shorturl\\.at|t\\.ly|tiny\\.cc|rebrand\\.ly|s\\.id";
const fetcher =
  "(?:\\b(?:curl|wget|aria2c|irm|iwr|invoke-webrequest|invoke-restmethod|start-bitstransfer|certutil|bitsadmin|git[ \\t]{1,8}clone|pip3?[ \\t]{1,8}install|npm[ \\t]{1,8}(?:i|install)|npx)[ \\t]|\\b(?:requests\\.get|httpx\\.get|urlopen|urlretrieve|fetch|axios\\.get|downloadstring|downloadfile)\\()";
const hostEnd = "(?=[:/?\\s\"'\\x60)\\]|;&]|$)";

const downloads: CodeSearch = {
  words: [
    "curl",
    "wget",
    "aria2c",
    "irm",
    "iwr",
    "invoke-web",
    "invoke-rest",
    "start-bits",
    "certutil",
    "bitsadmin",
    "clone",
    "install",
    "npm",
    "npx",
    "requests.get",
    "httpx.get",
    "urlopen",
    "urlretrieve",
    "fetch(",
    "axios.get",
    "downloadstring",
    "downloadfile",
  ],
  hint: new RegExp(
    `${pasteSites}|\\b(?:${shorteners})\\b|//(?:[^\\s/@]{1,60}@)?(?:\\d{1,3}(?:\\.\\d{1,3}){3}|0x[0-9a-f]{8}|\\d{8,10})\\b|[ \\t]\\d{1,3}(?:\\.\\d{1,3}){3}[:/]`,
    "i",
  ),
  patterns: [
    new RegExp(
      `${fetcher}[^\\n]{0,300}?(?:(?:https?|ftp)://(?:[^\\s/@"']{1,60}@)?(?:[\\w-]{1,40}\\.){0,3}(?:(?<paste>${pasteSites})|(?<short>${shorteners})|(?<ip>\\d{1,3}(?:\\.\\d{1,3}){3}|0x[0-9a-f]{8}|\\d{8,10}))${hostEnd}|(?<=[ \\t"'])(?:(?<barePaste>${pasteSites})|(?<bareShort>${shorteners})|(?<bareIp>\\d{1,3}(?:\\.\\d{1,3}){3}(?=(?::\\d{1,5})?/)))${hostEnd})[^\\s"'\\x60)|;]{0,120}`,
      "gim",
    ),
  ],
  where: "code",
};

const lockedArchives: CodeSearch = {
  words: ["unzip", "unrar", "7z ", "7z\t", "7za", "7zz", "extract", "unpack", "decompress", "archive"],
  hint: /(?:unzip|7z|unrar|extract|unpack|decompress|archive)[^\n]{0,160}(?:-p|pass)/i,
  patterns: [
    /\bunzip[ \t][^\n;&|]{0,80}?-P[ \t]?[^\s-][^\s;&|]{0,40}/g,
    /\b(?:7z[az]?|unrar)[ \t]{1,8}[xe][ \t][^\n;&|]{0,120}?-p[^\s-][^\s;&|]{0,40}/g,
    /\b(?:extract|unzip|unpack|decompress|archive)\b[^\n]{0,80}?\bpass(?:word|code)?\b(?:[ \t]{1,4}is)?[ \t:=]{1,4}[*"'`]{1,3}[\w!@#$%-]{3,40}[*"'`]{1,3}/gi,
  ],
  where: "anywhere",
};

/** How far after unpacking to look for something that is run. */
const runReach = 400;
const execution =
  /[;&|\n][ \t]*(?:sudo[ \t]+)?(?:chmod[ \t]+\+x|\.\/\w|(?:ba|z)?sh[ \t]|python3?[ \t]|open[ \t]|start[ \t])/;
const invitation = /\b(?:run|execute|launch|open|start|double-click)\b/i;

function isRunAfterwards({ source, match, span }: CodeMatch): boolean {
  const after = source.text.slice(span.end, span.end + runReach);
  return /pass/i.test(match[0]) ? invitation.test(after) || execution.test(after) : execution.test(after);
}

function isPublic(host: string): boolean {
  const octets = parseIpv4(host);
  return octets !== undefined && isPublicIpv4(octets);
}
