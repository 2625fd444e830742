/** How a reading can fail. None of them quotes the file. */

/** A file that takes more time or memory than any honest one, or that ended the process that read it. */
export class ReadingEnded extends Error {
  override readonly name = 'ReadingEnded';
}

/** No process could be started, or none was free in time: nothing can be said of the file. */
export class RoomUnavailable extends Error {
  override readonly name = 'RoomUnavailable';
}

/** The file was looked at and is not read; the message is fit for the caller. */
export class Refused extends Error {
  override readonly name = 'Refused';
}
