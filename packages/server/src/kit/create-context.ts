import type { TenantDb } from '../platform/db/database.ts'
import type { Platform } from '../platform/platform.ts'
import type { PendingEvent } from './audit-entry.ts'
import { auditStatements } from './audit-rows.ts'
import type { Actor, Context, Tenant } from './context.ts'

type ContextParts = Pick<
  Context,
  'platform' | 'tenant' | 'actor' | 'locale' | 'request' | 'log' | 'ifMatch'
>

export const createContext = (parts: ContextParts): Context => {
  let db: TenantDb | null = null
  return {
    ...parts,
    /** Made on first use: many requests are answered without it. */
    get db() {
      db ??= parts.platform.database.forTenant(parts.tenant.id)
      return db
    },
    events: null,
    transaction: (work) =>
      parts.platform.database.transaction(parts.tenant.id, async (transaction) => {
        const events: PendingEvent[] = []
        const inner: Context = {
          ...parts,
          db: transaction.db,
          events,
          transaction: (nested) => nested(inner),
        }
        transaction.atCommit(() => auditStatements(inner, events))
        return await work(inner)
      }),
  }
}

interface SystemWork {
  readonly tenant: Tenant
  /** Names the work in audit events: `job:mail`, `cli:recover-admin`. */
  readonly name: string
}

/** A context without a request: jobs, the command line, first start. */
export const systemContext = (platform: Platform, { tenant, name }: SystemWork): Context =>
  createContext({
    platform,
    tenant,
    actor: { kind: 'system', name },
    locale: tenant.defaultLocale,
    request: {
      id: platform.ids.uuid(),
      address: null,
      userAgent: null,
      host: '',
      keyThumbprint: null,
      cookies: () => null,
    },
    log: platform.log,
    ifMatch: null,
  })

/** The same request on behalf of someone just proven (sign-in) or of the system. */
export const withActor = (ctx: Context, actor: Actor): Context => createContext({ ...ctx, actor })
