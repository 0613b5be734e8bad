import type { AuditEntry } from './audit-entry.ts'
import type { Context } from './context.ts'

/**
 * Notes an event; it is written with the open transaction's COMMIT. Call it once per change.
 * @throws Error outside a transaction: a change and its event stand or fall together
 */
export const audit = (ctx: Context, action: string, entry: AuditEntry): void => {
  if (ctx.events === null) throw new Error(`audit ${action} outside a transaction`)
  const { ids, clock } = ctx.platform
  ctx.events.push({ ...entry, id: ids.uuid(), action, at: clock.now() })
}
