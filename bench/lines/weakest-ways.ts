import { randomUUID } from 'node:crypto'
import { ResourceRuleDefinition } from '@signet/contract/access/resource-rules'
import { readApplicationWays } from '@signet/contract/access/weakest-ways'
import { resourceRules } from '@signet/server/modules/access/resource-rules/index'
import { createApiApplication } from '@signet/server/modules/applications/api-applications/index'
import { pathOf } from '@signet/server/testing/call'
import { drive } from '../load/drive.ts'
import { expectStatus } from '../load/http.ts'
import { found } from '../report/finding.ts'
import { seedGroupedUsers } from '../seed/grouped-users.ts'
import { goals } from './goals.ts'
import type { Measure, Stage } from './measure.ts'

const [users, groups, applications] = [10_000, 200, 200]
/** As many as one rule may name. */
const groupsOfRule = 100

/** Applications with a rule each; those of the last tell all groups apart. */
const seed = async ({ site }: Pick<Stage, 'site'>): Promise<string> => {
  const { ctx } = site.seeding
  const ids = Array.from({ length: groups }, () => randomUUID())
  await seedGroupedUsers(site.owner, { tenantId: ctx.tenant.id, ids, users })
  const rule = async (resourceId: string, groupIds: readonly string[]): Promise<void> => {
    const definition = ResourceRuleDefinition.parse({ resourceId, groupIds })
    await resourceRules.create(ctx, { ...definition, name: `Rule ${randomUUID()}` })
  }
  let last = ''
  for (let at = 0; at < applications; at += 1) {
    const wanted = { name: `Desk ${at}`, description: '', enabled: true, addresses: [] }
    const made = await createApiApplication(ctx, 'AUTH_API', { ...wanted, tokenTtlSeconds: 3600 })
    last = made.application.id
    if (at < applications - 1) await rule(last, ids.slice(at, at + 1))
  }
  for (let at = 0; at < groups; at += groupsOfRule)
    await rule(last, ids.slice(at, at + groupsOfRule))
  return last
}

/** The cheapest way into an application whose rules tell two hundred groups apart. */
export const weakestWayLine: Measure = {
  lines: [goals.weakestWays],
  needs: ['readApplicationWays'],
  async run(stage) {
    const { http, measured } = stage.signet
    const path = pathOf(readApplicationWays, { id: await seed(stage) })
    const headers = { authorization: `Bearer ${stage.site.seeding.adminToken}` }
    const operation = async (): Promise<void> => {
      const { text } = expectStatus(await http.ask(path, { headers }), 200)
      const { counted } = readApplicationWays.answer.parse(JSON.parse(text))
      if (counted.kinds < groups) throw new Error(`${counted.kinds} kinds were told apart`)
    }
    const run = await drive({ measured, operation, lanes: 2, seconds: stage.seconds })
    const name = 'Fastify and one SELECT'
    const ratio = run.perCore / (stage.calibrations.get(name)?.perCore ?? Number.NaN)
    return [found({ ...goals.weakestWays, against: { name, ratio } }, run.perCore, run)]
  },
}
