/** SHA-256 of a text's UTF-8 bytes, as 64 hexadecimal digits. */
export type Sha256 = (text: string) => string;
