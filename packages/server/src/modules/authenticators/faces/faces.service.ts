import type {
  Face,
  FaceRegistration,
  UserFaceSettings,
} from '@signet/contract/authenticators/faces'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { foundOr } from '../../../kit/rows.ts'
import { findRow, removeRow, removeRows } from '../../../platform/db/row-sets.ts'
import { settings } from '../../settings/families/index.ts'
import {
  findFaceByRun,
  insertCheck,
  listFaces,
  replaceFace,
  type StoredFace,
  settleFace,
} from './faces.repository.ts'
import { provider } from './provider.ts'

type Flow = StoredFace['flow']
type Wire = z.input<typeof Face>

/** Whose face: checks the row against the caller’s rights. */
export type Owned = (face: StoredFace) => Promise<void> | void

interface Person {
  readonly id: string
  readonly name: string
}

const noted = (ctx: Context, action: string, face: StoredFace): void =>
  audit(ctx, action, {
    subject: { entity: 'USERS', id: face.user_id },
    attributes: { user: face.user_id, face: face.id },
  })

const present = (face: StoredFace): Wire => ({
  id: face.id,
  userId: face.user_id,
  state: face.state,
  createDate: face.registered_at,
  activatedDate: face.activated_at,
  lastUsedDate: face.last_used_at,
  registrationExpiry: face.expires_at,
})

const listOf = async (ctx: Context, userId: string): Promise<Wire[]> =>
  (await listFaces(ctx, userId)).map(present)

const readSettings = async (
  ctx: Context,
  userId: string,
): Promise<z.input<typeof UserFaceSettings>> => {
  const { enabled, registrationMinutes } = await settings.face(ctx, userId)
  return { enabled, registrationFlows: ['WEB', 'MOBILE'], registrationMinutes }
}

/** @throws not_found */
const read = async (ctx: Context, id: string, owned: Owned): Promise<StoredFace> => {
  const face = foundOr('not_found')(await findRow(ctx, 'faces', id))
  await owned(face)
  return face
}

const minuteMillis = 60_000

/** Where the provider leads back to: the person’s own list of ways to sign in. */
const returnUrlOf = (ctx: Context, flow: Flow): string | null =>
  flow === 'WEB' ? `${ctx.tenant.publicUrl}/#/myprofile/authenticators` : null

/** The provider is asked before anything is written: a face that it does not know is none. */
const begin = async (
  ctx: Context,
  person: Person,
  flow: Flow,
): Promise<z.input<typeof FaceRegistration>> => {
  const { enabled, registrationMinutes } = await settings.face(ctx, person.id)
  if (!enabled) throw new ApiError('authenticator_not_provisioned')
  const [former] = await listFaces(ctx, person.id)
  const applicant = await provider.createApplicant(ctx)
  const returnUrl = returnUrlOf(ctx, flow)
  const { run, url } = await provider.start(ctx, { applicant, kind: 'registration', returnUrl })
  const now = ctx.platform.clock.now()
  const face = await ctx.transaction(async (ctx) => {
    const saved = await replaceFace(ctx, {
      tenant_id: ctx.tenant.id,
      id: ctx.platform.ids.uuid(),
      user_id: person.id,
      state: 'REGISTERING',
      applicant,
      run,
      flow,
      registered_at: now,
      expires_at: new Date(now.getTime() + registrationMinutes * minuteMillis),
      activated_at: null,
      last_used_at: null,
    })
    if (saved === undefined) throw new ApiError('token_limit_reached')
    audit(ctx, 'FACE_REGISTRATION_STARTED', {
      subject: { entity: 'USERS', ...person },
      attributes: { face: saved.id, flow },
    })
    return saved
  })
  if (former !== undefined) await forgetAtProvider(ctx, former)
  return { ...present(face), registrationFlow: flow, url }
}

