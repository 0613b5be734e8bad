import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { type Copy, copyCheckout, uncommitted } from './mutations/copy.ts'
import { coverageIds, draw, seed } from './mutations/draw.ts'
import { allMutations, isList, lists } from './mutations/lists.ts'
import type { Mutation } from './mutations/mutation.ts'
import { runTests } from './mutations/run-tests.ts'
import { faultsOf, judge, type Verdict } from './mutations/verdict.ts'
import { stopPrograms } from './test/program.ts'

const { values } = parseArgs({
  options: {
    list: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    from: { type: 'string', default: '1' },
    lanes: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    draw: { type: 'boolean', default: false },
  },
})

/** Enough for the slowest file on a busy machine; a mutation may make a loop endless. */
const limitSeconds = 600

const listed = (): readonly Mutation[] => {
  if (values.list === undefined) return allMutations
  if (!isList(values.list))
    throw new Error(`No list ${values.list}; there are: ${Object.keys(lists).join(', ')}.`)
  return lists[values.list]
}

const choose = (): readonly Mutation[] => {
  const all = listed()
  const unknown = values.only.find((id) => all.every((mutation) => mutation.id !== id))
  if (unknown !== undefined) throw new Error(`No mutation ${unknown}.`)
  return all
    .slice(Number(values.from) - 1)
    .filter(({ id }) => values.only.length === 0 || values.only.includes(id))
}

const secondsSince = (started: number): string =>
  `${((performance.now() - started) / 1000).toFixed(1)} s`

const runsWithout = new Map<string, Promise<readonly string[]>>()

/** What fails without the mutation: such a test would seem to catch it. Each set of tests runs once. */
const faultsWithout = (copy: Copy, { project, tests }: Mutation): Promise<readonly string[]> => {
  const key = tests.join()
  const known = runsWithout.get(key)
  if (known !== undefined) return known
  const run = runTests({ folder: copy.folder, project, tests, limitSeconds })
  const faults = run.then((report) => faultsOf(report, tests))
  runsWithout.set(key, faults)
  return faults
}

const test = async (copy: Copy, mutation: Mutation): Promise<Verdict> => {
  const [fault] = await faultsWithout(copy, mutation)
  if (fault !== undefined) return { outcome: 'error', detail: `without the mutation: ${fault}` }
  const { project, tests } = mutation
  const run = { folder: copy.folder, project, tests, limitSeconds }
  return copy.withMutation(mutation, async () => judge(await runTests(run), tests))
}

const tryOne = async (copy: Copy, mutation: Mutation): Promise<Verdict> => {
  const started = performance.now()
  const verdict = await test(copy, mutation).catch(
    (error: unknown): Verdict => ({ outcome: 'error', detail: String(error) }),
  )
  const { outcome, detail } = verdict
  const shown = outcome === 'caught' ? detail : `${mutation.promise} (${detail})`
  console.log(`${outcome.padEnd(8)} ${secondsSince(started).padStart(8)}  ${mutation.id}: ${shown}`)
  return verdict
}

/** What no lane has begun; a signal empties it. */
const waiting: Mutation[] = []

/** Each lane has a copy, and takes the next mutation when it has ended one. */
const runLanes = async (copies: readonly Copy[], mutations: readonly Mutation[]) => {
  waiting.push(...mutations)
  const verdicts: Verdict[] = []
  const lane = async (copy: Copy): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      verdicts.push(await tryOne(copy, next))
  }
  await Promise.all(copies.map(lane))
  return verdicts
}

const runAll = async (mutations: readonly Mutation[]): Promise<number> => {
  const started = performance.now()
  const lanes = Math.max(1, Math.min(Number(values.lanes), mutations.length))
  const copies = Array.from({ length: lanes }, copyCheckout)
  const verdicts = await runLanes(copies, mutations)
  const count = (outcome: Verdict['outcome']): number =>
    verdicts.filter((verdict) => verdict.outcome === outcome).length
  const errors = count('error') > 0 ? `, ${count('error')} errors` : ''
  console.log(`in ${secondsSince(started)}`)
  console.log(`${count('caught')} caught, ${count('survived')} survived${errors}`)
  return count('caught') === verdicts.length ? 0 : 1
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    console.error(`\nStopping (${signal})…`)
    waiting.length = 0
    void stopPrograms().then(() => process.exit(130))
  })
}

const main = async (): Promise<number> => {
  if (values.draw) {
    console.log(`Seed ${seed}, ${coverageIds().length} ids:\n${draw().toSorted().join('\n')}`)
    return 0
  }
  const changes = uncommitted()
  if (changes !== '')
    throw new Error(`Commit first: mutations are made in a copy of HEAD.\n${changes}`)
  const mutations = choose()
  if (mutations.length === 0) throw new Error('No mutation was chosen.')
  return await runAll(mutations)
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
