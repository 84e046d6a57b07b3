import { classifyHost, readAddress } from "../../../scan/hosts.ts";
import { cutEnd } from "../../../text/cut-end.ts";
import type { Span } from "../../../text/span.ts";

/** An address from which a lure may load. */
export type Source = {
  readonly name: string;
  readonly weight: number;
  readonly span: Span;
  /** Nobody answers for what is there: a paste, a shared folder, a bare address, an imitation. */
  readonly isAnonymous: boolean;
  /** A command right there runs what it loads. */
  readonly isRun?: boolean;
  /** Words of the host and the path by which the tool from there would be called. */
  readonly words: readonly string[];
};

const program =
  /\.(?:exe|msi|scr|dmg|pkg|zip|rar|7z|bat|cmd|ps1|jar|apk|appimage|iso|vbs|lnk|deb|run)(?:$|[?#])/;

/** At the end of a sentence, the address takes the full stop along. */
const installer = /\.(?:exe|msi|scr|dmg|pkg|bat|cmd|ps1|apk|iso|vbs|lnk)[.,;:!]{1,3}$/;

/** Addresses with a scheme, and hosts without one that no file is named like. */
const addresses =
  /h(?:xx|tt)ps?:\/\/[^\s"'<>)\]`]{4,500}|(?<![\w@./:-])(?:[a-z\d-]{1,40}\.){1,3}(?:app|biz|br|cc|click|club|cm|co|com|dev|download|fun|help|host|icu|info|io|lat|link|live|lol|me|monster|net|nl|nz|online|org|pro|pw|quest|rest|ru|sbs|shop|site|space|store|su|tech|to|top|vip|website|win|work|xyz)(?![\w.-])(?:\/[^\s"'<>)\]`]{0,300})?|(?<![\w@./:-])(?:[a-z\d-]{1,40}\.){1,3}[a-z]{2,8}(?=\/[\w?~-])(?:\/[^\s"'<>)\]`|]{1,300})|(?<![\w@./:-])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?:\/[^\s"'<>)\]`|]{1,300})/g;

/** Programs write fields like that: `link.click`, `a.download`. */
const field = /^[a-z\d-]+\.(?:click|date|download|host|info|link|live|space|store|top|win)$/;

/** Without a scheme, a path of a file or module: `src.lib/index`. */
const notAHost =
  /^[\w-]+\.(?:md|py|js|ts|tsx|jsx|json|ya?ml|toml|txt|html?|css|rs|go|rb|java|cs|php|lock|cfg|ini|xml|csv|svg|png)\//;

/** Endings that cost next to nothing, and under which few projects live. */
const cheapEnding =
  /\.(?:bid|buzz|cam|cfd|click|cyou|date|download|fun|icu|lat|lol|men|mom|monster|pw|quest|rest|sbs|space|stream|su|top|website|win|xyz)$/;

/** Folders and channels that anyone may open, below the names of well-known vendors. */
const sharedPlaces =
  /^(?:drive\.google\.com\/(?:file|uc|drive)|(?:dl\.)?dropbox(?:usercontent)?\.com\/s|1drv\.ms\/|onedrive\.live\.com\/|t\.me\/|pan\.baidu\.com\/|disk\.yandex\.\w{2,3}\/|[\w.-]{1,80}\.s3[.-]|s3[.-][\w.-]{0,40}amazonaws|storage\.googleapis\.com\/|[\w-]{1,60}\.blob\.core\.windows\.net\/|[\w-]{1,60}\.r2\.dev\/)/;

export const unknownPage = "a page of an unknown host";

/** Addresses, in order, from which a program of an unknown maker may come. */
export function findSources(text: string, most: number): readonly Source[] {
  const found: Source[] = [];
  let seen = 0;
  for (const { 0: written, index } of text.matchAll(addresses)) {
    if (seen++ > most) break;
    const address = cutEnd(written, /[.,;:!]/);
    const hasScheme = address.startsWith("h") && /^h..ps?:/.test(address);
    if (!hasScheme && (field.test(address) || notAHost.test(address))) continue;
    const kind = kindOf(plainAddress(address));
    if (kind === undefined) continue;
    found.push({
      ...kind,
      span: { start: index, end: index + address.length },
      words: wordsOf(address),
    });
  }
  return found;
}

/** Writers who fear to be found break addresses up, and tell the reader how to mend them. */
function plainAddress(address: string): string {
  return address.replace(/^hxxp/, "http").replaceAll(/\[\.\]?|\(\.\)/g, ".");
}

function kindOf(address: string): Pick<Source, "name" | "weight" | "isAnonymous"> | undefined {
  const kind = classifyHost(address);
  const { host, path } = readAddress(address);
  const isProgram = program.test(path) || installer.test(path);
  const named = (name: string, weight: number): Pick<Source, "name" | "weight" | "isAnonymous"> => ({
    name,
    weight,
    isAnonymous: weight === 3,
  });
  switch (kind) {
    case "paste-site":
      return named("a command from a paste site", 3);
    case "raw-address":
      return { name: "a host without a name", weight: isProgram ? 5 : 3, isAnonymous: true };
    case "look-alike":
    case "shortener":
    case "file-drop":
    case "tunnel":
      return named("a disguised or anonymous source", 3);
    case "code-host":
      if (sharedPlaces.test(host + path)) return named("a shared folder of an unknown account", 2);
      return /\/releases?(?:\/|$)/.test(path) || isProgram
        ? named("a release of an unknown account", isProgram ? 2 : 1)
        : undefined;
    case "unknown":
      if (isProgram) return { name: "a program from an unknown host", weight: 3, isAnonymous: false };
      if (sharedPlaces.test(host + path)) return named("a shared folder of an unknown account", 2);
      return cheapEnding.test(host) ? named("a host with a throwaway name", 2) : named(unknownPage, 1);
    case "example":
      if (isProgram) return named("a program from an unknown host", 2);
      return /\.(?:example|test|invalid)$/.test(host) ? named(unknownPage, 1) : undefined;
    default:
      return sharedPlaces.test(host + path) ? named("a shared folder of an unknown account", 2) : undefined;
  }
}

/** Parts of names that say nothing of the tool. */
const common: ReadonlySet<string> = new Set(
  "app apps bin bridge builds cdn cli code com desktop dev dist download downloads files get github gitlab help helper host http https hub install installer io kit lab labs latest line linux mac macos main master net org page pages public raw release releases script scripts server setup site stable static storage team tool tools update win windows www".split(
    " ",
  ),
);

function wordsOf(address: string): readonly string[] {
  const { host, path } = readAddress(address);
  const all = `${host}${path}`.slice(0, 200).split(/[^a-z\d]+/);
  return [...new Set(all.filter((word) => word.length > 2 && !common.has(word)))];
}
