/** Goes to the verdict. No link could: the fragment of the address may name an example. */
export function showResults(): void {
  const results = document.getElementById("results");
  results?.focus({ preventScroll: true });
  results?.scrollIntoView();
}
