/** The service must not run like this; the message is one sentence for the operator. */
export class StartRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StartRefused'
  }
}
