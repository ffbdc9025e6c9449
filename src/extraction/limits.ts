/** What a document may cost to read. A file beyond a limit is refused with the limit named; nothing is cut off silently. */
export const LIMITS = {
  fileBytes: 20 * 1024 * 1024,
  /** Pages of a PDF whose text is read. */
  pdfPages: 50,
  /** Pages that go through character recognition, of a PDF or a TIFF. */
  ocrPages: 20,
  /** Pixels of one image, before anything is decoded. */
  imagePixels: 40_000_000,
  imageSide: 12_000,
  xmlBytes: 5 * 1024 * 1024,
  xmlDepth: 100,
  textBytes: 1024 * 1024,
  sheetRows: 10_000,
  zipEntries: 200,
  zipBytes: 50 * 1024 * 1024,
  zipRatio: 100,
  /** Words of one page; a page of dense text has about a thousand. */
  pageWords: 20_000,
  /** Lines of one invoice. */
  lines: 2_000,
  /** Pages shown to a vision model, where one is configured; longer documents are not shown. */
  visionPages: 10,
  /** Lines a vision model may answer with. */
  visionLines: 500,
  /** Of the answer of a vision model. */
  visionAnswerBytes: 1024 * 1024,
  pdfMs: 20_000,
  ocrPageMs: 45_000,
  documentMs: 240_000,
  /** Resident memory of the child process. */
  childBytes: 1024 * 1024 * 1024,
} as const;
