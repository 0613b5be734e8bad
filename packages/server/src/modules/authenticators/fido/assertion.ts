import type { FidoAssertion } from '@signet/contract/access/authentication'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { logByStranger } from '../../../platform/log/by-strangers.ts'
import { settings } from '../../settings/families/index.ts'
import { isCrossOrigin, readClientData } from './client-data.ts'
import {
  listCredentials,
  listFormerRpIds,
  markCloned,
  type StoredCredential,
} from './fido.repository.ts'
import { readKind } from './metadata.ts'
import { originsOf, relyingParty, userHandle, webauthn } from './relying-party.ts'

/**
 * A right signature with a counter that went back: somebody else signs with a copy of this key, or
 * has (WebAuthn level 3, 6.1.1). It signs no one in, and where the settings of its owner say so never
 * again. Repeats are part of the same finding.
 */
const noteClone = async (
  ctx: Context,
  { id, name, user_id, counter: expected }: StoredCredential,
  counter: number,
): Promise<void> => {
  const { switchOffCloned: switchesOff } = await settings.fido(ctx, user_id)
  await ctx.transaction(async (ctx) => {
    if ((await markCloned(ctx, id, { switchesOff })) === undefined) return
    audit(ctx, 'FIDO_CLONE_SUSPECTED', {
      subject: { entity: 'FIDO', id, name },
      outcome: 'DENIED',
      attributes: { user: user_id, counter, expected, switchedOff: switchesOff },
    })
  })
}

interface Asked {
  /** Null: any passkey that the browser finds, with user verification. */
  readonly userId: string | null
}

/** Passkeys that one ceremony can ask for: a browser looks for those of one RP ID. */
interface OfRpId {
  readonly rpId: string
  readonly allowed: { readonly id: string; readonly transports: string[] }[]
}
type Asking = readonly [OfRpId, ...OfRpId[]]

const anyones = async (ctx: Context): Promise<Asking> => {
  const { id } = relyingParty(ctx)
  const former = await listFormerRpIds(ctx, id)
  return [{ rpId: id, allowed: [] }, ...former.map((rpId) => ({ rpId, allowed: [] }))]
}

/** Those of the present RP ID first; of another where the user has none of it. */
const ownOf = async (ctx: Context, userId: string): Promise<Asking> => {
  const { id } = relyingParty(ctx)
  const own = (await listCredentials(ctx, userId)).filter(({ state }) => state === 'ACTIVE')
  const groups = [...Map.groupBy(own, ({ rp_id: rpId }) => rpId)]
    .map(
      ([rpId, of]): OfRpId => ({
        rpId,
        allowed: of.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
      }),
    )
    .toSorted((one, other) => Number(other.rpId === id) - Number(one.rpId === id))
  const [first, ...others] = groups
  return [first ?? { rpId: id, allowed: [] }, ...others]
}

/** As the browser is given it in a further ceremony with the same challenge. */
const shownFormer = ({ rpId, allowed }: OfRpId) => ({
  rpId,
  allowCredentials: allowed.map((each) => ({ ...each, type: 'public-key' })),
})

/** Options for `navigator.credentials.get`; `former`: for passkeys of other RP IDs. */
export const assertionOptions = async (ctx: Context, { userId }: Asked) => {
  const policy = await settings.fido(ctx, userId)
  const [first, ...former] = userId === null ? await anyones(ctx) : await ownOf(ctx, userId)
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: first.rpId,
    challenge: new Uint8Array(ctx.platform.ids.random(32)),
    userVerification: userId === null ? 'required' : policy.userVerification,
    allowCredentials: first.allowed,
  })
  return former.length === 0 ? options : { ...options, former: former.map(shownFormer) }
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
    // What it was registered for: the present RP ID, or a former one of this tenant.
    expectedRPID: credential.rp_id,
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
    logByStranger(ctx.log, {
      tenantId: ctx.tenant.id,
      level: 'info',
      message: 'a passkey assertion was refused',
      fields: { err: error },
    })
    return null
  }
}
