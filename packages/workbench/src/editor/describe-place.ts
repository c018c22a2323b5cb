import type { Workbench } from "../workbench/create-workbench.ts";
import { createSchemaLookup } from "./create-schema-lookup.ts";
import type { Mark } from "./marks.ts";

/** Creates the tooltip for a place: its diagnostics with their fixes, and its description in the rules. */
export function describePlace(offset: number, marks: readonly Mark[], workbench: Workbench): HTMLElement | undefined {
  const { session, actions } = workbench;
  const { value: checked } = session.checked;
  const { value: rules } = session.rules;
  if (!checked) return undefined;
  const box = document.createElement("div");
  box.className = "cm-hover";
  if (checked.result.kind === "unreadable") {
    for (const { message = "" } of marks) box.append(createHoverText(message));
    return marks.length > 0 ? box : undefined;
  }
  const { diagnostics } = checked.result.built.verdict;
  const indexes = [...new Set(marks.map(({ diagnostic }) => diagnostic))];
  // The reason for a rule is often its description, and two diagnostics can have the same one.
  const said = new Set<string | undefined>([undefined]);
  const say = (text: string | undefined, className: string) => {
    if (!said.has(text)) box.append(createHoverText(text ?? "", className));
    said.add(text);
  };
  for (const index of indexes) {
    const diagnostic = index === undefined ? undefined : diagnostics[index];
    if (!diagnostic || index === undefined) continue;
    const { message, why, fix, didYouMean } = diagnostic;
    say(message, "");
    say(why, "why");
    if (fix) box.append(createHoverButton("Fix", () => actions.fix(index)));
    if (didYouMean !== undefined) box.append(createHoverButton(`Yes, "${didYouMean}"`, () => actions.accept(index)));
  }
  const pointer = checked.text === workbench.text.value ? workbench.findPlaces(checked).findPointer(offset) : undefined;
  const schema =
    pointer !== undefined && rules.kind === "ready" ? createSchemaLookup(rules.document)(pointer) : undefined;
  say(schema?.description, indexes.length > 0 ? "why" : "");
  return box.childNodes.length > 0 ? box : undefined;
}

// Creates text nodes, never HTML, because messages and descriptions quote the candidate and the rules.
function createHoverText(text: string, className = ""): HTMLElement {
  const element = document.createElement("p");
  element.className = className;
  element.textContent = text;
  return element;
}

function createHoverButton(text: string, action: () => void): HTMLElement {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = text;
  element.addEventListener("click", action);
  return element;
}
