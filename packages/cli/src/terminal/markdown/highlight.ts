import type { Theme } from "../style.ts";
import { type Run, unpainted } from "./runs.ts";

/** Highlights comments, strings, numbers and keywords in known languages. */
export function highlight(code: string, label: string | undefined, theme: Theme): Run[] {
  const language = findLanguage(label);
  if (!language) return [{ text: code, paint: unpainted }];
  const { comment, keywords } = language;
  const pattern = new RegExp(`(?<comment>${comment})|${rest}`, "gu");
  const runs: Run[] = [];
  let at = 0;
  for (const match of code.matchAll(pattern)) {
    const paint = paintOf(match.groups ?? {}, keywords, theme);
    if (paint === undefined) continue;
    runs.push({ text: code.slice(at, match.index), paint: unpainted }, { text: match[0], paint });
    at = match.index + match[0].length;
  }
  return [...runs, { text: code.slice(at), paint: unpainted }];
}

// Limit string length, so that an unclosed quote stays cheap and uncolored.
const string = `"""[^]*?(?:"""|$)|"(?:\\\\.|[^"\\\\\\n]){0,400}"|'(?:\\\\.|[^'\\\\\\n]){0,400}'`;
const word = "[\\p{L}_$][\\p{L}\\p{N}_-]*";
const number = "\\d[\\d_]*(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|0x[\\da-fA-F]+";
const rest = `(?<string>${string})|(?<word>${word})|(?<number>${number})`;

type Groups = Readonly<Record<string, string | undefined>>;

function paintOf(groups: Groups, keywords: ReadonlySet<string>, theme: Theme): Run["paint"] | undefined {
  if (groups.comment !== undefined) return theme.comment;
  if (groups.string !== undefined) return theme.string;
  if (groups.number !== undefined) return theme.number;
  return keywords.has(groups.word ?? "") ? theme.keyword : undefined;
}

type Language = { readonly comment: string; readonly keywords: ReadonlySet<string> };

/** The language of a fenced block by the first word after its fence, if known. */
function findLanguage(label: string | undefined): Language | undefined {
  const name = /^[\w+#-]+/.exec(label ?? "")?.[0].toLowerCase();
  return families.find(({ names }) => name !== undefined && names.has(name));
}

type Family = Language & { readonly names: ReadonlySet<string> };

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

// `#` only after whitespace: `$#` and `a#b` are not comments.
const hash = "(?<![^\\s])#.*";
// Not after a colon: `https://` is not a comment.
const slashes = "(?<!:)//.*|/\\*[^]*?(?:\\*/|$)";
const dashes = "--.*";

const families: readonly Family[] = [
  {
    names: words("sh bash shell zsh fish console powershell ps1 pwsh dockerfile docker makefile make"),
    comment: hash,
    keywords: words(
      "if then elif else fi for while until do done case esac function return export local set exit trap source sudo cd",
    ),
  },
  {
    names: words("python py python3 ruby rb elixir perl r"),
    comment: hash,
    keywords: words(
      "and as assert async await begin break class continue def del do elif else end ensure except False finally for from global if import in is lambda module nil None nonlocal not or pass raise require rescue return self then True try unless until while with yield",
    ),
  },
  {
    names: words("yaml yml toml ini conf properties hcl terraform tf nix"),
    comment: hash,
    keywords: words("true false null yes no on off resource variable module provider output data"),
  },
  {
    names: words("json json5 jsonc"),
    comment: slashes,
    keywords: words("true false null"),
  },
  {
    names: words(
      "js javascript jsx mjs ts typescript tsx java kotlin kt c cpp c++ h hpp cs csharp c# go golang rust rs swift scala dart php groovy css scss proto graphql",
    ),
    comment: slashes,
    keywords: words(
      "abstract as async await bool boolean break case catch chan char class const continue default defer delete do double else enum export extends false final finally float fn for from func function go if impl implements import in instanceof int interface let loop map match mod mut namespace new nil null number of override package private protected pub public range return self static string struct super switch this throw throws trait true try type typeof undefined use using val var void where while yield",
    ),
  },
  {
    names: words("sql postgresql psql mysql lua haskell hs"),
    comment: dashes,
    keywords: words(
      "select from where join left right inner outer on group by order having limit insert into values update set delete create table alter drop index view as and or not null is in exists case when then else end distinct union all with primary key references default SELECT FROM WHERE JOIN LEFT RIGHT INNER OUTER ON GROUP BY ORDER HAVING LIMIT INSERT INTO VALUES UPDATE SET DELETE CREATE TABLE ALTER DROP INDEX VIEW AS AND OR NOT NULL IS IN EXISTS CASE WHEN THEN ELSE END DISTINCT UNION ALL WITH PRIMARY KEY REFERENCES DEFAULT local function return if do for while",
    ),
  },
];
