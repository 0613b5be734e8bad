import type { DeviceFingerprint } from '@signet/contract/authenticators/device-fingerprint'
import type { Machine, UserMachineSettings } from '@signet/contract/authenticators/machines'
import type { CompiledQuery } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { settings } from '../../settings/families/index.ts'
import { deviceOf, keepDevice, newMachineNonce } from '../devices/index.ts'
import { acceptedFingerprint } from './fingerprints.ts'
import { type Shown, sequenceHash } from './machine-standing.ts'
import {
  endSessionsFrom,
  findMachine,
  forgetMachine,
  insertMachine,
  listMachines,
  moveMachine,
  moveMachineOnce,
  removeSurplus,
  type StoredMachine,
} from './machines.repository.ts'

type Wire = z.input<typeof Machine>

const present = (row: StoredMachine): Wire => ({
  id: row.id,
  userId: row.user_id,
  label: row.label,
  userAgent: row.user_agent,
  machineId: row.machine_id,
  createDate: row.registered_at,
  lastUsedDate: row.last_used_at,
  expiryDate: row.expires_at,
})

const listOf = async (ctx: Context, userId: string): Promise<Wire[]> =>
  (await listMachines(ctx, userId)).map(present)

/** How browsers are remembered, for the pages that take fingerprints. */
const readUserSettings = async (ctx: Context): Promise<UserMachineSettings> => {
  const { enabled, sparesSecondFactor, lifeDays, ...own } = await settings.machine(ctx)
  const { fingerprintRequired, waitMillis } = own
  const { attributes: desktop } = await settings.desktopAttributes(ctx)
  const { attributes: mobile } = await settings.mobileAttributes(ctx)
  const attributes = { desktop, mobile }
  return { enabled, sparesSecondFactor, lifeDays, fingerprintRequired, waitMillis, attributes }
}

interface Person {
  readonly id: string
  readonly name: string
}

interface Registration {
  readonly device: string
  readonly label?: string | undefined
  readonly fingerprint?: DeviceFingerprint | null | undefined
  /** The session that comes with it; null when it is registered apart from one. */
  readonly sessionId: string | null
}

const dayMillis = 86_400_000
const agentOf = (ctx: Context): string | null => ctx.request.userAgent?.slice(0, 255) ?? null
const bytesOf = (hash: string | null): Buffer => Buffer.from(hash ?? '', 'hex')

interface Given {
  readonly sequenceNonce: string
  readonly writes: readonly CompiledQuery[]
}

/** Remembers a browser. The writes go with those of the sign-in, the event too. */
const registering = (
  ctx: Context,
  person: Person,
  { device, label, fingerprint, sessionId }: Registration,
): Given & { readonly id: string } => {
  const { lifeDays, maximumPerUser } = settings.machine.lastRead(ctx)
  const now = ctx.platform.clock.now()
  const sequenceNonce = newMachineNonce(ctx)
  const taken = acceptedFingerprint(ctx, fingerprint)
  const id = ctx.platform.ids.uuid()
  const row = insertMachine({
    tenant: ctx.tenant.id,
    id,
    user: person.id,
    device,
    label: label ?? null,
    agent: agentOf(ctx),
    sequence: bytesOf(sequenceHash(sequenceNonce)),
    session: sessionId,
    machine_id: taken?.machineId ?? null,
    attributes: JSON.stringify(taken?.attributes ?? {}),
    now,
    expires: new Date(now.getTime() + lifeDays * dayMillis),
  })
  audit(ctx, 'MACHINE_REGISTERED', {
    subject: { entity: 'USERS', ...person },
    attributes: { label: label ?? null },
  })
  return { id, sequenceNonce, writes: [row, removeSurplus(ctx, person.id, maximumPerUser)] }
}

interface Rotation {
  readonly id: string
  readonly shown: Shown
  readonly sessionId: string
  /** It stood for a second factor: its nonce counts once. */
  readonly spared: boolean
}

/** The next nonce of a remembered browser that has shown its newest one. */
const rotating = (ctx: Context, { id, shown, sessionId, spared }: Rotation): Given => {
  const sequenceNonce = newMachineNonce(ctx)
  const taken = acceptedFingerprint(ctx, shown.fingerprint)
  const moving = {
    tenant: ctx.tenant.id,
    id,
    shown: bytesOf(shown.sequence),
    next: bytesOf(sequenceHash(sequenceNonce)),
    session: sessionId,
    agent: agentOf(ctx),
    machine_id: taken?.machineId ?? null,
    attributes: JSON.stringify(taken?.attributes ?? {}),
    now: ctx.platform.clock.now(),
  }
  return { sequenceNonce, writes: [spared ? moveMachineOnce(moving) : moveMachine(moving)] }
}

/**
 * An older nonce came from this browser, or from a copy of it: neither is trusted any more, and the
 * sessions of both end.
 */
const revokingCopies = (ctx: Context, person: Person, device: string): readonly CompiledQuery[] => {
  audit(ctx, 'MACHINE_COPIED', {
    subject: { entity: 'USERS', ...person },
    attributes: { user: person.id },
    outcome: 'DENIED',
  })
  return [...forgetMachine(ctx, person.id, device), endSessionsFrom(ctx, person.id, device)]
}

interface Wanted {
  readonly label?: string | undefined
  readonly machineNonce?: string | undefined
  readonly deviceFingerprint?: DeviceFingerprint | undefined
}

/** @throws authenticator_not_provisioned where no browser is remembered; in a transaction */
const create = async (ctx: Context, person: Person, wanted: Wanted) => {
  const { enabled } = await settings.machine(ctx)
  if (!enabled) throw new ApiError('authenticator_not_provisioned')
  const known = deviceOf(ctx, wanted.machineNonce) === null ? undefined : wanted.machineNonce
  const machineNonce = known ?? newMachineNonce(ctx)
  const device = deviceOf(ctx, machineNonce)
  if (device === null) throw new Error('a machine nonce of ours has no key')
  const { sequenceNonce, writes } = registering(ctx, person, {
    device,
    label: wanted.label,
    fingerprint: wanted.deviceFingerprint,
    sessionId: null,
  })
  const all = [keepDevice(ctx, { userId: person.id, device }), ...writes]
  for (const write of all) await ctx.db.executeQuery(write)
  const rows = await listMachines(ctx, person.id)
  const row = rows.find((one) => one.device === device)
  if (row === undefined) throw new Error('a machine that was just remembered is gone')
  return { ...present(row), machineNonce, sequenceNonce }
}

/** Forgets a machine: its browser is a strange one again. @throws not_found; in a transaction */
const remove = async (ctx: Context, person: Person, id: string): Promise<undefined> => {
  const row = await findMachine(ctx, person.id, id)
  if (row === undefined) throw new ApiError('not_found')
  for (const write of forgetMachine(ctx, person.id, row.device)) await ctx.db.executeQuery(write)
  audit(ctx, 'MACHINE_DELETED', {
    subject: { entity: 'USERS', ...person },
    attributes: { label: row.label, browser: row.user_agent },
  })
  return undefined
}

/** What self-service and the sign-in do with machines. */
export const machines = {
  listOf,
  create,
  remove,
  readUserSettings,
  registering,
  rotating,
  revokingCopies,
} as const
