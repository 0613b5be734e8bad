import type { FidoAssertion } from '@signet/contract/access/authentication'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'
import { isCrossOrigin, readClientData } from './client-data.ts'
import { noteClone } from './clones.ts'
import { listCredentials, type StoredCredential } from './fido.repository.ts'
import { readKind } from './metadata.ts'
import { originsOf, relyingParty, userHandle, webauthn } from './relying-party.ts'

interface Asked {
  /** Null: any passkey that the browser finds, with user verification. */
  readonly userId: string | null
}

/** Options for `navigator.credentials.get`. */
export const assertionOptions = async (ctx: Context, { userId }: Asked) => {
  const policy = await settings.fido(ctx, userId)
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
  return handle === null || handle.replaceAll('=', '') === owner
}

const verified = async (ctx: Context, assertion: Assertion) => {
  const { credential, given, challenge, verifiesUser } = assertion
  const party = relyingParty(ctx)
  const { userVerification } = await settings.fido(ctx, credential.user_id)
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
    expectedOrigin: await originsOf(ctx),
    expectedRPID: party.id,
    expectedType: 'webauthn.get',
    requireUserVerification: verifiesUser || userVerification === 'required',
    credential: {
      id: credential.credential_id,
      publicKey: new Uint8Array(credential.public_key),
      // Judged below: the library looks at it before the signature, which anybody could write.
      counter: -1,
    },
  })
}

/** The counter has not grown; zero on both sides means that none is kept (7.2 step 22). */
const hasGoneBack = ({ counter: before }: StoredCredential, counter: number): boolean =>
  counter <= before && (counter > 0 || before > 0)

/** What the metadata says of its kind takes every key of it out of use. */
const isRefusedKind = async (
  ctx: Context,
  { aaguid, user_id }: StoredCredential,
): Promise<boolean> => {
  const { refuseCompromised } = await settings.fido(ctx, user_id)
  return refuseCompromised && (await readKind(ctx, aaguid))?.compromised === true
}

/** The use that a right assertion makes; null for any other (WebAuthn level 3, 7.2). */
export const checkAssertion = async (ctx: Context, assertion: Assertion) => {
  const { credential, given } = assertion
  const clientData = readClientData(given.clientDataJSON)
  if (clientData === null || isCrossOrigin(clientData) || !isOwners(assertion)) return null
  try {
    const outcome = await verified(ctx, assertion)
    if (!outcome.verified || (await isRefusedKind(ctx, credential))) return null
    const { newCounter, credentialBackedUp, userVerified } = outcome.authenticationInfo
    if (hasGoneBack(credential, newCounter)) {
      await noteClone(ctx, credential, newCounter)
      return null
    }
    const { id } = credential
    return { id, counter: newCounter, backedUp: credentialBackedUp, userVerified }
  } catch (error) {
    ctx.log.info({ err: error }, 'a passkey assertion was refused')
    return null
  }
}
