/** The forms in which texts use a word: plural, third person, past and participles, in American and British spelling. */
export function formsOf(word: string): readonly string[] {
  if (word.length < 3 || !/^[a-z-]+$/.test(word)) return [word];
  const own = irregular.get(word);
  const forms = [word, ...endingsOf(word), ...(own ?? [])];
  return /iz(?:e|ed|es|ing|ation|ations)$/.test(word) || word.endsWith("ize")
    ? [...forms, ...forms.map((form) => form.replace(/iz(?=e|ed|es|ing|ation)/, "is"))]
    : forms;
}

function endingsOf(word: string): readonly string[] {
  const last = word.at(-1) ?? "";
  if (/[^aeiou]y$/.test(word)) {
    const stem = word.slice(0, -1);
    return [`${stem}ies`, `${stem}ied`, `${word}ing`];
  }
  if (last === "e") return [`${word}s`, `${word}d`, `${word.slice(0, -1)}ing`];
  const plural = /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
  const forms = [plural, `${word}ed`, `${word}ing`];
  return /[^aeiou][aeiou][bdgklmnprtv]$/.test(word)
    ? [...forms, `${word}${last}ed`, `${word}${last}ing`]
    : forms;
}

const irregular: ReadonlyMap<string, readonly string[]> = new Map(
  `send sent|tell told|hide hid hidden|run ran|keep kept|write wrote written|say said|take took taken|show shown|give gave given|get got
  gotten|forget forgot forgotten|leave left|choose chose chosen|override overrode overridden|know knew known|see saw seen|hear heard|think
  thought|bring brought|speak spoke spoken|do did done does|go went gone goes|begin began begun|make made|put puts putting|set sets
  setting|let lets letting|read reads|shed sheds|cut cuts cutting|find found|feed fed|steal stole stolen|bind bound|lift lifted|lay laid|hold
  held|stand stood|mean meant|lose lost|teach taught|withhold withheld|withdraw withdrew withdrawn|rewrite rewrote rewritten|come came|become
  became|wake woke woken|fall fell fallen|rise rose risen|win won|forgo forwent forgone|overwrite overwrote overwritten|stick stuck|buy
  bought|pay paid|lie lied lying|die died dying|eat ate eaten|be is are was were been being|have has had having|criterion criteria|can
  could|may might|will would|shall should|undo undid undone|outrun outran|seek sought|catch caught|ship shipped shipping|quit quits
  quitting|spread spreads|shut shuts shutting|grow grew grown|draw drew drawn|break broke broken|swear swore sworn|person people|index indices`
    .split("|")
    .map((line) => {
      const [base = "", ...forms] = line.trim().split(/\s+/);
      return [base, forms] as const;
    }),
);
