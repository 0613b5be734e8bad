import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { audit } from '@signet/server/kit/audit'
import type { Context } from '@signet/server/kit/context'
import { found } from '../report/finding.ts'
import { goals } from './goals.ts'
import type { Measure } from './measure.ts'
import { driveSignIn } from './sign-in.ts'

const perSecond = 1000
const perTransaction = 25

const write = (ctx: Context): Promise<void> =>
  ctx.transaction(async (ctx) => {
    for (let made = 0; made < perTransaction; made += 1) {
      const subject = { entity: 'GRIDS', id: `grid-${made}`, name: `Grid ${made}` }
      audit(ctx, 'GRID_UPDATED', { subject, before: { state: 'ACTIVE' }, after: { state: 'HELD' } })
    }
  })

/** Writes at an even pace, as another node would, until it is stopped. Answers how many a second it were. */
const keepWriting = (ctx: Context) => {
  const began = performance.now()
  let written = 0
  const over = new AbortController()
  const run = async (): Promise<number> => {
    while (!over.signal.aborted) {
      const due = ((performance.now() - began) / 1000) * perSecond
      if (written >= due) await sleep(5)
      else {
        await write(ctx)
        written += perTransaction
      }
    }
    return (written * 1000) / (performance.now() - began)
  }
  const running = run()
  return {
    stop: (): Promise<number> => {
      over.abort()
      return running
    },
  }
}

/** Writing, chaining and counting share the core of service and database with the sign-ins. */
export const auditWritingLine: Measure = {
  lines: [goals.besideAudit],
  needs: ['queryAuthenticators', 'completeAuthentication'],
  async run(stage) {
    const alone = await driveSignIn(stage)
    const writing = keepWriting(stage.site.seeding.ctx)
    const beside = await driveSignIn(stage)
    const written = await writing.stop()
    const about = { line: 'audit events written meanwhile', unit: '/s' } as const
    return [
      found(goals.besideAudit, beside.perSecond / alone.perSecond, beside),
      found(about, written),
    ]
  },
}
