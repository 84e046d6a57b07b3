import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const command = ["check", "examples/drafts"];

/** docs/images/check.svg: the real output of the command on the example draft, in color. */
export function generatePicture() {
  const { stdout } = spawnSync(
    process.execPath,
    ["--conditions=@skillwright/source", "packages/cli/src/start.ts", ...command],
    { cwd: root, encoding: "utf8", env: { ...process.env, FORCE_COLOR: "1", COLUMNS: "88", NO_COLOR: "" } },
  );
  const lines = [`\u001b[1m$ skillwright ${command.join(" ")}\u001b[22m`, ...stdout.trimEnd().split("\n")];
  return [{ path: "docs/images/check.svg", content: toSvg(lines) }];
}

const characterWidth = 8.4;
const lineHeight = 19;
const margin = 20;

function toSvg(lines) {
  const columns = Math.max(
    ...lines.map((line) => spansOf(line).reduce((total, span) => total + span.text.length, 0)),
  );
  const width = Math.ceil(columns * characterWidth + 2 * margin);
  const height = lines.length * lineHeight + 2 * margin;
  const rows = lines.map((line, index) => {
    const y = margin + 14 + index * lineHeight;
    let x = margin;
    const parts = spansOf(line).map(({ text, style }) => {
      const part = `<tspan x="${x.toFixed(1)}"${style}>${escapeXml(text)}</tspan>`;
      x += text.length * characterWidth;
      return part;
    });
    return `<text y="${y}" xml:space="preserve">${parts.join("")}</text>`;
  });
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Output of skillwright check">`,
    `<rect width="100%" height="100%" rx="8" fill="#0f172a"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="#e2e8f0">`,
    ...rows,
    "</g>",
    "</svg>",
  ].join("\n")}\n`;
}

const colors = { 31: "#f87171", 32: "#4ade80", 33: "#facc15", 34: "#60a5fa" };

/** Spans of uniform style; handles only the escape sequences that our reporter writes. */
function spansOf(line) {
  const spans = [];
  let look = {};
  for (const [, codes, text] of line.matchAll(/(?:\u001b\[([\d;]*)m)?([^\u001b]*)/g)) {
    if (codes !== undefined) look = nextLook(look, codes);
    if (text !== "") spans.push({ text, style: styleOf(look) });
  }
  return spans;
}

function nextLook(look, code) {
  if (code === "22") return { ...look, bold: false, dim: false };
  if (code === "24") return { ...look, underline: false };
  if (code === "39") return { ...look, color: undefined };
  if (code === "1") return { ...look, bold: true };
  if (code === "2") return { ...look, dim: true };
  if (code === "4") return { ...look, underline: true };
  return { ...look, color: colors[code] };
}

function styleOf({ bold, dim, underline, color }) {
  const parts = [
    bold ? ' font-weight="bold"' : "",
    underline ? ' text-decoration="underline"' : "",
    dim ? ' fill="#94a3b8"' : "",
    color && !dim ? ` fill="${color}"` : "",
  ];
  return parts.join("");
}

function escapeXml(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
