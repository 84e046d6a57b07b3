import { condenseText } from "./condense-text.ts";
import { identifyLanguage } from "./identify-language.ts";
import { type Opening, reportUnread, type Source } from "./opening.ts";
import { isProgram, roleOf } from "./role-of.ts";

/** Adds a text and what is embedded in it. */
export function openText(source: Source, text: string, opening: Opening): void {
  if (text.trim() === "") return;
  const { path, isReached, isNamed } = source;
  const condensed = condenseText(text);
  if (condensed.isCut) reportUnread(opening, source, "too-large");
  const { language, isDisguised } = identifyLanguage(path, condensed.text);
  const disguise = source.disguise ?? disguiseOf({ isDisguised, isPadded: condensed.isPadded });
  opening.texts.push({
    text: condensed.text,
    language,
    role: roleOf({ path, language, isNamed }),
    path,
    isReached,
    // Only a program has a reason to be in an unusual encoding.
    disguise: disguise === "unusual-encoding" && !isProgram(language) ? undefined : disguise,
    placeOf: (span) => source.placeOf(condensed.originOf(span)),
  });
}

function disguiseOf({
  isDisguised,
  isPadded,
}: {
  readonly isDisguised: boolean;
  readonly isPadded: boolean;
}): Source["disguise"] {
  if (isDisguised) return "wrong-extension";
  return isPadded ? "padding" : undefined;
}
