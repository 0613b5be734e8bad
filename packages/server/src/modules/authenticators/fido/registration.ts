import type { FidoRegistration } from '@signet/contract/access/authentication'
import { fidoAlgorithms } from '@signet/rules/sign-in'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { logByStranger } from '../../../platform/log/by-strangers.ts'
import { settings } from '../../settings/families/index.ts'
import { judgeAttestation } from './attestation.ts'
import { isCrossOrigin, readClientData } from './client-data.ts'
import {
  findOwner,
  insertRegistration,
  listCredentials,
  type StoredCredential,
  takeRegistration,
} from './fido.repository.ts'
import { originsOf, relyingParty, userHandle, webauthn } from './relying-party.ts'

interface Place {
  readonly userId: string
  /** The session or sign-in transaction that registers. */
  readonly boundTo: string
  /** It is to sign in by itself: found without a user id, and sure of its holder. */
  readonly alone?: boolean
}

/** What a user who may have one more passkey has. @throws token_limit_reached */
export const expectRoom = async (
  ctx: Context,
  userId: string,
): Promise<readonly StoredCredential[]> => {
  const { maximumPerUser } = await settings.fido(ctx, userId)
  const present = await listCredentials(ctx, userId)
  if (present.length >= maximumPerUser) throw new ApiError('token_limit_reached')
  return present
}

/** Options for `navigator.credentials.create`. @throws user_not_found, token_limit_reached; in a transaction */
export const registrationOptions = async (
  ctx: Context,
  { userId, boundTo, alone = false }: Place,
) => {
  const owner = await findOwner(ctx, userId)
  if (owner === undefined) throw new ApiError('user_not_found')
  const policy = await settings.fido(ctx, userId)
  const present = await expectRoom(ctx, userId)
  const party = relyingParty(ctx)
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userName: owner.user_id,
    userID: new Uint8Array(userHandle(userId)),
    userDisplayName: [owner.first_name, owner.last_name].filter(Boolean).join(' '),
    challenge: new Uint8Array(ctx.platform.ids.random(32)),
    attestationType: policy.attestation,
    excludeCredentials: present.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: {
      residentKey: alone ? 'required' : policy.residentKey,
      userVerification: alone ? 'required' : policy.userVerification,
      ...(policy.attachment === null ? {} : { authenticatorAttachment: policy.attachment }),
    },
    supportedAlgorithmIDs: [...fidoAlgorithms],
  })
  await insertRegistration(ctx, { challenge: options.challenge, userId, boundTo })
  return options
}

type Given = z.output<typeof FidoRegistration>

interface Answered {
  readonly given: Given
  readonly challenge: string
  readonly userId: string
}

const verified = async (ctx: Context, { given, challenge, userId }: Answered) => {
  const { userVerification } = await settings.fido(ctx, userId)
  const party = relyingParty(ctx)
  const { verifyRegistrationResponse } = await webauthn()
  try {
    const outcome = await verifyRegistrationResponse({
      response: {
        id: given.id,
        rawId: given.rawId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: given.clientDataJSON,
          attestationObject: given.attestationObject,
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: await originsOf(ctx),
      expectedRPID: party.id,
      expectedType: 'webauthn.create',
      requireUserVerification: userVerification === 'required',
      supportedAlgorithmIDs: [...fidoAlgorithms],
    })
    return outcome.verified ? outcome.registrationInfo : null
  } catch (error) {
    logByStranger(ctx.log, {
      tenantId: ctx.tenant.id,
      level: 'info',
      message: 'a passkey registration was refused',
      fields: { err: error },
    })
    return null
  }
}

/**
 * A new passkey's row out of the browser's answer; its challenge is used up with it. In a transaction.
 * @throws invalid_user_response (WebAuthn level 3, 7.1), passkey_not_allowed
 */
export const registeredCredential = async (
  ctx: Context,
  { userId, boundTo }: Place,
  { given, name }: { readonly given: Given; readonly name: string },
): Promise<StoredCredential> => {
  const refused = new ApiError('invalid_user_response')
  const clientData = readClientData(given.clientDataJSON)
  if (clientData === null || isCrossOrigin(clientData)) throw refused
  const { challenge } = clientData
  if (!(await takeRegistration(ctx, { challenge, userId, boundTo }))) throw refused
  const info = await verified(ctx, { given, challenge, userId })
  if (info === null || info.credential.id !== given.id) throw refused
  const { attested } = await judgeAttestation(ctx, await settings.fido(ctx, userId), info)
  return {
    tenant_id: ctx.tenant.id,
    id: ctx.platform.ids.uuid(),
    user_id: userId,
    credential_id: info.credential.id,
    public_key: Buffer.from(info.credential.publicKey),
    counter: info.credential.counter,
    aaguid: info.aaguid,
    transports: given.transports ?? [],
    name,
    state: 'ACTIVE',
    rp_id: relyingParty(ctx).id,
    attestation_format: info.fmt,
    device_type: info.credentialDeviceType,
    backed_up: info.credentialBackedUp,
    user_verified: info.userVerified,
    attested,
    cloned_at: null,
    created_at: ctx.platform.clock.now(),
    last_used_at: null,
    version: 1,
  }
}
