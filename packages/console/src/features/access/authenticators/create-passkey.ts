import {
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { z } from 'zod'
import { expectFido } from '../../../lib/fido-support.ts'
import { startPasskey } from './authenticators.queries.ts'

/** What the browser's call cannot do without; the rest is handed through as it came. */
const isCreationOptions = (value: unknown): value is PublicKeyCredentialCreationOptionsJSON =>
  z
    .looseObject({
      challenge: z.string(),
      rp: z.looseObject({ name: z.string() }),
      user: z.looseObject({ id: z.string(), name: z.string() }),
      pubKeyCredParams: z.array(z.unknown()),
    })
    .safeParse(value).success

type PasskeyFailure = 'exists' | 'cancelled'

/** Why the browser made no passkey; null when something else failed. */
export const passkeyFailure = (failure: unknown): PasskeyFailure | null => {
  const isExisting =
    failure instanceof WebAuthnError && failure.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
  if (isExisting) return 'exists'
  const name = failure instanceof Error ? failure.name : ''
  return name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : null
}

/**
 * Has the device make a passkey; the person confirms it there (WebAuthn level 3, 7.1).
 * @throws FidoUnsupported
 */
export const createPasskey = async () => {
  expectFido()
  const { fidoOptions } = await startPasskey()
  if (!isCreationOptions(fidoOptions)) throw new TypeError('no options to create a passkey with')
  const { id, rawId, response, authenticatorAttachment } = await startRegistration({
    optionsJSON: fidoOptions,
  })
  const { clientDataJSON, attestationObject, transports } = response
  return {
    id,
    rawId,
    clientDataJSON,
    attestationObject,
    ...(transports === undefined ? {} : { transports }),
    ...(authenticatorAttachment === undefined ? {} : { authenticatorAttachment }),
  }
}
