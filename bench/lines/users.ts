import { type Administrator, addUser, readUserPage } from '../flows/administration.ts'
import { drive, type Operation, type Run } from '../load/drive.ts'
import { type Finding, found } from '../report/finding.ts'
import { goals } from './goals.ts'
import type { About, Measure, Stage } from './measure.ts'

const administratorOf = ({ site, signet }: Pick<Stage, 'site' | 'signet'>): Administrator => ({
  http: signet.http,
  token: site.seeding.adminToken,
})

const pageSize = 20

/** Each lane turns pages from the first on, in the order of names. */
const turnPages = (administrator: Administrator): Operation => {
  const cursors: (string | null)[] = []
  return async (lane) => {
    const cursor = cursors[lane] ?? undefined
    const { paging, results } = await readUserPage(administrator, { limit: pageSize, cursor })
    if (results.length === 0) throw new Error('an empty page')
    cursors[lane] = paging.nextCursor
  }
}

/** Part of a user id: four digits stand in a handful of the user ids and mail addresses. */
const rarePart = (): string => `r-${1000 + Math.floor(Math.random() * 9000)}`
const common = ['dijkstra', 'hopper', 'liskov', 'turing', 'lovelace']
const commonPart = (): string => common[Math.floor(Math.random() * common.length)] ?? 'turing'

const search =
  (administrator: Administrator, part: () => string): Operation =>
  async () => {
    const { results } = await readUserPage(administrator, { limit: pageSize, search: part() })
    if (results.length === 0) throw new Error('found nobody')
  }

const run = (stage: Pick<Stage, 'signet' | 'seconds'>, operation: Operation): Promise<Run> =>
  drive({ measured: stage.signet.measured, operation, seconds: stage.seconds })

const besideSelect = (stage: Stage, about: About, ran: Run): Finding => {
  const name = 'Fastify and one SELECT'
  const ratio = ran.perCore / (stage.calibrations.get(name)?.perCore ?? Number.NaN)
  return found({ ...about, against: { name, ratio } }, ran.perCore, ran)
}

export const usersPageLine: Measure = {
  lines: [goals.usersPage],
  needs: ['listUsers'],
  run: async (stage) => [
    besideSelect(stage, goals.usersPage, await run(stage, turnPages(administratorOf(stage)))),
  ],
}

export const usersSearchLine: Measure = {
  lines: [goals.usersSearch],
  needs: ['listUsers'],
  async run(stage) {
    const administrator = administratorOf(stage)
    const rare = await run(stage, search(administrator, rarePart))
    const often = await run(stage, search(administrator, commonPart))
    const about = { line: 'users search for a name that 1 in 11 has', unit: '/s per core' } as const
    return [besideSelect(stage, goals.usersSearch, rare), found(about, often.perCore, often)]
  },
}

/** With a million users, where only the tail has a goal. */
export const usersTailLines: Measure = {
  lines: [goals.usersPageTail, goals.usersSearchTail],
  needs: ['listUsers'],
  async run(stage) {
    const administrator = administratorOf(stage)
    const pages = await run(stage, turnPages(administrator))
    const searches = await run(stage, search(administrator, rarePart))
    return [
      found(goals.usersPageTail, pages.latency.p99, pages),
      found(goals.usersSearchTail, searches.latency.p99, searches),
    ]
  },
}

export const createUserLine: Measure = {
  lines: [goals.createUser],
  needs: ['createUser'],
  async run(stage) {
    const administrator = administratorOf(stage)
    const ran = await run(stage, () => addUser(administrator))
    const against = { name: 'argon2id', ratio: ran.perCore / stage.hashesPerCore }
    return [found({ ...goals.createUser, against }, ran.perCore, ran)]
  },
}
