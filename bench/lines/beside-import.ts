import { systemContext } from '@signet/server/kit/create-context'
import { createTenantFinder } from '@signet/server/modules/tenancy/tenants/index'
import { buildAdmin } from '@signet/server/testing/builders'
import type { Administrator } from '../flows/administration.ts'
import { beginImport, cancelImport } from '../flows/imports.ts'
import { signIn } from '../flows/openid-connect.ts'
import { provePassword } from '../flows/signet.ts'
import { drive, type Run, signInWarmSeconds } from '../load/drive.ts'
import { forHost } from '../load/http.ts'
import { onBothCores } from '../machine/pinning.ts'
import { found } from '../report/finding.ts'
import { peopleFile } from '../seed/people-file.ts'
import { authorityOf, makeTenant } from '../seed/tenants.ts'
import type { Signet } from '../subject/signet.ts'
import type { Site } from '../subject/site.ts'
import { goals } from './goals.ts'
import type { Measure } from './measure.ts'
import { anyUser } from './sign-in.ts'

interface Beside {
  readonly site: Site
  readonly seconds: number
  /** More than are imported while sign-ins are measured. */
  readonly rows: number
}

/** A number that no tenant of the other lines has. */
const importer = 100_000

/** An administrator of a tenant of its own. */
const administratorOf = async (
  { seeding }: Site,
  { http, service }: Signet,
): Promise<Administrator> => {
  const { platform } = seeding.ctx
  const id = await makeTenant(seeding, importer)
  const tenant = await createTenantFinder(platform.database).byId(id)
  if (tenant === null) throw new Error('the tenant was not made')
  await Promise.all([platform.secrets.ready(id), platform.keyRing.warm(id)])
  const { token } = await buildAdmin(systemContext(platform, { tenant, name: 'bench' }))
  const { port } = new URL(service.url)
  return { http: forHost(http, authorityOf(importer, port)), token }
}

/** Two people at a time: the machine is not at its limit without the import. */
const driveFew = ({ site, seconds }: Beside, { http, measured }: Signet): Promise<Run> =>
  drive({
    measured,
    lanes: 2,
    seconds,
    warmSeconds: signInWarmSeconds,
    operation: async () => {
      await signIn({ http, client: site.app, prove: provePassword, user: anyUser({ site }) })
    },
  })

/** Sign-ins of one tenant alone, then while another tenant imports users: the times of one sign-in. */
export const besideImportLine: Measure<Beside> = {
  lines: [goals.besideImport, goals.besideImportTail],
  needs: ['startImportusers', 'queryAuthenticators', 'completeAuthentication'],
  async run(beside) {
    const { site, rows } = beside
    const signet = await site.start({}, 'both')
    try {
      const administrator = await administratorOf(site, signet)
      return await onBothCores(site.postgres.pid, async () => {
        const alone = await driveFew(beside, signet)
        const id = await beginImport(administrator, peopleFile('beside', rows))
        const during = await driveFew(beside, signet)
        await cancelImport(administrator, id)
        return [
          found(goals.besideImport, during.latency.p50 / alone.latency.p50, during),
          found(goals.besideImportTail, during.latency.p99 / alone.latency.p99),
        ]
      })
    } finally {
      await signet.stop()
    }
  },
}
