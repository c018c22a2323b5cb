import { isIdnHostname } from "idn-hostname";
import type { Idn } from "../schema/formats.ts";

/** Domain names by UTS #46 and IDNA 2008, for the formats `hostname`, `idn-hostname` and `idn-email`. */
export const idn: Idn = { isHostname: isIdnHostname };
