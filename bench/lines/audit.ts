import { performance } from 'node:perf_hooks'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import {
  countActiveUsers,
  countAuthentications,
  countAuthenticationsByAuthenticator,
  countOutcomes,
  listFailedAuthentications,
} from '@signet/contract/operations/reports'
import type { Administrator } from '../flows/administration.ts'
import { expectStatus } from '../load/http.ts'
import { onBothCores } from '../machine/pinning.ts'
import { type Finding, found } from '../report/finding.ts'
import { seedAuditEvents } from '../seed/audit-events.ts'
import { userKeyOf } from '../seed/users.ts'
import type { Signet } from '../subject/signet.ts'
import type { Site } from '../subject/site.ts'
import { goals } from './goals.ts'
import type { Measure } from './measure.ts'

const dayMillis = 86_400_000
const times = 3

/** Thirty days that begin at the midnight of a place east of UTC, as a dashboard there asks for them. */
const range = () => {
  const midnight = Math.ceil(Date.now() / dayMillis) * dayMillis - 5.5 * 3_600_000
  const from = new Date(midnight - 30 * dayMillis).toISOString()
  return { from, until: new Date(midnight).toISOString() }
}

/** What administrators ask of the log, by a name for the table. */
const asked = () => {
  const days = { ...range(), interval: 'DAY' }
  const page = (filter: object) => ({
    endpoint: listAuditEvents,
    body: { ...range(), ...filter, limit: 50 },
  })
  return {
    'the newest': page({}),
    'one action': page({ actions: ['GROUP_MEMBER_ADDED'] }),
    'what was refused': page({ outcome: 'FAILURE' }),
    'one person': page({ entityId: userKeyOf(7) }),
    'one address': page({ address: '10.7.0.1' }),
    'part of a name': page({ text: 'user-7777' }),
    'a word that is in two of five': page({ text: 'authentication' }),
    'a word that is nowhere': page({ text: 'nobody of this name' }),
    'sign-ins by day': { endpoint: countAuthentications, body: days },
    'people by day': { endpoint: countActiveUsers, body: days },
    'outcomes by action': { endpoint: countOutcomes, body: range() },
    'sign-ins by authenticator': { endpoint: countAuthenticationsByAuthenticator, body: range() },
    'who failed most': { endpoint: listFailedAuthentications, body: range() },
  } as const
}

type Asked = ReturnType<typeof asked>[keyof ReturnType<typeof asked>]

/** Seconds of the middle one of three. */
const timeReport = async ({ http, token }: Administrator, { endpoint, body }: Asked) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const { method, path } = endpoint
  const seconds: number[] = []
  for (let time = 0; time < times; time += 1) {
    const began = performance.now()
    expectStatus(await http.ask(path, { method, headers, body: JSON.stringify(body) }), 200)
    seconds.push((performance.now() - began) / 1000)
  }
  return seconds.toSorted((a, b) => a - b)[1] ?? Number.NaN
}

interface Audited {
  readonly site: Site
  readonly events: number
}

const timeReports = async (site: Site, signet: Signet): Promise<readonly Finding[]> => {
  const administrator = { http: signet.http, token: site.seeding.adminToken }
  const each: { readonly name: string; readonly seconds: number }[] = []
  for (const [name, report] of Object.entries(asked())) {
    each.push({ name, seconds: await timeReport(administrator, report) })
  }
  const slowest = Math.max(...each.map(({ seconds }) => seconds))
  const about = (name: string) =>
    ({ line: `audit report: ${name}`, unit: 's', better: 'less' }) as const
  return [
    found(goals.auditReports, slowest),
    ...each.map(({ name, seconds }) => found(about(name), seconds)),
  ]
}

/** Beside everything else on the site, as the last lines: what is seeded stays. */
export const auditReportLines: Measure<Audited> = {
  lines: [goals.auditReports],
  needs: ['listAuditEvents', 'countActiveUsers'],
  async run({ site, events }) {
    const tenantId = site.seeding.ctx.tenant.id
    await seedAuditEvents(site.owner, { tenantId, count: events, users: site.users })
    const signet = await site.start({}, 'both')
    try {
      return await onBothCores(site.postgres.pid, () => timeReports(site, signet))
    } finally {
      await signet.stop()
    }
  },
}
