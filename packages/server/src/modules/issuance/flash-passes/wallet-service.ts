import type { Context } from '../../../kit/context.ts'
import { holdRow } from '../../../platform/db/row-sets.ts'
import { settings } from '../../settings/families/index.ts'
import { designWithWorkflow } from '../flash-pass-designs/index.ts'
import type { StoredPass } from '../live-passes/index.ts'
import { asSystem } from './claims.service.ts'
import { findPass } from './flash-passes.repository.ts'
import { applePassOf } from './pass-files.ts'
import { isTokenOf } from './pass-tokens.ts'
import {
  findRegistration,
  keepRegistration,
  listChanged,
  removeOldest,
  removeRegistration,
} from './registrations.repository.ts'

/* What phones ask of the passes that they hold (Apple, “Adding a web service to update passes”). */

/** A person's own; a further one takes the place of the one that registered first. */
const mostDevices = 10
/** As many passes of one phone are named at a time, those that changed first. */
const mostListed = 100
/** A change may become visible a moment after its time: what is told twice is asked twice. */
const overlapMillis = 60_000

export interface ShownPass {
  readonly passTypeIdentifier: string
  readonly serialNumber: string
  /** As shown; empty for none. */
  readonly token: string
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const isOurType = async (ctx: Context, passTypeIdentifier: string): Promise<boolean> => {
  const { appleEnabled, applePassTypeId } = await settings.flashPass(ctx)
  return appleEnabled && applePassTypeId === passTypeIdentifier
}

/** Null alike for a pass that is not there, is in no such wallet, or whose token is another. */
const held = async (ctx: Context, named: ShownPass): Promise<StoredPass | null> => {
  const { passTypeIdentifier, serialNumber, token } = named
  const isProven = isTokenOf(ctx, serialNumber, token)
  if (!isProven || !uuid.test(serialNumber)) return null
  if (!(await isOurType(ctx, passTypeIdentifier))) return null
  const pass = await findPass(ctx, serialNumber)
  return pass === undefined || pass.apple_at === null ? null : pass
}

interface Device {
  readonly device: string
  readonly pushToken: string
}

/** REFUSED: whoever asks has not shown that they hold the pass. */
export const registerDevice = async (
  anonymous: Context,
  named: ShownPass,
  shown: Device,
): Promise<'REFUSED' | 'CREATED' | 'KNOWN'> => {
  const ctx = asSystem(anonymous)
  const pass = await held(ctx, named)
  if (pass === null) return 'REFUSED'
  return ctx.transaction(async (ctx) => {
    // The lock by which devices are counted.
    const locked = await holdRow(ctx, 'flash_passes', pass.id)
    if (locked === undefined) return 'REFUSED'
    const known = await findRegistration(ctx, { passId: pass.id, device: shown.device })
    await keepRegistration(ctx, locked, shown)
    await removeOldest(ctx, pass.id, mostDevices)
    return known === undefined ? 'CREATED' : 'KNOWN'
  })
}

/** False: whoever asks has not shown that they hold the pass. */
export const unregisterDevice = async (
  anonymous: Context,
  named: ShownPass,
  device: string,
): Promise<boolean> => {
  const ctx = asSystem(anonymous)
  const pass = await held(ctx, named)
  if (pass === null) return false
  await removeRegistration(ctx, { passId: pass.id, device })
  return true
}

interface Asked {
  readonly device: string
  readonly passTypeIdentifier: string
  /** `lastUpdated` of the answer before; null for all. */
  readonly since: string | null
}

const timeOf = (tag: string | null): Date =>
  new Date(tag !== null && /^\d{1,13}$/.test(tag) ? Math.max(0, Number(tag) - overlapMillis) : 0)

/** Null where nothing has changed, and for a phone that nobody knows. */
export const changedPasses = async (
  anonymous: Context,
  { device, passTypeIdentifier, since }: Asked,
): Promise<{ readonly serialNumbers: readonly string[]; readonly lastUpdated: string } | null> => {
  const ctx = asSystem(anonymous)
  if (!(await isOurType(ctx, passTypeIdentifier))) return null
  const changed = await listChanged(ctx, { device, since: timeOf(since), most: mostListed })
  const last = changed.at(-1)
  if (last === undefined) return null
  return {
    serialNumbers: changed.map(({ id }) => id),
    lastUpdated: String(last.changed_at.getTime()),
  }
}

const second = 1000
const wholeSeconds = (at: Date): number => Math.floor(at.getTime() / second) * second

/**
 * What `Last-Modified` says, in whole seconds. While a pass may change again within the second of
 * its last change, it says one less: the phone asks for it once more (RFC 9110, section 8.8.2.2).
 */
const modifiedAt = ({ changed_at: at }: StoredPass, now: Date): Date =>
  new Date(wholeSeconds(at) === wholeSeconds(now) ? wholeSeconds(at) - second : wholeSeconds(at))

interface LatestPass {
  readonly modifiedAt: Date
  /** Null where the phone has it already. */
  readonly file: Buffer | null
}

interface Wish {
  /** `If-Modified-Since`; null for none. */
  readonly knownAt: Date | null
  /** Called for whoever holds the pass, before it is made. */
  readonly beforeSigning: () => void
}

/**
 * The file as it is now, void once the pass is over; null for whoever has not shown that they hold it.
 * @throws ISSUANCE_FLASH_PASS_NOT_READY, ISSUANCE_IMAGE_INVALID, too_many_requests
 */
export const latestPass = async (
  anonymous: Context,
  named: ShownPass,
  { knownAt, beforeSigning }: Wish,
): Promise<LatestPass | null> => {
  const ctx = asSystem(anonymous)
  const pass = await held(ctx, named)
  if (pass === null) return null
  const modified = modifiedAt(pass, ctx.platform.clock.now())
  if (knownAt !== null && wholeSeconds(pass.changed_at) <= knownAt.getTime()) {
    return { modifiedAt: modified, file: null }
  }
  beforeSigning()
  const { row: design } = await designWithWorkflow(ctx, pass.design_id)
  return { modifiedAt: modified, file: await applePassOf(ctx, { pass, design }) }
}
