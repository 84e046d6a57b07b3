import type { MemoryFile } from "../packages/core/src/fs/memory.ts";

export type RuleExample = Record<string, MemoryFile>;

/**
 * The files under the `## Bad` or `## Good` heading of a rule's README. Each fence names its file:
 * ```` ```sh file=greet/scripts/run.sh executable ````; `bom` puts a byte order mark before the text, and `\u{…}`
 * in a fence marked `escapes` means that character. A line that ends in `{repeat N}` means N such lines.
 */
export function readExample(readme: string, heading: "Bad" | "Good"): RuleExample {
  const section = readme.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const files: RuleExample = {};
  for (const [, , info = "", body = ""] of section.matchAll(/^(`{3,})([^\n]*)\n([\s\S]*?)^\1$/gm)) {
    const path = /file=(\S+)/.exec(info)?.[1];
    if (path === undefined) continue;
    const repeated = body.replace(/^(.*)\{repeat (\d+)\}$/gm, (_, line: string, times: string) =>
      Array(Number(times)).fill(line).join("\n"),
    );
    const text = /\bescapes\b/.test(info) ? readEscapes(repeated) : repeated;
    const content = (/\bbom\b/.test(info) ? "\uFEFF" : "") + text;
    files[path] = { content, executable: /\bexecutable\b/.test(info) };
  }
  return files;
}

function readEscapes(text: string): string {
  return text.replace(/\\u\{([0-9a-f]+)\}/gi, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
}
