import type { Key } from '../texts/language.tsx'

/** Something that went wrong in the browser, with the text that says so. */
export class LocalFailure extends Error {
  readonly key: Key

  constructor(key: Key, cause?: unknown) {
    super(key, { cause })
    this.name = 'LocalFailure'
    this.key = key
  }
}
