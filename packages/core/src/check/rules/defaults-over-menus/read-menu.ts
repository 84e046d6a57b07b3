export type Menu = { readonly start: number; readonly end: number; readonly choices: readonly string[] };

/** The tools that a sentence offers as equal choices; undefined if it offers none, or if it or the next says how to choose. */
export function readMenu(sentence: string, next: string): Menu | undefined {
  const opening = openings.exec(sentence);
  if (!opening || decided.test(sentence) || defaulted.test(next)) return undefined;
  const start = opening.index + (opening[1]?.length ?? 0);
  const listed = opening.index + opening[0].length;
  const rest = sentence.slice(listed);
  const joint = / *,?\s+(?:or|and)\s+/.exec(rest);
  const last = joint && lastChoice.exec(rest.slice(joint.index + joint[0].length))?.[0];
  if (!joint || !last) return undefined;
  const choices = [...rest.slice(0, joint.index).split(/,\s+/), last];
  const isBetween = /between|among/.test(opening[0]);
  if ((joint[0].includes("and") && !isBetween) || !isMenu(choices, sentence.slice(0, start)))
    return undefined;
  const end = listed + joint.index + joint[0].length + last.length;
  return { start, end, choices: choices.filter(isTool).map((choice) => plainName(choice) ?? choice) };
}

const openings =
  /(^|[\s(*_])(?:(?:you\s+(?:can|may|could)\s+)?(?:use|try)\s+(?:either\s+)?|(?:choose|pick)\s+(?:either|between|among)\s+)(?!either\b)/i;

/** Words that mean the sentence says how to choose, leaves the choice to the user, or is not an instruction. */
const decided =
  /\b(?:when|if|unless|depend\w*|based on|which\w*|whatever|according|respectively|otherwise|prefer\w*|default\w*|recommend\w*|instead|fall ?back|first|chosen|appropriate|configured|requested|already|existing|ask\w*|not|never|cannot|avoid|without|should I|e\.g|such as|like|example|whether|user's|matches|equivalent|cases?|about to)\b|n['’]t\b|\?/i;

/** The next sentence may still name the default. */
const defaulted =
  /^[^\n]{0,120}\b(?:default|prefer|recommend|start with|fall ?back|if unsure|unless|reserve)/i;

const lastChoice =
  /^(?:`[^`\n]+`|\*\*[^*\n]+\*\*|\[[^\]\n]+\]\([^)\n]*\)|[\w.+#@-]*\w(?: [A-Z][\w.+#-]*){0,2})/;

/** Three or more choices that include two tools, or exactly two tools in a sentence that opens with the instruction. */
function isMenu(choices: readonly string[], before: string): boolean {
  const [first = ""] = choices;
  if (choices.length === 2) return choices.every(isTool) && /^[\s*_(]*$|[,:]\s*$/.test(before);
  const areNames = choices.slice(0, -1).every((choice) => plainName(choice) !== undefined);
  return areNames && isTool(first) && choices.filter(isTool).length >= 2;
}

function isTool(choice: string): boolean {
  const name = plainName(choice);
  if (name === undefined) return false;
  // Code spans contain values and functions as often as tools.
  return choice.trim().startsWith("`") ? isLowercaseTool(name) : isToolName(name);
}

/** The name in a choice, without markup; undefined for anything longer than a name. */
function plainName(choice: string): string | undefined {
  const marked = /^(?:`([^`]+)`|\*\*([^*]+)\*\*|\[`?([^\]`]+)`?\]\([^)]*\))$/.exec(choice.trim());
  const name = marked?.[1] ?? marked?.[2] ?? marked?.[3] ?? choice.trim();
  return /^[\w.+#@/-]+(?: [A-Z][\w.+#-]*){0,2}$/.test(name) ? name : undefined;
}

/** Tools with lowercase names and well-known alternatives. */
const lowercaseTools: ReadonlySet<string> = new Set(
  "argon2id argon2 bcrypt scrypt npm pnpm yarn bun pip pipenv uv poetry conda pypdf pypdf2 pdfplumber pdf2image pymupdf reportlab pandoc curl wget httpie jq yq awk rg fd docker podman kubectl helm terraform pulumi ansible pytest unittest vitest jest mocha eslint biome prettier black ruff flake8 mypy pyright pandas polars numpy httpx axios matplotlib plotly seaborn webpack vite rollup esbuild ffmpeg openpyxl xlsxwriter pydantic dataclasses zod joi redis memcached sqlite postgres mysql nginx caddy tmux screen vim nano".split(
    " ",
  ),
);

/** Capitalized words that are not tools. */
const notTools =
  /^(?:I|A|The|This|That|It|GET|POST|PUT|PATCH|DELETE|YES|NO|TRUE|FALSE|None|True|False|AND|OR|High|Medium|Low|MUST|SHOULD)$/;

function isLowercaseTool(name: string): boolean {
  return lowercaseTools.has(name.toLowerCase());
}

/** Whether a name is that of a product: it has a capital, or is a tool known to have none. */
function isToolName(name: string): boolean {
  if (isLowercaseTool(name)) return true;
  return (
    /^[A-Z][\w.+#-]*[a-z\d](?: [A-Z]|$)|[a-z][A-Z]|^[A-Z]{3,}[\w.-]*$/.test(name) && !notTools.test(name)
  );
}
