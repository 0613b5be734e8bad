/** A failure that the place where it happened puts in words: its message is shown as it is. */
export class SaidError extends Error {
  constructor(text: string, cause?: unknown) {
    super(text, { cause })
    this.name = 'SaidError'
  }
}
