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
/** Whether the browser offers passkeys in a list of user ids (WebAuthn level 3). */
export const hasPasskeyAutofill = async (): Promise<boolean> =>
  hasPasskeys() &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function' &&
  (await browserSupportsWebAuthnAutofill())
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

type Answer = Omit<AuthenticatorAssertionResponseJSON, 'userHandle'> & {
  readonly userHandle?: string | undefined
}

const assertionOf = (id: string, answer: Answer): Assertion => {
  const { authenticatorData, signature, clientDataJSON, userHandle = null } = answer
  return { credentialId: id, authenticatorData, signature, clientDataJSON, userHandle }
}

/**
 * Lets the browser sign a challenge, in place of a ceremony that waits in the background.
 * @throws LocalFailure when nothing was signed
 */
export const signChallenge = async (
  options: Options,
  failure: 'cancelled' | 'again' = 'cancelled',
): Promise<Assertion> => {
  if (!hasPasskeys() || !isRequest(options)) throw new LocalFailure('methods.passkey.unsupported')
  try {
    const { id, response } = await startAuthentication({ optionsJSON: options })
    return assertionOf(id, response)
  } catch (error) {
    if (isStopped(error)) throw error
    // The browser tells apart neither a cancelled ceremony nor a missing passkey: on purpose.
    throw new LocalFailure(`methods.passkey.${failure}`, error)
  }
}

/**
 * Waits in the background until a passkey is chosen from the browser's list of user ids. The ceremony
 * begins within this call: the library's own begins later, and would stop one that was asked for in
 * the meantime.
 * @throws when nothing was signed
 */
export const signFromList = async (options: Options): Promise<Assertion> => {
  if (!isRequest(options)) throw new LocalFailure('methods.passkey.unsupported')
  const asked = { ...options, extensions: {}, allowCredentials: [] }
  const credential = await navigator.credentials.get({
    mediation: 'conditional',
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked),
    signal: WebAuthnAbortService.createNewAbortSignal(),
  })
  const answer = credential instanceof PublicKeyCredential ? credential.toJSON() : null
  if (answer === null || !('signature' in answer.response)) {
    throw new LocalFailure('methods.passkey.cancelled')
  }
  return assertionOf(answer.id, answer.response)
}
