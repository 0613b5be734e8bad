import { listAssignedTokens } from '@signet/contract/authenticators/hardware-tokens'
import type { z } from 'zod'
import { post } from '../checks/check.ts'
import { drive, type Operation } from '../load/drive.ts'
import { found } from '../report/finding.ts'
import { seedHandedOut } from '../seed/tokens.ts'
import { goals } from './goals.ts'
import type { Measure, Stage } from './measure.ts'

type Asked = z.input<typeof listAssignedTokens.body>

const pageOf = async ({ site, signet }: Stage, asked: Asked) => {
  const body = { limit: 20, ...asked }
  const session = site.seeding.adminToken
  const page = await post(signet.http, listAssignedTokens.path, { session, body })
  const { results, paging } = listAssignedTokens.answer.parse(page)
  if (results.length === 0) throw new Error('an empty page')
  return paging
}

/** Each lane turns pages from the first on. */
const turnPages = (stage: Stage): Operation => {
  const cursors: (string | null)[] = []
  return async (lane) => {
    cursors[lane] = (await pageOf(stage, { cursor: cursors[lane] ?? undefined })).nextCursor
  }
}

/** The beginning of a serial number that a hundred have, or of a user id that a hundred have. */
const search = (stage: Stage): Operation => {
  const most = Math.max(1, Math.floor(stage.site.users / 100))
  return async (lane) => {
    const part = Math.floor(Math.random() * most)
    const serial = String(part).padStart(7, '0')
    await pageOf(stage, { search: lane % 2 === 0 ? serial : `user-${part}` })
  }
}

/** As many tokens as people. */
export const tokenListLines: Measure = {
  lines: [goals.tokensPageTail, goals.tokensSearchTail],
  needs: ['listAssignedTokens'],
  async run(stage) {
    const { site, signet, seconds } = stage
    await seedHandedOut(site.owner, {
      tenantId: site.seeding.ctx.tenant.id,
      from: 0,
      to: site.users,
    })
    const { measured } = signet
    const pages = await drive({ measured, operation: turnPages(stage), seconds })
    const searches = await drive({ measured, operation: search(stage), seconds })
    return [
      found(goals.tokensPageTail, pages.latency.p99, pages),
      found(goals.tokensSearchTail, searches.latency.p99, searches),
    ]
  },
}
