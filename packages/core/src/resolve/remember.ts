/** Caches a predicate's answers. */
export function remember(answer: (question: string) => boolean): (question: string) => boolean {
  const known = new Map<string, boolean>();
  return (question) => {
    const before = known.get(question);
    if (before !== undefined) return before;
    const now = answer(question);
    known.set(question, now);
    return now;
  };
}
