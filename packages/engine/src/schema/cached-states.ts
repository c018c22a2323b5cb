/** The part of a program of RE2JS in which it remembers the states that strings led to. */
interface States {
  stateBudget: number;
  memBudget: number;
  clearCache(): void;
}

// RE2JS would remember up to eight megabytes for each pattern, and is slowest where it keeps finding new states.
const maxBytes = 65_536;
const maxBytesOfAll = 8_388_608;

// The patterns that remember anything. They are not kept for that, and one that is gone counts until all have to forget.
let remembering = new Set<WeakRef<States>>();
let bytesOfAll = 0;

/**
 * Bounds what a pattern remembers of strings, and what all patterns remember together: then all of them forget. It makes
 * no difference to what they answer, nor to the steps that this takes.
 */
export function boundCachedStates(
  program: { readonly dfa: States },
  test: (text: string) => boolean,
): (text: string) => boolean {
  const states = program.dfa;
  Object.assign(states, { stateBudget: maxBytes, memBudget: maxBytes });
  const itself = new WeakRef(states);
  return (text) => {
    const before = states.memBudget;
    const matches = test(text);
    bytesOfAll += before - states.memBudget;
    if (states.memBudget < maxBytes) remembering.add(itself);
    if (bytesOfAll > maxBytesOfAll) forget();
    return matches;
  };
}

function forget(): void {
  for (const each of remembering) each.deref()?.clearCache();
  remembering = new Set();
  bytesOfAll = 0;
}
