/** Error messages for rejected uploads, fit for the caller. They quote nothing of the file. */

/** A message for the caller. */
export class UploadError extends Error {
  override readonly name = 'Refusal';
}

export const refusals = {
  empty: 'The file is empty.',
  tooLarge: 'The file is larger than 5 MiB.',
  unknown: 'The file is not a JPEG, PNG or WebP picture, nor a PDF.',
  heic: 'HEIC pictures are not read here: send it as a photo instead of a file, or as a JPEG.',
  twoThings: 'The file is made to be two kinds of file at once.',
  tooManyPixels: 'The picture has more than 40 million pixels.',
  tooMuchMemory: 'The picture takes too much memory to read: send it smaller, or not interlaced.',
  damaged: 'The picture is damaged or incomplete.',
  pdf: 'The PDF cannot be read: it is damaged or locked.',
  onlyPages: (read: number) =>
    `Only the first ${read} pages of the PDF were read, and they show no receipt. Send the page of the receipt alone.`,
  tooMuchWork: 'The file takes too much time or memory to read.',
} as const;
