export type Language = { readonly comment: string; readonly keywords: ReadonlySet<string> };

/** The language of a fenced block by the first word after its fence, if known. */
export function findLanguage(label: string | undefined): Language | undefined {
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
