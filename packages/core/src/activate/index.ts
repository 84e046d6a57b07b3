/** What a model sees when it uses a skill. */

export { neutralizeMarkup } from "../prompt/markup.ts";
export { truncateAtLine } from "../text/utf8.ts";
export { joinArguments, splitArguments } from "./arguments.ts";
export { expandArguments } from "./expand-arguments.ts";
export { renderActivation } from "./render-activation.ts";
