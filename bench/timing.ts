import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import type { Http } from './load/http.ts'
import { pinDriver } from './machine/pinning.ts'
import { startPostgres } from './machine/postgres.ts'
import { userIdOf } from './seed/users.ts'
import { openSite } from './subject/site.ts'
import { type Case, cases } from './timing/cases.ts'
import { compare } from './timing/statistics.ts'

/*
 * npm run bench:timing [-- --samples N]
 * Whether the time of an answer tells known from unknown users: one request at a time, both kinds
 * in turn and in random order, each about a user id of its own.
 */
const { values } = parseArgs({ options: { samples: { type: 'string', default: '2000' } } })
const samples = Number(values.samples)

/** Milliseconds of one request; statuses are kept apart from times. */
const timeOf = async (each: Case, http: Http, userId: string) => {
  const send = await each.prepare(http, userId)
  const began = performance.now()
  const { status } = await send()
  return { millis: performance.now() - began, status }
}

interface Times {
  readonly known: number[]
  readonly unknown: number[]
  readonly statuses: Set<number>
}

const measure = async (each: Case, http: Http): Promise<Times> => {
  const times: Times = { known: [], unknown: [], statuses: new Set() }
  const warm = Math.min(100, samples)
  for (let index = -warm; index < samples; index += 1) {
    const kinds =
      Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of kinds) {
      const userId =
        kind === 'known' ? userIdOf(warm + index) : `user-${randomBytes(4).toString('hex')}`
      const { millis, status } = await timeOf(each, http, userId)
      if (index >= 0) times[kind].push(millis)
      times.statuses.add(status)
    }
  }
  return times
}

pinDriver()
const postgres = await startPostgres()
const site = await openSite(postgres, [])
await site.grow(samples + 200)
const signet = await site.start({ SIGNET_DEV: 'true' })
console.log(`${samples} requests about known and ${samples} about unknown users, ms`)
for (const each of cases) {
  const { known, unknown, statuses } = await measure(each, signet.http)
  const { medianKnown, medianUnknown, chance, deviation, verdict } = compare(known, unknown)
  console.log(
    `${each.name.padEnd(32)} median ${medianKnown.toFixed(2)} / ${medianUnknown.toFixed(2)}   ` +
      `chance ${chance.toFixed(3)} (${deviation.toFixed(1)} sd)   ${verdict.padEnd(11)} ` +
      `status ${[...statuses].join(', ')}`,
  )
}
await signet.stop()
await site.close()
await postgres.stop()
process.exit(0)
