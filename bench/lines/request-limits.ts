import { performance } from 'node:perf_hooks'
import { systemClock } from '@signet/server/platform/clock'
import { RequestBuckets } from '@signet/server/platform/request-limits/buckets'
import { found } from '../report/finding.ts'
import { goals } from './goals.ts'
import type { Measure } from './measure.ts'

const callers = 20_000
const requests = 1_000_000

/** What the limiter takes of a request, for many callers of one tenant on two nodes: below 20 µs. */
export const requestLimitsLine: Measure = {
  lines: [goals.requestLimits],
  async run({ hashesPerCore }) {
    const policy = { rate: 1e9, periodSeconds: 60, burst: 1e9 }
    const limits = new RequestBuckets({
      clock: systemClock,
      scale: () => 1,
      nodes: () => 2,
      policyOf: () => policy,
    })
    const tenantId = crypto.randomUUID()
    const names = Array.from({ length: callers }, () => crypto.randomUUID())
    const began = performance.now()
    for (let at = 0; at < requests; at += 1) {
      limits.take({ tenantId, subject: 'USER', name: names[at % callers] ?? '' }, 'read')
    }
    const perSecond = (requests * 1000) / (performance.now() - began)
    const against = { name: 'argon2id', ratio: perSecond / hashesPerCore }
    return [found({ ...goals.requestLimits, against }, perSecond)]
  },
}
