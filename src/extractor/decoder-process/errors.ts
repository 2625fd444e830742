/** How a reading can fail. None of them quotes the file. */

/** A file that takes more time or memory than any honest one, or that ended the process that read it. */
export class ReadingEnded extends Error {
  override readonly name = 'ReadingEnded';
}

/**
 * The process that read the file ended for another reason than the time this file takes: memory that files before it
 * had taken, a lack of memory on the machine, an operator. Another process may well read it.
 */
export class ReaderLost extends Error {
  override readonly name = 'ReaderLost';
  constructor(
    /** Whether it had begun with the file. */
    readonly begun: boolean,
  ) {
    super();
  }
}

/** No process could be started, or none was free in time: nothing can be said of the file. */
export class RoomUnavailable extends Error {
  override readonly name = 'RoomUnavailable';
}

/** The file was looked at and is not read; the message is fit for the caller. */
export class Refused extends Error {
  override readonly name = 'Refused';
}
