/** `i g n o r e` and `i-g-n-o-r-e` as words; without a wider gap between words, known words separate them. */
export function joinSpacedLetters(text: string): string {
  if (!mayBeSpaced.test(text)) return text;
  return text.replace(spaced, (run) =>
    run
      .split(/[ \t]{2,}|[ ]?[/|][ ]?|_{2,}|-{2,}/)
      .map((word) => separate(word.replace(/[^A-Za-z]/g, "")))
      .join(" "),
  );
}

const mayBeSpaced = /[A-Za-z][ ._-][A-Za-z][ ._-][A-Za-z][ ._-][A-Za-z](?![A-Za-z])/;
const spaced = /(?<![A-Za-z])[A-Za-z](?:[ ._|/-]{1,4}[A-Za-z](?![A-Za-z])){3,400}/g;

/** Words of orders; longer ones first, so that they win. */
const words: readonly string[] = (
  "ignore disregard forget override bypass all any the your previous prior earlier above system instructions instruction prompt rules rule guidelines safety " +
  "do not never tell user users about this that and or to from of in on with without send upload post copy read run execute reveal secret secrets key keys " +
  "api token tokens password passwords credentials file files env data now you are must always new mode developer hide output print show conversation history"
)
  .split(" ")
  .sort((a, b) => b.length - a.length);

function separate(letters: string): string {
  const small = letters.toLowerCase();
  const found: string[] = [];
  for (let at = 0; at < small.length; ) {
    const word = words.find((one) => small.startsWith(one, at));
    if (word === undefined) return letters;
    found.push(word);
    at += word.length;
  }
  return found.join(" ");
}
