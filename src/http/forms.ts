/** Options of the parser of multipart forms. */

/**
 * `fileHwm`: how many bytes of a part are buffered before the parser pauses. After the end of a part that it skips, such as
 * one without a name, it never resumes: so this is more than arrives at once.
 */
export const multipartOptions = { throwFileSizeLimit: false, fileHwm: 256 * 1024 } as const;
