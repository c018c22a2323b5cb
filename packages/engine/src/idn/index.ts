export { idn } from "./idn.ts";
