import type { FidoRegistration } from '@signet/contract/access/authentication'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from '@simplewebauthn/browser'
import type { z } from 'zod'
import { LocalFailure } from '../ui/local-failure.ts'
import { hasPasskeys, isRequest, nameOf, type Options } from './passkeys.ts'

const isCreation = (
  options: Options,
): options is Options & PublicKeyCredentialCreationOptionsJSON =>
  isRequest(options) && typeof options.user === 'object' && typeof options.rp === 'object'

/** Lets the browser make a passkey. @throws LocalFailure when none was made */
export const createPasskey = async (
  options: Options,
): Promise<z.input<typeof FidoRegistration>> => {
  if (!hasPasskeys() || !isCreation(options)) throw new LocalFailure('methods.passkey.unsupported')
  try {
    const { id, rawId, response, authenticatorAttachment } = await startRegistration({
      optionsJSON: options,
    })
    const { clientDataJSON, attestationObject, transports } = response
    return {
      id,
      rawId,
      clientDataJSON,
      attestationObject,
      ...(transports === undefined ? {} : { transports }),
      authenticatorAttachment: authenticatorAttachment ?? null,
    }
  } catch (error) {
    const exists = nameOf(error) === 'InvalidStateError'
    throw new LocalFailure(
      exists ? 'enrollment.passkey.exists' : 'enrollment.passkey.cancelled',
      error,
    )
  }
}
