import { clientCredentials } from '../flows/openid-connect.ts'
import { drive } from '../load/drive.ts'
import { forHost } from '../load/http.ts'
import { memoryMb } from '../machine/memory.ts'
import { found } from '../report/finding.ts'
import { authorityOf, clientIdOf, clientsOfTenant, seedTenants } from '../seed/tenants.ts'
import type { Site } from '../subject/site.ts'
import { goals } from './goals.ts'
import type { Measure } from './measure.ts'

interface Many {
  readonly site: Site
  readonly seconds: number
}

const tenants = 1000

/** Every client of every tenant in turn, on a service that has just started; then what it holds. */
export const tenantLines: Measure<Many> = {
  lines: [goals.clientCredentialsOfMany, goals.memoryOfMany],
  async run({ site, seconds }) {
    await seedTenants(site.owner, site.seeding, { tenants, clientId: site.service.id })
    const signet = await site.start()
    try {
      const { http, measured, service } = signet
      const { port } = new URL(service.url)
      let turn = 0
      const operation = (): Promise<void> => {
        const tenant = turn % tenants
        const client = Math.floor(turn / tenants) % clientsOfTenant
        turn += 1
        const id = clientIdOf(tenant, client)
        return clientCredentials(forHost(http, authorityOf(tenant, port)), { ...site.service, id })
      }
      for (let each = 0; each < tenants * clientsOfTenant; each += 1) await operation()
      const run = await drive({ measured, operation, seconds })
      const held = found(goals.memoryOfMany, memoryMb(service.pid))
      return [found(goals.clientCredentialsOfMany, run.perCore, run), held]
    } finally {
      await signet.stop()
    }
  },
}
