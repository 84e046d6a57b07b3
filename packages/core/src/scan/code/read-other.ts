import type { Span } from "../../text/span.ts";
import type { Action, Carried, ReadActions, ScannedText } from "../evidence.ts";
import { readNested } from "../read-nested.ts";

// Ruby, Perl, PHP and others have no grammar here: calls are found by their names and the texts that follow them.

const calls =
  /(?<![\w$])(?:(system|exec|popen[23]?|shell_exec|passthru|proc_open|qx|spawn|execute|sh(?=[ \t(]{1,4}["'])|inline:)|(eval|instance_eval|assert|loadstring)|(TCPSocket\.(?:new|open)|fsockopen|pfsockopen|stream_socket_client|socket\.connect|net\.Dial))(?<=:|\b)\s{0,4}/g;

/** More calls of one text are not read. */
const maxCalls = 2000;

/** What a program in a language without a grammar does, as far as its calls with constant texts show. */
export function readOther(source: ScannedText, read: ReadActions): readonly Action[] {
  const actions: Action[] = [];
  let left = maxCalls;
  for (const match of source.text.matchAll(calls)) {
    if (left-- === 0) break;
    const [whole, run, evaluation, connection] = match;
    const end = match.index + whole.length;
    const rest = source.text.slice(end, end + 2000);
    const given = firstText(rest);
    const span: Span = { start: match.index, end: end + (given?.length ?? 0) };
    const base = { source, span, setting: "program", language: source.language, isQuoted: false } as const;
    if (run !== undefined && given !== undefined)
      actions.push(...readNested({ ...base, carries: [] }, { text: given, language: "shell" }, read));
    else if (evaluation !== undefined)
      actions.push({
        ...base,
        kind: "evaluate",
        means: evaluation,
        carries: labelsIn(rest.split("\n", 1)[0] ?? ""),
      });
    else if (connection !== undefined)
      actions.push({ ...base, kind: "connect", direction: "send", address: given, carries: [] });
  }
  return actions;
}

/** The quoted text at the start of arguments. */
function firstText(rest: string): string | undefined {
  const open = rest.search(/[^\s([{]/);
  const quote = rest[open];
  if (quote !== '"' && quote !== "'" && quote !== "`") return undefined;
  const close = rest.indexOf(quote, open + 1);
  return close === -1 ? undefined : rest.slice(open + 1, close);
}

function labelsIn(line: string): readonly Carried[] {
  const labels: Carried[] = [];
  if (/base64|unpack|pack\b|rot13|gzinflate|hex2bin|decode/i.test(line))
    labels.push({ label: "decoded", from: "a decoded text" });
  if (/https?:|open-uri|URI|LWP|file_get_contents|curl|fetch/i.test(line))
    labels.push({ label: "remote", from: "a download" });
  return labels;
}
