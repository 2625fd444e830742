/** Errors of a reading. None of them quotes the file. */

/** A file that exceeded the time or memory limit, or crashed its process. */
export class DecodingEnded extends Error {
  override readonly name = 'DecodingEnded';
}

/**
 * The process ended for a reason other than this file's time: memory of earlier files, a lack of memory on the machine, an
 * operator. Another process may be able to read the file.
 */
export class DecoderLost extends Error {
  override readonly name = 'DecoderLost';
  constructor(
    /** True when it had started the file. */
    readonly begun: boolean,
  ) {
    super();
  }
}

/** No process could be started, or none was free in time. */
export class DecodersUnavailable extends Error {
  override readonly name = 'DecodersUnavailable';
}

/** The file was rejected; the message is fit for the caller. */
export class Refused extends Error {
  override readonly name = 'Refused';
}
