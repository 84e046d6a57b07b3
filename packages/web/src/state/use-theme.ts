import { useState } from "react";

const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const key = "skillwright-theme";

/** Applies the theme that the user chose earlier. `system` follows the operating system. */
export function applyTheme(theme: Theme = readTheme()): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(readTheme);
  const choose = (next: Theme): void => {
    applyTheme(next);
    setTheme(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // Browsers may forbid storage; the choice then lasts until the page is closed.
    }
  };
  return [theme, choose];
}

function readTheme(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(key)) ?? "system";
  } catch {
    return "system";
  }
}
