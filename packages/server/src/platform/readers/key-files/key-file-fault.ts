/** What makes a whole key file unreadable. */
export type KeyFileFaultCode =
  | 'GZIP'
  | 'XML'
  | 'TOO_LARGE'
  | 'NOT_PSKC'
  | 'ENCRYPTION_UNSUPPORTED'
  | 'KEY_NEEDED'
  | 'PASSWORD_NEEDED'
  | 'WRONG_KEY'

export class KeyFileFault extends Error {
  override readonly name = 'KeyFileFault'
  readonly code: KeyFileFaultCode

  constructor(code: KeyFileFaultCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}
