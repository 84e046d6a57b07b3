import { classifyHost, readAddress } from "../../../scan/hosts.ts";
import type { Span } from "../../../text/span.ts";

export type Lure = { readonly score: number; readonly signs: readonly string[]; readonly at: Span };

/** Whether a text has an address from which a lure may load. */
export function hasDownloads(text: string): boolean {
  return downloadsIn(text, mostAddresses).length > 0;
}

const mostAddresses = 5000;

/** Whether a sentence has the words of a lure without an address: a locked archive, or a command to paste. */
export function isAboutLures(plain: string): boolean {
  return commandToPaste.test(plain) || lockedArchive.test(plain);
}

/** How much a passage looks like a lure. Single signs are common in honest instructions; lures have several. */
export function scoreLure(plain: string, raw: string): Lure {
  const signs: string[] = [];
  let score = 0;
  let at: Span | undefined;
  const mark = (name: string, weight: number): void => {
    if (!signs.includes(name)) signs.push(name);
    score += weight;
  };
  for (const { weight, name, span } of downloadsIn(raw)) {
    if (!signs.includes(name)) mark(name, weight);
    if (at === undefined || weight > 1) at = span;
  }
  const hasPage = signs.length > 0 || /https?:\/\//.test(raw);
  // An archive with a password is a download even if another page has its address.
  const hasDownload = signs.length > 0 || (fetched.test(plain) && lockedArchive.test(plain));
  if (runsDownload.test(raw) && hasDownload) mark("a command that runs what it downloads", 2);
  // Without a way to get the program, or a command to paste, nothing lures.
  if (!hasDownload && !commandToPaste.test(plain)) return { score: 0, signs, at: wholeOf(raw) };
  for (const { name, weight, pattern, needsDownload } of passageSigns) {
    if (needsDownload === "program" && !(hasDownload && isProgramFrom(signs))) continue;
    if (needsDownload === "archive" && !(hasDownload && isProgramFrom(signs) && archived.test(plain)))
      continue;
    if (needsDownload === true && !hasDownload) continue;
    if (needsDownload === "page" && !hasPage) continue;
    // Quotation marks around a word matter, and plain text has none.
    if (!pattern.test(needsDownload === "archive" ? raw : plain)) continue;
    if (!(needsDownload === "archive" && signs.includes("a password for an archive"))) mark(name, weight);
  }
  // Honest instructions have a page, a requirement and a program to start; a lure has more than these.
  if (signs.every((name) => ordinarySigns.has(name)))
    return { score: Math.min(score, 4), signs, at: at ?? wholeOf(raw) };
  if (packageManagers.test(plain) || packageManagers.test(raw)) score -= 2;
  return { score, signs, at: at ?? wholeOf(raw) };
}

const ordinarySigns: ReadonlySet<string> = new Set([
  "a page of an unknown host",
  "a shared folder of an unknown account",
  "a release of an unknown account",
  "nothing works without it",
  "a required program",
  "starting what was downloaded",
  "a way for each system",
  "urgency",
]);

function wholeOf(raw: string): Span {
  return { start: 0, end: Math.min(raw.length, 200) };
}

type Download = { readonly name: string; readonly weight: number; readonly span: Span };

