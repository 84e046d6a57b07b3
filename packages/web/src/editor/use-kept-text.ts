import { useEffect, useState } from "react";

export type KeptText = {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** There is something that neither the hub nor a file has. */
  readonly isUnsaved: boolean;
  readonly markSaved: () => void;
};

/** A text that survives a closed tab: the browser keeps it under a key until it is saved. Leaving with an unsaved text asks first. */
export function useKeptText(key: string, initial: string): KeptText {
  const [kept] = useState(() => readKept(key));
  const [text, setText] = useState(kept ?? initial);
  const [saved, setSaved] = useState(initial);
  const isUnsaved = text !== saved;
  useEffect(() => {
    writeKept(key, isUnsaved ? text : undefined);
  }, [key, text, isUnsaved]);
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnsaved]);
  return { text, setText, isUnsaved, markSaved: () => setSaved(text) };
}

function readKept(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function writeKept(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Browsers may forbid storage or have no room; leaving the page still asks first.
  }
}
