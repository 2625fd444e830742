/** Options of the parser of multipart forms. */

/**
 * `fileHwm`: how much of a part is kept that its reader has not taken, in bytes. The parser stops there, and it never goes on
 * after the end of a part that it skips, such as one without a name: so this is more than arrives at once.
 */
export const multipartOptions = { throwFileSizeLimit: false, fileHwm: 256 * 1024 } as const;
