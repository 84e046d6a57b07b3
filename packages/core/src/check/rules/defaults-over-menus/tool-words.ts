/** Tools with lowercase names and well-known alternatives. */
const lowercaseTools: ReadonlySet<string> = new Set(
  "argon2id argon2 bcrypt scrypt npm pnpm yarn bun pip pipenv uv poetry conda pypdf pypdf2 pdfplumber pdf2image pymupdf reportlab pandoc curl wget httpie jq yq awk rg fd docker podman kubectl helm terraform pulumi ansible pytest unittest vitest jest mocha eslint biome prettier black ruff flake8 mypy pyright pandas polars numpy httpx axios matplotlib plotly seaborn webpack vite rollup esbuild ffmpeg openpyxl xlsxwriter pydantic dataclasses zod joi redis memcached sqlite postgres mysql nginx caddy tmux screen vim nano".split(
    " ",
  ),
);

/** Capitalized words that are not tools. */
const notTools =
  /^(?:I|A|The|This|That|It|GET|POST|PUT|PATCH|DELETE|YES|NO|TRUE|FALSE|None|True|False|AND|OR|High|Medium|Low|MUST|SHOULD)$/;

export function isLowercaseTool(name: string): boolean {
  return lowercaseTools.has(name.toLowerCase());
}

/** Whether a name is that of a product: it has a capital, or is a tool known to have none. */
export function isToolName(name: string): boolean {
  if (isLowercaseTool(name)) return true;
  return (
    /^[A-Z][\w.+#-]*[a-z\d](?: [A-Z]|$)|[a-z][A-Z]|^[A-Z]{3,}[\w.-]*$/.test(name) && !notTools.test(name)
  );
}
