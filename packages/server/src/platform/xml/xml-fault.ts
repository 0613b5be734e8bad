/** XML, or a signature in it, that is not taken; `reason` is for logs and tests, never a stranger's text. */
export class XmlFault extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause })
    this.name = 'XmlFault'
  }
}
