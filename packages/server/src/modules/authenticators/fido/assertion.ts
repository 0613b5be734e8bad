import type { FidoAssertion } from '@signet/contract/access/authentication'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { policies } from '../policies/index.ts'
import { isCrossOrigin, readClientData } from './client-data.ts'
import { listCredentials, type StoredCredential } from './fido.repository.ts'
import { relyingParty, userHandle, webauthn } from './relying-party.ts'

interface Asked {
  /** Null: any passkey that the browser finds, with user verification. */
  readonly userId: string | null
}

/** Options for `navigator.credentials.get`. */
export const assertionOptions = async (ctx: Context, { userId }: Asked) => {
  const policy = await policies.fido(ctx)
  const own = userId === null ? [] : await listCredentials(ctx, userId)
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    challenge: new Uint8Array(ctx.platform.ids.random(32)),
    userVerification: userId === null ? 'required' : policy.userVerification,
    allowCredentials: own
      .filter(({ state }) => state === 'ACTIVE')
      .map((credential) => ({
        id: credential.credential_id,
        transports: credential.transports,
      })),
  })
}

interface Assertion {
  readonly credential: StoredCredential
  readonly given: z.output<typeof FidoAssertion>
  readonly challenge: string
  /** A passkey alone has to make sure who holds it. */
  readonly verifiesUser: boolean
}

/** Handles are told by passkeys that the browser found by itself; then they have to fit. */
const isOwners = ({ credential, given }: Assertion): boolean => {
  const handle = given.userHandle ?? null
  const owner = userHandle(credential.user_id).toString('base64url')
  return handle === null || handle.replace(/=+$/, '') === owner
}

const verified = async (ctx: Context, assertion: Assertion) => {
  const { credential, given, challenge, verifiesUser } = assertion
  const party = relyingParty(ctx)
  const { userVerification } = await policies.fido(ctx)
  const { verifyAuthenticationResponse } = await webauthn()
  const { clientDataJSON, authenticatorData, signature } = given
  return verifyAuthenticationResponse({
    response: {
      id: given.credentialId,
      rawId: given.credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    expectedType: 'webauthn.get',
    requireUserVerification: verifiesUser || userVerification === 'required',
    credential: {
      id: credential.credential_id,
      publicKey: new Uint8Array(credential.public_key),
      counter: credential.counter,
    },
  })
}

/** The use that a right assertion makes; null for any other (WebAuthn level 3, 7.2). */
export const checkAssertion = async (ctx: Context, assertion: Assertion) => {
  const clientData = readClientData(assertion.given.clientDataJSON)
  if (clientData === null || isCrossOrigin(clientData) || !isOwners(assertion)) return null
  try {
    const outcome = await verified(ctx, assertion)
    if (!outcome.verified) return null
    const { newCounter, credentialBackedUp, userVerified } = outcome.authenticationInfo
    const { id } = assertion.credential
    return { id, counter: newCounter, backedUp: credentialBackedUp, userVerified }
  } catch (error) {
    ctx.log.info({ err: error }, 'a passkey assertion was refused')
    return null
  }
}