const program =
  /\.(?:exe|msi|scr|dmg|pkg|zip|rar|7z|bat|cmd|ps1|jar|apk|appimage|iso|vbs|lnk|deb|run)(?:$|[?#])/;

/** At the end of a sentence, the address takes the full stop along. */
const installer = /\.(?:exe|msi|scr|dmg|pkg|bat|cmd|ps1|apk|iso|vbs|lnk)[.,;:!]{1,3}$/;

/** Addresses with a scheme, and hosts without one that no file is named like. */
const addresses =
  /https?:\/\/[^\s"'<>)\]`]{4,500}|(?<![\w@./:-])(?:[a-z\d-]{1,40}\.){1,3}(?:app|biz|br|cc|click|club|cm|co|com|dev|download|fun|help|host|icu|info|io|lat|link|live|lol|me|monster|net|nl|nz|online|org|pro|pw|quest|rest|ru|sbs|shop|site|space|store|su|tech|to|top|vip|website|win|work|xyz)(?![\w.-])(?:\/[^\s"'<>)\]`]{0,300})?/g;

/** Programs write fields like that: `link.click`, `a.download`. */
const field = /^[a-z\d-]+\.(?:click|date|download|host|info|link|live|space|store|top|win)$/;

/** Endings that cost next to nothing, and under which few projects live. */
const cheapEnding =
  /\.(?:bid|buzz|cam|cfd|click|cyou|date|download|fun|icu|lat|lol|men|mom|monster|pw|quest|rest|sbs|space|stream|su|top|website|win|xyz)$/;

/** Folders and channels that anyone may open, below the names of well-known vendors. */
const sharedPlaces =
  /^(?:drive\.google\.com\/(?:file|uc|drive)|(?:dl\.)?dropbox(?:usercontent)?\.com\/s|1drv\.ms\/|onedrive\.live\.com\/|t\.me\/|[\w.-]{1,80}\.s3[.-]|s3[.-][\w.-]{0,40}amazonaws|storage\.googleapis\.com\/|[\w-]{1,60}\.blob\.core\.windows\.net\/|[\w-]{1,60}\.r2\.dev\/)/;

function downloadsIn(raw: string, most = 40): readonly Download[] {
  const found: Download[] = [];
  let seen = 0;
  for (const match of raw.matchAll(addresses)) {
    if (seen++ > most) break;
    if (field.test(match[0])) continue;
    const span = { start: match.index, end: match.index + match[0].length };
    const add = (name: string, weight: number): void => {
      found.push({ name, weight, span });
    };
    const kind = classifyHost(match[0]);
    const { host, path } = readAddress(match[0]);
    const isProgram = program.test(path) || installer.test(path);
    if (kind === "paste-site") add("a command from a paste site", 3);
    else if (kind === "raw-address") add("a host without a name", isProgram ? 5 : 3);
    else if (kind === "look-alike" || kind === "shortener" || kind === "file-drop" || kind === "tunnel")
      add("a disguised or anonymous source", 3);
    else if (kind === "code-host" && (/\/releases?\//.test(path) || isProgram))
      add("a release of an unknown account", isProgram ? 2 : 1);
    else if (sharedPlaces.test(host + path)) add("a shared folder of an unknown account", 2);
    else if (kind === "unknown" && isProgram) add("a program from an unknown host", 3);
    else if (kind === "unknown" && cheapEnding.test(host)) add("a host with a throwaway name", 2);
    else if (
      kind === "unknown" &&
      /(?:download|setup|install|get|update|helper|driver|agent|core|latest|activate|verify|cli|app|dl)/.test(
        match[0],
      )
    )
      add("a page of an unknown host", 1);
    else if (kind === "example" && isProgram) add("a program from an unknown host", 2);
  }
  return found;
}

const runsDownload =
  /\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\b[^\n|]{0,300}\|\s{0,4}(?:sudo\s{1,4})?(?:(?:ba|z|da)?sh|iex|python3?|node|perl)\b|\b(?:(?:ba|z|da)?sh|eval|iex)\b[^\n]{0,40}(?:\$\(|<\(|`)\s{0,4}(?:curl|wget|iwr|irm)\b|\bmshta\s{1,4}https?:|\b(?:curl|wget)\b[^\n]{0,300}&&[^\n]{0,120}\b(?:hdiutil\s{1,4}attach|open\s|chmod\s{1,4}\+?[x7]|installer\s)/i;

const fetched =
  /\b(?:download|fetch|get|obtain|grab|retrieve|pull\s+down|acquire|pick\s+up|take|find\s+it|ask)\b/i;
const archived =
  /\b(?:unzip|unpack(?:er|ed|s)?|extract|decompress|archive|zip|rar|7z|bundle|container|package|zipped)\b/i;
const lockedArchive =
  /\b(?:unzip|extract|unpack|archive|zip|rar)\b[^.\n]{0,60}\b(?:pass(?:word|code|phrase)?|pwd)\b|\b(?:pass(?:word|code|phrase)?|pwd)\b[^.\n]{0,60}\b(?:unzip|extract|unpack|archive|zip|rar)\b/i;

const pages: ReadonlySet<string> = new Set([
  "a page of an unknown host",
  "a command that runs what it downloads",
]);

function isProgramFrom(signs: readonly string[]): boolean {
  return signs.length === 0 || signs.some((name) => !pages.has(name));
}

const thing =
  "(?:utility|utilities|driver|drivers|agent|core|module|helper|component|client|package|program|app|application|binary|executable|bridge|plug-?in|runtime|engine|companion|extension|launcher|installer|connector|daemon|loader|authtool|tool|software|provider|service|update|patch|codec|decoder|library)";

const commandToPaste =
  /\b(?:copy|paste|insert|enter|type)\b[^.\n]{0,80}\b(?:terminal|shell|powershell|console|command\s+(?:prompt|line|window)|black\s+window|cmd|run\s+(?:dialog|box|window)|win\s?\+\s?r)\b|\bwindows\s+key\b[^.\n]{0,20}\bR\b[^.\n]{0,60}\b(?:insert|paste|enter|type)\b|\bput\b[^.\n]{0,60}\b(?:black|command|terminal)\s+window\b|\b(?:open|launch|start|press|bring\s+up|in)\b[^.\n]{0,40}\b(?:command\s+window|terminal|powershell|console|command\s+prompt|win(?:dows)?(?:\s+key)?\s?\+\s?[rx]|run\s+(?:dialog|box))(?![\w])[^\n]{0,80}\b(?:paste|insert|enter|type|ctrl\s?\+\s?v)\b|\b(?:terminal|powershell|console|command\s+prompt)\b[^\n]{0,100}\b(?:paste|insert|enter|follow(?:ing)?|type)\b[^\n]{0,40}\b(?:line|command|text|step|confirm|return|following)\b|\b(?:hand(?:ing)?|give|giving|pipe)\b[^.\n]{0,60}\b(?:to|through)\s+(?:your|the|a)\s+(?:shell|terminal|sh)\b|\bterminal\s+(?:app|users?|window)\b[^\n]{0,60}\b(?:enter|needs?|type|need)\b/i;

type PassageSign = {
  readonly name: string;
  readonly weight: number;
  readonly pattern: RegExp;
  readonly needsDownload?: true | "page" | "program" | "archive";
};

const passageSigns: readonly PassageSign[] = [
  {
    name: "a password for an archive",
    weight: 4,
    pattern:
      /\bextract\b[^.\n]{0,60}\b(?:using|with)\b[^.\n]{0,30}\b(?:pin|code|key)\b|\bextract\b[^.\n]{0,80}\b(?:pass(?:word|code|phrase|wd)?|pwd)\b|\b(?:unzip|unpack|unrar|archive|decompress|zip(?!\s{1,3}codes?\b)|rar|7z)\b[^.\n]{0,80}\b(?:pass(?:word|code|phrase|wd)?|pwd|pin|code|key)\b|\b(?:open|contents?)\b[^.\n]{0,80}\b(?:pass(?:word|code|phrase|wd)|pwd)\b|\b(?:encrypted|protected|locked)\b[^.\n]{0,30}\b(?:archive|zip|rar|7z|file|bundle|package)\b|\.(?:zip|rar|7z)\b[^.\n]{0,20}[(,;]\s{0,3}(?:archive\s+)?(?:pass(?:word|code|phrase)?|pwd|pin|code|key|unlock)\b|\b(?:pass(?:word|code|phrase)?|pwd)\b\s{0,2}(?:is|:|=|for|to)?[^.\n]{0,50}\b(?:extract|unzip|unpack|archive|zip|rar|7z)\b/i,
    needsDownload: "program",
  },
  {
    name: "a word that unlocks it",
    weight: 4,
    pattern:
      /\b(?:word|code|key|phrase)\s+(?:to\s+(?:open|unlock|unpack|extract)\s+it|for\s+(?:it|the\s+archive))\s+is\b|\b(?:unlock(?:s|ed|ing)?|locked|opens?\s+(?:it\s+|up\s+)?(?:with|by\s+typing)|protects?|protected|unlock\s+phrase|code\s?word|secret|pass\s?word|key)\b[^.\n]{0,50}[`*"'«“]{1,3}[\w!@#-]{3,24}[`*"'»”]{1,3}|\b(?:unpack|unzip|extract|decrypt|unlock)\s+(?:with|using|by|code|word)\b[^.]{0,240}[`*"'«“]{1,3}[\w!@#-]{3,24}[`*"'»”]{1,3}|\b(?:unlock\s+phrase|code\s?word|secret|key)\s{0,2}[:=]\s{0,2}[`*"'«“]{0,3}[\w!@#-]{3,24}\b/i,
    needsDownload: "archive",
  },
  {
    name: "nothing works without it",
    weight: 2,
    pattern: new RegExp(
      [
        String.raw`\b(?:without|unless|until|otherwise|if\s+(?:it|this|the\s+\w+)\s+is\s+not)\b[^.\n]{0,80}\b(?:not\s+(?:work|function|run|operate|start|load|respond|be\s+available)|return(?:s)?\s+nothing|inoperable|inoperative|remain(?:s)?\s+(?:locked|idle)|fails?|cannot|unable|won't|useless|nothing|disabled|stop)`,
        String.raw`\b(?:not|cannot|can't|won't|nothing)\s+(?:\w+\s+){0,3}(?:works?|functions?|operates?|runs?|starts?|anything|responds?|available|possible|usable|supported)\b[^.\n]{0,60}\b(?:without|unless|until)\b`,
        String.raw`\b(?:only|solely)\s+(?:works?|possible|available|functional|usable|runs?)\b[^.\n]{0,40}\b(?:with|once|after|when|if)\b`,
        String.raw`\b(?:not\s+optional|cannot\s+be\s+skipped|everything\s+else\s+depends|all\s+(?:other|later|further)\s+(?:steps|commands)\s+fail)\b`,
        String.raw`\b(?:do\s+not|don't)\s+(?:go\s+on|continue|proceed|start)\b[^.\n]{0,40}\b(?:before|until|without)\b`,
        String.raw`\b(?:may|must|can)\s?not\s+be\s+(?:skipped|left\s+out|omitted|avoided)\b|\bskip(?:s|ping)?\s+(?:it|this|that|the\s+\w+|step\s+\d)\b[^.\n]{0,60}\b(?:empty|errors?|fails?|nothing|not\b|unreachable)`,
        String.raw`\b(?:nothing|none|no\s+\w+)\s+(?:\w+\s+){0,5}(?:works?|appl(?:y|ies)|functions?|helps?|sent|runs?)\b[^.\n]{0,60}\b(?:as\s+long\s+as|without|unless|until|before)\b|\b(?:as\s+long\s+as|without|unless|until|before)\b[^.\n]{0,60}\b(?:nothing|none|no\s+\w+\s+(?:is|are|will|works?))\b`,
        String.raw`\b(?:nothing\s+but|only|empty|just)\s+(?:an?\s+)?(?:errors?|lists?|results?)\b[^.\n]{0,60}\b(?:unless|without|until)\b|\b(?:error|errors|empty\s+lists?|not\s+reachable)\b[^.\n]{0,30}\b(?:if|without|when)\b[^.\n]{0,40}\b(?:missing|skip\w*|absent)\b`,
        String.raw`\b(?:no\s+funcionar?[áa]?|ne\s+(?:marche|fonctionne)\s+pas|funktioniert\s+nicht|n[ãa]o\s+funciona|non\s+funziona|werkt\s+niet)(?![\p{L}])`,
        String.raw`\bonly\s+thing\s+that\s+helps\b|\b(?:can\s?not|not|isn't|aren't)\s+(?:ship(?:ped)?|bundled|included|part\s+of\s+this)\b|\bcomes?\s+separately\b`,
        String.raw`\b(?:wait|until)\b[^.\n]{0,20}\b(?:for\s+(?:a\s+)?(?:yes|confirmation|["“]?done)|(?:the\s+user|they|your?\s+human|you)\s+(?:confirms?|writes?|says?|repl(?:y|ies)))`,
        String.raw`\b(?:nothing|no\s+\w{1,20})\s+(?:is|gets|can\s+be)\s+\w{1,20}\b[^.\n]{0,30}\b(?:until|before|without|unless)\b|\bohne\s+(?:\w{1,20}\s+){1,2}(?:geht|funktioniert|l[äa]uft)\s+nichts\b`,
        String.raw`\brequires?\b[^.\n]{0,60}\bto\s+(?:function|work|operate|run)\b`,
        String.raw`\b(?:operations?|features?|skill|actions?|commands?|functions?)\b[^.\n]{0,40}\b(?:requires?|needs?|depends?\s+on|rel(?:y|ies)\s+on)\b[^.\n]{0,40}\b${thing}\b`,
      ].join("|"),
      "i",
    ),
  },
  {
    name: "a required program",
    weight: 1,
    pattern: new RegExp(
      String.raw`\b(?:requires?|required|requirements?|needs?|needed|must|mandatory|prerequisites?|necessary|have\s+to|has\s+to|first|before\s+(?:you|using|any)|beforehand|make\s+sure|ensure|depends?\s+on|rel(?:y|ies)\s+on|works?\s+with|essential|expects?|talks?\s+to|kindly|please|could\s+you|bring|add)\b[^.\n]{0,80}\b(?:[\w-]+-)?${thing}\b|\b${thing}\b[^.\n]{0,60}\b(?:required|mandatory|necessary|must\s+be|needed|prerequisite|essential|is\s+missing|has\s+to\s+be)\b`,
      "i",
    ),
  },
  {
    name: "a command to paste",
    weight: 2,
    pattern: commandToPaste,
  },
  {
    name: "a command shown on another page",
    weight: 3,
    pattern:
      /\b(?:line|command|string|code|text)\b[^.\n]{0,40}\b(?:printed|shown|listed|found|given|displayed|waiting|copied|from)\b[^.\n]{0,20}https?:|\b(?:visit|open|go\s+to|see|follow|navigate\s+to|from|at|on|shown|page|link)\b[^\n]{0,120}\b(?:copy|grab|take|insert|paste|run)\b[^.\n]{0,60}\b(?:command|text|code|script|snippet|line|it|content)s?\b[^\n]{0,80}\b(?:terminal|shell|powershell|console)\b|\b(?:terminal|shell|powershell|console)\b[^\n]{0,60}\b(?:paste|insert|enter|type|run)\b[^.\n]{0,60}\b(?:shown|found|listed|given|displayed|from|on|at)\b[^\n]{0,30}https?:|\brun\b[^.\n]{0,30}\b(?:command|line|step)\b[^.\n]{0,30}\b(?:shown|listed|displayed|there)\b/i,
    needsDownload: "page",
  },
  {
    name: "a check of being human",
    weight: 3,
    pattern:
      /\b(?:human|robot|captcha|verif(?:y|ication)|identity|activat(?:e|ion))\b[\s\S]{0,200}\b(?:win(?:dows)?(?:\s+key)?\s?\+\s?r|paste|terminal|powershell)\b[\s\S]{0,160}https?:|\b(?:human|robot|captcha|you\s+are\s+a\s+(?:real\s+)?person)\b[\s\S]{0,200}\b(?:windows\s+key|command\s+window|paste|terminal|powershell|run\s+dialog)\b/i,
    needsDownload: "page",
  },
  {
    name: "steps that only another page shows",
    weight: 2,
    pattern:
      /\b(?:visit|open|go\s+to|head\s+(?:over\s+)?to|see|consult|direct\w*|send)\b[^\n]{0,140}\b(?:follow|complete|do|perform|carry\s+out|finish|choose|confirm)\b[^.\n]{0,40}\b(?:steps?|instructions?|guide|wizard|there|it\s+says|prompts?|anyway)\b|\bcommand\b[^.\n]{0,60}\b(?:displayed|shown|listed|given|found)\b[^\n]{0,20}https?:/i,
    needsDownload: true,
  },
  {
    name: "starting what was downloaded",
    weight: 1,
    pattern:
      /\b(?:ejec[uú]t\w{1,5}|exécut\w{1,5}|lancez|ausf[üu]hren|starten\s+sie|avvi\w{1,4}|instal[ae]\w{0,3})(?![a-z])|\b(?:let\s+it\s+run|leave\s+it\s+(?:open|running)|keep\s+it\s+(?:open|running)|what\s+you\s+(?:find|see)\s+inside|double-?click)\b|\b(?:run|runs|execute|executes|launch|open|start|starts|double-?click(?:\s+on)?|install|take|let)\b[^.\n]{0,40}\b(?:file|exe|bat|inside|driver|helper|engine|tool|once|program|installer|app|application|it|utility|binary|package|core|agent|executable|setup|what)\b/i,
    needsDownload: true,
  },
  {
    name: "a way for each system",
    weight: 1,
    pattern: /\bwindows\b[\s\S]{0,1200}\bmac\s?os\b|\bmac\s?os\b[\s\S]{0,1200}\bwindows\b/i,
    needsDownload: true,
  },
  {
    name: "urgency",
    weight: 1,
    pattern:
      /\b(?:IMPORTANT|CRITICAL|Required|Mandatory|MANDATORY|URGENT|REQUIRED|WARNING|ATTENTION)\b|\b(?:immediately|right\s+away|will\s+expire|urgent(?:ly)?|as\s+soon\s+as\s+possible)\b/,
  },
  {
    name: "a warning to ignore",
    weight: 3,
    pattern:
      /\b(?:antivirus|defender|smartscreen|gatekeeper|security\s+(?:warning|software)|virus\s+(?:warning|scanner)|anti-?malware)\b[^.\n]{0,80}\b(?:disable|allow|ignore|false|exclude|exclusion|turn|off|anyway|whitelist|pause|complain|flag|wrong(?:ly)?|right-?click|confirm|mistake|harmless|expected)|\b(?:disable|ignore|turn|turn\s+off|switch\s+off|allow|pause|bypass|dismiss|accept)\b[^.\n]{0,60}\b(?:antivirus|security\s+prompt|unidentified\s+developer|defender|smartscreen|gatekeeper|security\s+warning)|\b(?:acept[ae]\w{0,2}|ignor[ae]\w{0,2}|acceptez|ignorez|akzeptieren)\b[^.\n]{0,30}\b(?:aviso|advertencia|avertissement|warnung)\b|\b(?:open|run|install|launch)\s+(?:it\s+)?anyway\b|\b(?:security|protection|antivirus|anti-?virus|defender|gatekeeper|mac\s?os|smartscreen|system)\b[^.\n]{0,60}\b(?:overcautious|unsigned|quarantine|refuses?|will\s+refuse|complains?|permit|unverified)\b|\b(?:bypass|get\s+past|ignore)\s+the\s+[\w\s]{0,20}warning\b|\b(?:right|control|ctrl)[- ]click\b[^.\n]{0,40}\bopen\b|\badd\s+(?:it\s+as\s+)?an?\s+exception\b|\bpause\b[^.\n]{0,30}\b(?:protection|antivirus|defender)\b|\bxattr\s+-[a-z]{0,4}c\b|\bthrough\s+(?:your|the)\s+(?:antivirus|anti-virus|defender|gatekeeper|virus\s+scanner)\b|\bpublisher\b[^.\n]{0,30}\b(?:not\s+verified|unverified|unknown|not\s+known)\b|\b(?:turn|switch)(?:ed)?\s+off\b[^.\n]{0,30}\bprotection\b|\bprotection\b[^.\n]{0,40}\bmistak\w{1,3}\b|\bex[ée]cuter\s+quand\s+m[êe]me|\btrotzdem\s+(?:ausf[üu]hren|[öo]ffnen|installieren)|\b(?:ejecutar|instalar)\s+de\s+todos\s+modos/i,
    needsDownload: true,
  },
  {
    name: "a program that must stay open",
    weight: 2,
    pattern:
      /\b(?:leave|keep|let)\b[^.\n]{0,30}\b(?:window|it|app|program|tray|running)\b[^.\n]{0,20}\b(?:open|running|in\s+the\s+(?:tray|background))\b|\bstays?\s+in\s+the\s+tray\b/i,
    needsDownload: true,
  },
  {
    name: "a window that nobody sees",
    weight: 3,
    pattern: /-w(?:in\w{0,10})?\s{1,3}h(?:idden)?\b[^\n]{0,200}\b(?:iwr|irm|curl|iex|http)/i,
  },
  {
    name: "rights that the program asks for",
    weight: 2,
    pattern:
      /\b(?:grant|give|allow|confirm|accept)\b[^.\n]{0,20}\b(?:what(?:ever)?|everything|all)\s{1,3}(?:that\s{1,3})?it\s{1,3}(?:wants|asks|requests|needs|requires)\b|\b(?:enter|type|give)\b[^.\n]{0,30}\bpassword\b[^.\n]{0,20}\bwhen\s{1,3}(?:it|the\s{1,3}(?:installer|window|app|program))\s{1,3}(?:asks?|wants|requests|prompts)|\bas\s{1,3}administrator\b|\bsay(?:ing)?\s{1,3}yes\s{1,3}to\s{1,3}(?:all|everything|whatever|what)\b/i,
    needsDownload: true,
  },
  {
    name: "a code for an archive in a table",
    weight: 4,
    pattern:
      /\|[ \t]{0,8}(?:code|pin|password|passcode|key|unlock\w{0,4})[ \t]{0,8}\|[^|]{0,120}\|[\s\S]{0,300}?\.(?:zip|rar|7z)\b/i,
    needsDownload: "archive",
  },
  {
    name: "a decoded command",
    weight: 3,
    pattern: /\bbase64\s+(?:-d|-D|--decode)\b[^\n]{0,80}\|\s{0,4}(?:ba|z|da)?sh\b/,
  },
];

const packageManagers =
  /\b(?:brew\s+install|apt(?:-get)?\s+install|choco\s+install|winget\s+install|scoop\s+install|npm\s+(?:i|install)\b|pip3?\s+install|uv\s+(?:tool|pip|add)|cargo\s+install|go\s+install|dnf\s+install|pacman\s+-S|npx\s)/i;
