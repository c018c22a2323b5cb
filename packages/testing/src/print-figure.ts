/** Prints a measurement on a separate line, so that figures are easy to find in the output of a run. */
export function printFigure(name: string, value: number | string, bar: number | string): void {
  console.log(`figure: ${name} = ${value} (bar ${bar})`);
}
