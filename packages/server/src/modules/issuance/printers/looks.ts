import { isDirectTenantReady } from '@signet/rules/issuance'
import { isReadyToPrint } from '@signet/rules/printers'
import type { Context } from '../../../kit/context.ts'
import { noteRow } from '../../../platform/db/row-sets.ts'
import { type DeviceFacts, DeviceSilent } from '../../../platform/ipp/ipp.ts'
import { unlockDirectTenant } from '../../tenancy/entitlements/index.ts'
import { deviceOf } from './device.ts'
import type { StoredPrinter } from './printers.repository.ts'
import { forgetSupplies, recordLevel } from './wear.repository.ts'

/** What a device said of itself, as columns: no change that anybody made, so the version stays. */
export const factColumns = ({ platform }: Context, facts: DeviceFacts) => {
  const now = platform.clock.now()
  return {
    make_and_model: facts.makeAndModel,
    firmware: facts.firmware,
    hoppers: facts.hoppers,
    formats: facts.formats,
    state: facts.state,
    reasons: facts.reasons,
    accepting: facts.isAccepting,
    supplies: facts.supplies,
    up_since: new Date(now.getTime() - facts.upTimeSeconds * 1000),
    last_seen_at: now,
  }
}

const silent = { state: 'OFFLINE', reasons: [], accepting: false } as const

/** Of supplies that are used up, the ones whose level is not what it was. */
const recordLevels = async (
  ctx: Context,
  { id, supplies: before }: StoredPrinter,
  { supplies }: DeviceFacts,
): Promise<void> => {
  const known = new Map(before.map(({ name, level }) => [name, level]))
  for (const { name, level, isConsumed } of supplies) {
    const isNews = isConsumed && level !== null && known.get(name) !== level
    if (isNews) await recordLevel(ctx, id, { name, level })
  }
  if (supplies.some(({ name }) => !known.has(name))) await forgetSupplies(ctx, id)
}

/**
 * Before anybody can see that the printer is ready: whoever sees it finds the tenant unlocked. What is
 * simulated prints nothing, and counts all the same: one learns with it.
 */
export const unlockWhenReady = async (
  ctx: Context,
  printer: Pick<StoredPrinter, 'id' | 'name'>,
  facts: DeviceFacts,
): Promise<void> => {
  if (isDirectTenantReady([{ status: facts.state, ptpReady: isReadyToPrint(facts) }])) {
    await unlockDirectTenant(ctx, printer)
  }
}

/** Asks the printer how it stands, and keeps it; null when it did not answer. */
export const look = async (ctx: Context, printer: StoredPrinter): Promise<DeviceFacts | null> => {
  try {
    const facts = await deviceOf(ctx, printer).facts()
    await unlockWhenReady(ctx, printer, facts)
    await noteRow(ctx, 'printers', { ...factColumns(ctx, facts), id: printer.id })
    await recordLevels(ctx, printer, facts)
    return facts
  } catch (error) {
    if (!(error instanceof DeviceSilent)) throw error
    await noteRow(ctx, 'printers', { ...silent, id: printer.id })
    return null
  }
}
