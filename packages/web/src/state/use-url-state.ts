import { useLocation, useSearch } from "wouter";

type Values = Readonly<Record<string, string>>;
type SetUrlState<Shape extends Values> = (
  change: Partial<Shape>,
  options?: {
    /** Adds an entry to the history, so that Back returns here. For tabs and pages, not for every key of a search. */
    readonly isStep?: boolean;
  },
) => void;

/**
 * Filters, tabs and searches live in the address, so that a link shows a colleague the same. Values that equal their default are left out, and
 * parameters of others stay.
 */
export function useUrlState<Shape extends Values>(defaults: Shape): readonly [Shape, SetUrlState<Shape>] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const set: SetUrlState<Shape> = (change, { isStep = false } = {}) => {
    // The address itself, since two changes may come before the page is drawn again.
    const next = mergeSearch(window.location.search, change, defaults);
    navigate(next === "" ? path : `${path}?${next}`, { replace: !isStep });
  };
  return [readSearch(search, defaults), set];
}

export function readSearch<Shape extends Values>(search: string, defaults: Shape): Shape {
  const params = new URLSearchParams(search);
  const entries = Object.entries(defaults).map(([name, value]) => [name, params.get(name) ?? value]);
  return Object.fromEntries(entries) as Shape;
}

export function mergeSearch<Shape extends Values>(
  search: string,
  change: Partial<Shape>,
  defaults: Shape,
): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change))
    if (value === undefined || value === defaults[name]) params.delete(name);
    else params.set(name, value);
  return params.toString();
}
