import { createContext, systemContext } from '../../../kit/create-context.ts'
import type { SessionContexts } from '../../../kit/jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isOpen } from '../../tenancy/sessions/index.ts'
import { createTenantFinder } from '../../tenancy/tenants/index.ts'
import { actorOf } from './principal-actor.ts'
import { readPrincipal } from './principals.repository.ts'

/** Contexts of users and applications outside a request, with the rights they have now: for submitted work. */
export const sessionContexts = (platform: Platform): SessionContexts => {
  const tenants = createTenantFinder(platform.database)
  return async (tenantId, sessionId) => {
    const tenant = await tenants.byId(tenantId)
    if (tenant === null || tenant.locked) return null
    const db = platform.database.forTenant(tenantId)
    const principal = await readPrincipal(db, tenantId, sessionId)
    if (principal === null || !isOpen(principal.session, platform.clock.now())) return null
    const actor = actorOf(principal)
    if (actor === null) return null
    const work = systemContext(platform, { tenant, name: 'job' })
    return createContext({
      ...work,
      // What a user submitted goes on although a step-up has ended meanwhile, without its proof.
      actor: actor.kind === 'user' ? { ...actor, stepUpExpiresAt: null } : actor,
    })
  }
}
