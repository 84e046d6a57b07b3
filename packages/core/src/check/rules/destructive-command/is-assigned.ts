const assignment = /\b(?:for|read|local|declare|typeset)[ \t]+(?:-\w+[ \t]+)?(\w+)|\b(\w+)=|\$\{(\w+):?[?=]/g;

/** Whether a shell program gives a variable a value, or stops when it is unset; each text is read once. */
export function createAssignedLookup(): (text: string, variable: string) => boolean {
  const known = new Map<string, ReadonlySet<string> | "all">();
  return (text, variable) => {
    const assigned = known.get(text) ?? assignedIn(text);
    known.set(text, assigned);
    return assigned === "all" || assigned.has(variable);
  };
}

function assignedIn(text: string): ReadonlySet<string> | "all" {
  if (/\bset[ \t]+-[a-tv-z]{0,8}u|\bset[ \t]+-o[ \t]+nounset/.test(text)) return "all";
  return new Set(
    [...text.matchAll(assignment)].map(
      ([, declared, assigned, checked]) => declared ?? assigned ?? checked ?? "",
    ),
  );
}
