import type { Json } from "@assay/contract";
import { dropPlace, listPlaces } from "./mutate-json.ts";

/** Removes members and items of a document, one by one, as long as the result still `fails`. */
export function shrinkJson(document: Json, fails: (smaller: Json) => boolean): Json {
  let smallest = document;
  let count = 0;
  do {
    count = listPlaces(smallest).length;
    for (let index = 0; index < listPlaces(smallest).length; ) {
      const smaller = structuredClone(smallest);
      const place = listPlaces(smaller)[index];
      if (place) dropPlace(place);
      if (fails(smaller)) smallest = smaller;
      else index += 1;
    }
  } while (listPlaces(smallest).length < count);
  return smallest;
}
