/** The browser has no passkey interface. */
export class FidoUnsupported extends Error {
  constructor() {
    super('FIDO not supported by this browser.')
    this.name = 'FidoUnsupported'
  }
}

/** Asks the browser itself: the passkey library is no part of what every page loads. @throws FidoUnsupported */
export const expectFido = (): void => {
  if (!('PublicKeyCredential' in globalThis)) throw new FidoUnsupported()
}
