import { createContext, systemContext } from '../../../kit/create-context.ts'
import type { SessionContexts } from '../../../kit/jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isOpen } from '../../tenancy/sessions/index.ts'
import { createTenantFinder } from '../../tenancy/tenants/index.ts'
import { readPrincipal } from './principals.repository.ts'

/** Contexts of users outside a request, with the rights they have now: for submitted work. */
export const sessionContexts = (platform: Platform): SessionContexts => {
  const tenants = createTenantFinder(platform.database)
  return async (tenantId, sessionId) => {
    const tenant = await tenants.byId(tenantId)
    if (tenant === null || tenant.locked) return null
    const db = platform.database.forTenant(tenantId)
    const principal = await readPrincipal(db, tenantId, sessionId)
    if (principal === null || !isOpen(principal.session, platform.clock.now())) return null
    const { session, user, rights } = principal
    if (user === null || user.locked || user.state === 'INACTIVE') return null
    return createContext({
      ...systemContext(platform, { tenant, name: 'job' }),
      actor: {
        kind: 'user',
        id: user.id,
        name: user.userId,
        sessionId: session.id,
        stepUpExpiresAt: null,
        authenticatedAt: session.authenticated_at,
        ...rights,
      },
    })
  }
}