/** What the provider does not forget now it forgets by its own rules: nothing here waits for it. */
const forgetAtProvider = async (ctx: Context, { applicant, id }: StoredFace): Promise<void> => {
  try {
    await provider.forget(ctx, applicant)
  } catch (error) {
    ctx.log.warn({ err: error, face: id }, 'the provider did not delete a face')
  }
}

/** @throws token_limit_reached for somebody who has a face */
const register = async (ctx: Context, person: Person, flow: Flow) => {
  const open = await listFaces(ctx, person.id)
  if (open.some(({ state }) => state === 'ACTIVE')) throw new ApiError('token_limit_reached')
  return begin(ctx, person, flow)
}

/** @throws not_found for somebody who has none */
const restart = async (ctx: Context, person: Person, flow: Flow) => {
  if ((await listFaces(ctx, person.id)).length === 0) throw new ApiError('not_found')
  return begin(ctx, person, flow)
}

/** What has become of a registration, by the provider; null while it has not ended. */
const settle = async (ctx: Context, face: StoredFace): Promise<StoredFace | null> => {
  if (face.expires_at <= ctx.platform.clock.now()) return null
  const { run, applicant } = face
  const status = await provider.statusOf(ctx, run, { applicant, kind: 'registration' })
  if (status === 'PENDING') return null
  const state = status === 'APPROVED' ? 'ACTIVE' : 'DECLINED'
  return ctx.transaction(async (ctx) => {
    const settled = await settleFace(ctx, face, state)
    if (settled === undefined) return null
    noted(ctx, state === 'ACTIVE' ? 'FACE_ACTIVATED' : 'FACE_DECLINED', settled)
    return settled
  })
}

/** @throws not_found, token_invalid_state while the provider has not decided */
const activate = async (ctx: Context, id: string, owned: Owned): Promise<Wire> => {
  const face = await read(ctx, id, owned)
  const settled = face.state === 'REGISTERING' ? await settle(ctx, face) : null
  if (settled === null) throw new ApiError('token_invalid_state')
  return present(settled)
}

/** The provider tells of a run; what it says is asked back, and what is over stays as it is. */
const hear = async (ctx: Context, run: string): Promise<void> => {
  const face = await findFaceByRun(ctx, run)
  if (face?.state === 'REGISTERING') await settle(ctx, face)
}

/** @throws not_found */
const remove = async (ctx: Context, id: string, owned: Owned): Promise<undefined> => {
  const face = await read(ctx, id, owned)
  await ctx.transaction(async (ctx) => {
    await removeRow(ctx, 'faces', id)
    noted(ctx, 'FACE_DELETED', face)
  })
  await forgetAtProvider(ctx, face)
  return undefined
}

/** After a recovery no face of before counts; part of a transaction. */
const removeAll = async (ctx: Context, userId: string): Promise<void> => {
  const faces = await listFaces(ctx, userId)
  await removeRows(ctx, 'faces', faces)
  for (const face of faces) noted(ctx, 'FACE_DELETED', face)
}

/** Begins a check of the face within a sign-in. @throws service_unavailable */
const challenge = async (ctx: Context, userId: string, transactionId: string) => {
  const { challengeSeconds } = await settings.face(ctx, userId)
  const face = (await listFaces(ctx, userId)).find(({ state }) => state === 'ACTIVE')
  if (face === undefined) throw new ApiError('no_transaction')
  const { applicant } = face
  const { run, url } = await provider.start(ctx, {
    applicant,
    kind: 'authentication',
    returnUrl: null,
  })
  const now = ctx.platform.clock.now()
  const expiresAt = new Date(now.getTime() + challengeSeconds * 1000)
  await insertCheck(ctx, {
    tenant_id: ctx.tenant.id,
    run,
    transaction_id: transactionId,
    face_id: face.id,
    state: 'PENDING',
    started_at: now,
    expires_at: expiresAt,
  })
  return { url, expiresAt }
}

export const service = {
  present,
  listOf,
  readSettings,
  read,
  register,
  restart,
  activate,
  hear,
  remove,
  removeAll,
  challenge,
} as const
