import { type ReactNode, useEffect } from "react";
import { useMe } from "../api/use-me.ts";
import "./page.css";

type PageProps = {
  /** The heading, and the title of the browser's tab. */
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** The frame of every page: title, one sentence, actions, content. */
export function Page({ title, description, actions, children }: PageProps): ReactNode {
  const hub = useMe()?.hub.name ?? "Skillwright";
  useEffect(() => {
    document.title = `${title} · ${hub}`;
  }, [title, hub]);
  return (
    <div className="page">
      <header className="page-head">
        <div className="page-title">
          <h1>{title}</h1>
          {description !== undefined && <p className="soft">{description}</p>}
        </div>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
