// RFC 3339, section 5.6 and appendix A.
const hour = "(?:[01]\\d|2[0-3])";
const minute = "[0-5]\\d";
const fractionAndOffset = `(?:\\.\\d+)?(?:[zZ]|[+-]${hour}:${minute})`;

const datePattern = /^(\d{4})-(0[1-9]|1[0-2])-(\d\d)$/;
const timePattern = new RegExp(`^${hour}:${minute}:[0-5]\\d${fractionAndOffset}$`);
const leapSecondPattern = new RegExp(`^${hour}:${minute}:60${fractionAndOffset}$`);

// The leap seconds in June are left out on purpose: Assay has never accepted them, and a change would alter verdicts.
const leapSeconds = new Set(
  [1960, 1961, 1963, 1964, 1965, 1971, 1972, 1973, 1974, 1975, 1976, 1977, 1978, 1979, 1987, 1989, 1990, 1995, 1998]
    .concat([2005, 2008, 2016])
    .map((year) => `${year}-12-31T23:59`)
    .concat("1963-10-31T23:59"),
);

export function isDate(text: string): boolean {
  const [, year, month, day] = datePattern.exec(text)?.map(Number) ?? [];
  return year !== undefined && month !== undefined && day !== undefined && day >= 1 && day <= countDays(month, year);
}

export function isTime(text: string): boolean {
  return timePattern.test(text);
}

export function isDateTime(text: string): boolean {
  const [date, separator, time] = [text.slice(0, 10), text[10], text.slice(11)];
  if (!isDate(date) || (separator !== "T" && separator !== "t")) return false;
  return timePattern.test(time) || (leapSecondPattern.test(time) && isLeapSecond(date, time));
}

const [days, hours] = [createDurationPart("Y", "M", "D"), createDurationPart("H", "M", "S")];
const durationPattern = new RegExp(`^P(?:${days}(?:T${hours})?|T${hours}|\\d+W)$`);

export function isDuration(text: string): boolean {
  return durationPattern.test(text);
}

// Only the next smaller unit can follow a unit: P1Y1M is a duration, P1Y1D is not.
function createDurationPart(large: string, middle: string, small: string): string {
  const [fromSmall, fromMiddle] = [`\\d+${small}`, `\\d+${middle}(?:\\d+${small})?`];
  return `(?:\\d+${large}(?:${fromMiddle})?|${fromMiddle}|${fromSmall})`;
}

function countDays(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isLeapSecond(date: string, time: string): boolean {
  const secondBefore = new Date(`${date}T${time.replace("60", "59")}`);
  return Number.isFinite(secondBefore.getTime()) && leapSeconds.has(secondBefore.toISOString().slice(0, 16));
}
