/** Removes a run of characters from the end of a text. An expression such as `/x+$/` takes quadratic time on long runs. */
export function cutEnd(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
