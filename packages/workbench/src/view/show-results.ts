/** Goes to the verdict. A link would add a step to the browser's history. */
export function showResults(): void {
  const results = document.getElementById("results");
  results?.focus({ preventScroll: true });
  results?.scrollIntoView();
}
