import type { LucideIcon } from "lucide-react";
import { type ReactNode, useId } from "react";

type TileProps = { readonly icon: LucideIcon; readonly title: string; readonly children: ReactNode };

export function Tile({ icon: Icon, title, children }: TileProps): ReactNode {
  const id = useId();
  return (
    <section className="home-tile" aria-labelledby={id}>
      <h2 id={id}>
        <Icon size={16} aria-hidden />
        {title}
      </h2>
      {children}
    </section>
  );
}

export function TileNote({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className="home-tile-note">{children}</p>;
}
