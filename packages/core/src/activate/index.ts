/** What a model sees when it uses a skill. */
export { expandArguments } from "./expand-arguments.ts";
export { joinArguments } from "./join-arguments.ts";
export { neutralizeMarkup } from "./neutralize-markup.ts";
export { renderActivation } from "./render-activation.ts";
export { splitArguments } from "./split-arguments.ts";
export { truncateAtLine } from "./truncate-at-line.ts";
