import type { Action } from "../../../scan/evidence.ts";

const longest = 4000;

/** Lines that set up a tool for the user: paths, completions, hooks of version managers. */
const setup =
  /^[ \t]*(?:#|$|(?:export[ \t]{1,4})?[A-Z]\w{1,60}=|set[ \t]{1,4}-g?x|fish_add_path|eval[ \t]{1,4}"?\$\([\w./${}~-]{1,60}[ \t][^|;&]{0,80}\)"?[ \t]*$|(?:source|\.)[ \t]{1,4}[^|;&]{1,120}$|\[[^|;]{1,120}\][ \t]{1,4}&&[ \t]{1,4}(?:\\?\.|source)[ \t][^|;&]{1,160}$|alias[ \t]{1,4}[\w.-]{1,40}=|autoload|compinit|complete[ \t]|bindkey|zstyle|setopt|fpath|plugins=|if[ \t]|fi\b|then\b|\w{1,40}[ \t]{1,4}(?:init|hook|completion)\b[^;&]{0,80}$)/;

/** Whether text for a startup file only does what installers of tools write there. */
export function isHarmlessSetup(content: string | undefined): boolean {
  if (content === undefined || content.length > longest || isSuspicious(content)) return false;
  return content.split("\n").every((line) => setup.test(line.slice(0, 400)));
}

/** Whether a command appends what installers write: the completion of a tool, or a path with variables in it. */
export function isSetupCommand({ source, span }: Action): boolean {
  if (span.end - span.start > 400) return false;
  const text = source.text.slice(span.start, span.end);
  if (isSuspicious(text)) return false;
  if (
    /^[\w./-]{1,60}[ \t]{1,4}(?:[\w-]{1,30}[ \t]{1,4})?(?:completions?|init|hook|shellenv|activate)\b[^;&|$`]{0,60}>>/.test(
      text,
    )
  )
    return true;
  const line =
    /^(?:echo|printf)[ \t]{1,4}(?:-e[ \t]{1,4})?(?:"((?:[^"\\]|\\.){1,300})"|'([^'\n]{1,300})')[ \t]{0,4}>>/.exec(
      text,
    );
  return (
    line !== null && isHarmlessSetup((line[1] ?? line[2] ?? "").replaceAll('\\"', '"').replaceAll("\\$", "$"))
  );
}

const suspicious =
  /\b(?:curl|wget|nc|ncat|netcat|socat|telnet|iwr|irm|iex|Invoke-(?:WebRequest|RestMethod|Expression))[ \t(]|\/dev\/(?:tcp|udp)\/|base64[ \t]{1,4}(?:-d|-D|--decode)|\beval[ \t]{1,4}["'`$][^\n]{0,40}base64|b64decode|FromBase64String|-enc(?:odedcommand)?[ \t]|\/tmp\/\.|\bexec\(|urlopen|requests\.(?:get|post)|socket\.|LD_PRELOAD|PROMPT_COMMAND=|\btrap[ \t]{1,4}["'][^\n]{1,120}["'][ \t]{1,4}(?:DEBUG|EXIT|ERR)|alias[ \t]{1,4}(?:sudo|ssh|git|ls|cd|su|docker|npm|pip)=|>[ \t]{0,4}\/dev\/null[ \t]{1,4}2>&1[ \t]{1,4}&/i;

/** Whether text that starts by itself talks to the network, hides or listens. */
export function isSuspicious(content: string | undefined): boolean {
  return content !== undefined && suspicious.test(content.slice(0, longest));
}
