import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { useMay, useMe } from "../api/use-me.ts";
import iconUrl from "../icon.svg";
import { pages } from "../pages.ts";
import { Link } from "../ui/link.tsx";

export function Brand(): ReactNode {
  const name = useMe()?.hub.name ?? "Skillwright";
  return (
    <Link href="/" className="brand">
      <img src={iconUrl} alt="" />
      <span className="clip">{name}</span>
    </Link>
  );
}

/** The pages that the user may see. */
export function Navigation(): ReactNode {
  const [path] = useLocation();
  const may = useMay();
  const shown = pages.flatMap(({ icon, needs, ...page }) =>
    icon !== undefined && (needs === undefined || may(needs)) ? [{ ...page, Icon: icon }] : [],
  );
  return (
    <nav className="nav" aria-label="Pages">
      {[...Map.groupBy(shown, ({ group }) => group)].map(([group, entries]) => (
        <div key={group ?? ""} className="nav-group">
          {group !== undefined && <p className="nav-title">{group}</p>}
          {entries.map(({ path: target, title, Icon }) => (
            <Link
              key={target}
              href={target}
              className="nav-link"
              {...(isInside(path, target) && { "aria-current": "page" })}
            >
              <Icon size={16} aria-hidden />
              {title}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}

/** `/skills/pdf` is inside `/skills`; only the start page itself is inside `/`. */
function isInside(path: string, target: string): boolean {
  return path === target || (target !== "/" && path.startsWith(`${target}/`));
}
