import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type { Assertion } from '../flow/answers.ts'
import { LocalFailure } from '../ui/local-failure.ts'

export const hasPasskeys = (): boolean => browserSupportsWebAuthn()
export const hasPasskeyAutofill = (): Promise<boolean> => browserSupportsWebAuthnAutofill()
/** Ends a ceremony that waits in the background: a browser runs one at a time. */
export const stopPasskeys = (): void => WebAuthnAbortService.cancelCeremony()

/** A ceremony's options, as the server sent them. */
export type Options = Readonly<Record<string, unknown>> | null

export const isRequest = (
  options: Options,
): options is Options & PublicKeyCredentialRequestOptionsJSON =>
  typeof options?.challenge === 'string'

export const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

/** The ceremony was stopped by ourselves, for another one: no news for the person. */
export const isStopped = (error: unknown): boolean => nameOf(error) === 'AbortError'

/**
 * Lets the browser sign a challenge; with `inAutofill` it offers passkeys in the user id's list.
 * @throws LocalFailure when nothing was signed
 */
export const signChallenge = async (
  options: Options,
  { inAutofill }: { readonly inAutofill: boolean },
): Promise<Assertion> => {
  if (!hasPasskeys() || !isRequest(options)) throw new LocalFailure('methods.passkey.unsupported')
  try {
    const { id, response } = await startAuthentication({
      optionsJSON: options,
      useBrowserAutofill: inAutofill,
    })
    const { authenticatorData, signature, clientDataJSON, userHandle = null } = response
    return { credentialId: id, authenticatorData, signature, clientDataJSON, userHandle }
  } catch (error) {
    if (isStopped(error)) throw error
    // The browser tells apart neither a cancelled ceremony nor a missing passkey: on purpose.
    throw new LocalFailure('methods.passkey.cancelled', error)
  }
}
