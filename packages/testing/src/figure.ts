/** Prints a measurement on a line of its own, so that a run can be read for its figures. */
export function figure(name: string, value: number | string, bar: number | string): void {
  console.log(`figure: ${name} = ${value} (bar ${bar})`);
}
