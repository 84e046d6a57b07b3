import { type ReactNode, useEffect, useRef } from "react";
import "./markdown.css";
import { renderMarkdown } from "./render-markdown.ts";

/** Text of a skill's author. It cannot run code, load anything, or look like a part of the dashboard. */
export function Markdown({ text }: { readonly text: string }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.replaceChildren(renderMarkdown(text)), [text]);
  return <div ref={place} className="markdown" />;
}
