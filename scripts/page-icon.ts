/** The icon of all pages. */
export const pageIcon: string = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Assay</title><defs>',
  '<radialGradient id="g" cx=".35" cy=".3" r=".8"><stop offset="0" stop-color="#fbe3a8"/>',
  '<stop offset=".45" stop-color="#e0a030"/><stop offset="1" stop-color="#7d4f00"/></radialGradient></defs>',
  '<circle cx="16" cy="16" r="15" fill="url(#g)"/></svg>',
].join("");
