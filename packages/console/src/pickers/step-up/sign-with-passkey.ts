import type { FidoAssertion } from '@signet/contract/authenticators/fido'
import {
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from '@simplewebauthn/browser'
import type { z } from 'zod'
import { expectFido } from '../../lib/fido-support.ts'

/** Nothing was signed: the person turned away. */
export class PasskeyRefusal extends Error {
  constructor(cause?: unknown) {
    super('no passkey was used', { cause })
    this.name = 'PasskeyRefusal'
  }
}

/** A ceremony's options, as the service sent them. */
type Options = Readonly<Record<string, unknown>>

const isRequest = (options: Options): options is Options & PublicKeyCredentialRequestOptionsJSON =>
  typeof options.challenge === 'string'

/** Lets the browser sign a challenge. @throws FidoUnsupported, PasskeyRefusal when nothing was signed */
export const signWithPasskey = async (options: Options): Promise<z.input<typeof FidoAssertion>> => {
  expectFido()
  if (!isRequest(options)) throw new PasskeyRefusal()
  try {
    const { id, response } = await startAuthentication({ optionsJSON: options })
    const { authenticatorData, signature, clientDataJSON, userHandle = null } = response
    return { credentialId: id, authenticatorData, signature, clientDataJSON, userHandle }
  } catch (error) {
    throw new PasskeyRefusal(error)
  }
}
