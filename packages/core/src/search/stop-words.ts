import { hashWord } from "./hash-word.ts";

/** Words that say nothing about a task. Request words ("help", "need") stay: removing them cost a point of Hit@1. */
const words = `a an and are as at be been but by for from had has have he her his i if in into is it its me my no nor not of
on or our she so than that the their them then there these they this those to too us was we were what when where which
while who whom why will with would you your yours am do does did doing done can could should shall may might must about
after again all also any because before being below between both down during each few further here how just more most off
once only other out over own same some such through under until up very im ive id ll re ve don isn doesn didn won wasn
aren s t d m`;

const list = words.split(/\s+/);

export const longestStopWord: number = Math.max(...list.map((word) => word.length));

/** A hash table with open addressing: most words are looked up, and a `Set` is slower. */
const places = new Int32Array(1024);
const lowerBits = places.length - 1;
for (const word of list) places[placeOf(hashWord(word))] = hashWord(word);

export function isStopWord(term: number): boolean {
  return places[placeOf(term)] === term;
}

function placeOf(term: number): number {
  let place = term & lowerBits;
  while (places[place] !== 0 && places[place] !== term) place = (place + 1) & lowerBits;
  return place;
}
