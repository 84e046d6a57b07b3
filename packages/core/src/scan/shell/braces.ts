/** Expands `{a,b}` and `{1..3}` in the text of a word, quotes and expansions left as they are. */
export function expandBraces(text: string, limit: number): readonly string[] {
  let pending = [text];
  const done: string[] = [];
  while (pending.length > 0 && done.length < limit) {
    const next: string[] = [];
    for (const word of pending) {
      const brace = done.length + next.length < limit ? findBrace(word) : undefined;
      if (!brace) done.push(word);
      else
        for (const choice of brace.choices.slice(0, limit))
          next.push(word.slice(0, brace.start) + choice + word.slice(brace.end));
    }
    pending = next.slice(0, limit);
  }
  return done;
}

type Brace = { readonly start: number; readonly end: number; readonly choices: readonly string[] };

/** Longest word whose braces are expanded. */
const maxLength = 4096;

function findBrace(text: string): Brace | undefined {
  if (text.length > maxLength) return undefined;
  const opened: { start: number; commas: number[] }[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "\\") at++;
    else if (character === "'" || character === '"') at = closingQuote(text, at);
    else if (character === "{" && text[at - 1] !== "$") opened.push({ start: at, commas: [] });
    else if (character === ",") opened.at(-1)?.commas.push(at);
    else if (character === "}") {
      const brace = opened.pop();
      const choices = brace && choicesOf(text, brace, at);
      if (brace && choices) return { start: brace.start, end: at + 1, choices };
    }
  }
  return undefined;
}

function closingQuote(text: string, at: number): number {
  const close = text.indexOf(text[at] ?? "", at + 1);
  return close === -1 ? text.length : close;
}

function choicesOf(
  text: string,
  { start, commas }: { readonly start: number; readonly commas: readonly number[] },
  end: number,
): readonly string[] | undefined {
  if (commas.length === 0) return sequence(text.slice(start + 1, end));
  const bounds = [start, ...commas, end];
  return bounds.slice(1).map((bound, index) => text.slice((bounds[index] ?? start) + 1, bound));
}

function sequence(text: string): readonly string[] | undefined {
  const numbers = /^(-?\d{1,6})\.\.(-?\d{1,6})$/.exec(text);
  const letters = /^([A-Za-z])\.\.([A-Za-z])$/.exec(text);
  const [first, last] = numbers
    ? [Number(numbers[1]), Number(numbers[2])]
    : [letters?.[1]?.charCodeAt(0), letters?.[2]?.charCodeAt(0)];
  if (first === undefined || last === undefined) return undefined;
  const step = first <= last ? 1 : -1;
  const count = Math.min(Math.abs(last - first) + 1, 64);
  return Array.from({ length: count }, (_, index) => {
    const value = first + index * step;
    return numbers ? String(value) : String.fromCharCode(value);
  });
}
