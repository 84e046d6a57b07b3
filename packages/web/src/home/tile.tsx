import type { LucideIcon } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "../ui/link.tsx";

type TileProps = {
  readonly icon: LucideIcon;
  readonly title: string;
  /** Where to do something about it. */
  readonly href: string;
  readonly children: ReactNode;
};

export function Tile({ icon: Icon, title, href, children }: TileProps): ReactNode {
  const id = useId();
  return (
    <section className="home-tile" aria-labelledby={id}>
      <h2 id={id}>
        <Icon size={16} aria-hidden />
        <Link href={href}>{title}</Link>
      </h2>
      {children}
    </section>
  );
}

export function TileNote({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className="home-tile-note">{children}</p>;
}
