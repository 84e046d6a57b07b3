import type { JsonObject } from "@skillwright/core/text";
import type { Clock } from "../../clock.ts";
import type { Executor } from "../create-tool.ts";
import { calledAs } from "./called-as.ts";
import type { WriteInput } from "./definitions.ts";
import { type FilePlaces, placeToWrite } from "./file-places.ts";
import { writeInside } from "./write-inside.ts";

export function createWrite(places: FilePlaces, { createId }: Clock): Executor<WriteInput, JsonObject> {
  return async ({ path, content }, call) => {
    const real = placeToWrite(path, call, places);
    const bytes = new TextEncoder().encode(content);
    const { created } = calledAs(path, () => writeInside(real, bytes, { createId }));
    return { path, bytes_written: bytes.length, created };
  };
}
