import { setTimeout as pause } from 'node:timers/promises'
import { effectOf, type WhatIfEffect } from '@signet/rules/risk/effects'
import { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import type { Job } from '../../../platform/queue.ts'
import { openReplay, Plans } from '../resource-rules/index.ts'
import { openSessions } from '../sign-in/index.ts'
import { judgeLockouts } from './lockout-stretch.ts'
import {
  type Affected,
  addPeople,
  type FormerDecision,
  readDecisions,
  readGroups,
} from './replayed-decisions.repository.ts'
import {
  countPeople,
  find,
  findForChange,
  type StoredWhatIf,
  update,
} from './what-ifs.repository.ts'

/** What a job works before it hands over to the next. */
const sliceMillis = 30_000
/** Decisions a statement: one that takes longer would let sign-ins wait. */
const stretch = 1000
/** People a statement, each with the answers of a month. */
const stretchOfPeople = 200
/** For each moment of work half a one for sign-ins. */
const rest = 0.5

type Replay = ReturnType<typeof openReplay>

const Content = z.object({ id: z.uuid() })
type Work = Pick<Job, 'content' | 'signal' | 'isLast'>

export const none: Readonly<Record<WhatIfEffect, number>> = {
  BLOCKED: 0,
  STEPPED_UP: 0,
  LET_THROUGH: 0,
}

export const enqueueWhatIf = (ctx: Context, id: string) =>
  ctx.platform.queue.enqueue(ctx.db, {
    tenantId: ctx.tenant.id,
    queue: 'what-ifs',
    content: { id },
  })

export const subjectOf = ({ id, name }: Pick<StoredWhatIf, 'id' | 'name'>) => ({
  entity: 'CONTEXTRULES',
  id,
  name,
})

const isOpen = (row: StoredWhatIf | null | undefined): row is StoredWhatIf =>
  row?.state === 'WAITING' || row?.state === 'RUNNING'

interface Judged {
  /** The place where the next stretch begins; null for where it was. */
  readonly cursor: string | null
  readonly count: number
  /** A person once for each effect. */
  readonly people: readonly Affected[]
  /** Decisions whose record does not hold what they would have to be judged by. */
  readonly unknown: number
  readonly isLast: boolean
}

/** Judges the next stretch of a check again. */
interface Judge {
  readonly next: (ctx: Context, row: StoredWhatIf) => Promise<Judged>
  readonly close: () => Promise<void>
}

/** What of a stretch would have come out otherwise. */
const judgeAgain = async (
  ctx: Context,
  replay: Replay,
  decisions: readonly FormerDecision[],
): Promise<Pick<Judged, 'people' | 'unknown' | 'count'>> => {
  const userIds = decisions.map(({ user_id }) => user_id)
  const groups = await readGroups(ctx, userIds)
  const holders = await openSessions.readHolders(ctx, replay.walksFlows ? userIds : [])
  const outcomes = await replay.judge(
    decisions.map(({ record, user_id }) => ({
      record,
      groups: groups.get(user_id) ?? [],
      holder: holders.get(user_id) ?? null,
    })),
  )
  const people = new Map<string, Affected>()
  let count = 0
  let unknown = 0
  for (const [at, { id, user_id, user_name, decided_at }] of decisions.entries()) {
    const outcome = outcomes[at] ?? null
    if (outcome === null) continue
    count += 1
    const { before, after } = outcome
    if (before === null || after === null) {
      unknown += 1
      continue
    }
    const effect = effectOf(before, after)
    if (effect === null) continue
    const key = `${effect} ${user_id}`
    const sign_ins = (people.get(key)?.sign_ins ?? 0) + 1
    const newest = { decision_id: id, decided_at, before, after }
    people.set(key, { effect, user_id, user_name, sign_ins, ...newest })
  }
  return { people: [...people.values()], unknown, count }
}

interface Reading {
  readonly after: string
  readonly decisions: Promise<readonly FormerDecision[]>
}

/** Of decisions, in a thread of their own; meanwhile the next ones are read. */
const judgeOfDecisions = (plans: Plans): Judge => {
  const replay = openReplay(plans)
  const readAfter = (ctx: Context, after: string, until: string): Reading => {
    const decisions = readDecisions(ctx, { after, until, limit: stretch })
    // Who waits for them is told; nobody may.
    decisions.catch(() => {})
    return { after, decisions }
  }
  let reading: Reading | null = null
  return {
    async next(ctx, { cursor_id: after, last_id: until }) {
      const begun = reading?.after === after ? reading : readAfter(ctx, after, until)
      const decisions = await begun.decisions
      const cursor = decisions.at(-1)?.id ?? null
      const isLast = decisions.length < stretch
      reading = isLast || cursor === null ? null : readAfter(ctx, cursor, until)
      return { ...(await judgeAgain(ctx, replay, decisions)), cursor, isLast }
    },
    close: replay.close,
  }
}

/** Of the answers of people. */
const judgeOfLockouts = (plans: Plans): Judge => ({
  next: (ctx, { cursor_id: after, last_id: until, days, created_at: begunAt }) =>
    judgeLockouts(ctx, { plans, after, until, days, begunAt, limit: stretchOfPeople }),
  close: async () => {},
})

const Kind = z.object({ kind: z.string() })

const openJudge = ({ change, plans: stored }: StoredWhatIf): Judge => {
  const plans = Plans.parse(stored)
  return Kind.parse(change).kind === 'LOCKOUT' ? judgeOfLockouts(plans) : judgeOfDecisions(plans)
}

const sumOf = (
  before: Readonly<Record<WhatIfEffect, number>>,
  people: readonly Affected[],
): Readonly<Record<WhatIfEffect, number>> => {
  const sum = { ...before }
  for (const { effect, sign_ins } of people) sum[effect] += sign_ins
  return sum
}

const peopleBy = async (ctx: Context, id: string) => {
  const counts = { ...none }
  for (const { effect, count } of await countPeople(ctx, id)) counts[effect] = Number(count)
  return counts
}

/**
 * Keeps what a stretch has shown with the place where the next one begins: killed at any moment, a
 * decision counts once. Null when the check was deleted meanwhile or another job is further.
 */
const keep = (
  ctx: Context,
  row: StoredWhatIf,
  { cursor, count, people, unknown, isLast }: Judged,
): Promise<StoredWhatIf | null> =>
  ctx.transaction(async (ctx) => {
    const present = await findForChange(ctx, row.id)
    if (!isOpen(present) || present.cursor_id !== row.cursor_id) return null
    await addPeople(ctx, row.id, people)
    return update(ctx, row.id, {
      state: isLast ? 'DONE' : 'RUNNING',
      cursor_id: cursor ?? present.cursor_id,
      decisions: present.decisions + count,
      unknown: present.unknown + unknown,
      sign_ins: JSON.stringify(sumOf(present.sign_ins, people)),
      ...(isLast
        ? {
            people: JSON.stringify(await peopleBy(ctx, row.id)),
            ended_at: ctx.platform.clock.now(),
          }
        : {}),
    })
  })

const fail = (ctx: Context, id: string): Promise<void> =>
  ctx.transaction(async (ctx) => {
    const row = await findForChange(ctx, id)
    if (!isOpen(row)) return
    await update(ctx, id, { state: 'FAILED', ended_at: ctx.platform.clock.now() })
    audit(ctx, 'WHAT_IF_CREATED', { subject: subjectOf(row), outcome: 'FAILURE' })
  })

const workSlice = async (
  ctx: Context,
  judge: Judge,
  { begun, signal }: { readonly begun: StoredWhatIf; readonly signal: AbortSignal },
): Promise<void> => {
  const started = performance.now()
  let row: StoredWhatIf | null = begun
  while (isOpen(row)) {
    const since = performance.now()
    row = await keep(ctx, row, await judge.next(ctx, row))
    if (!isOpen(row)) return
    if (signal.aborted || performance.now() - started > sliceMillis) {
      const { id } = row
      await ctx.transaction((ctx) => enqueueWhatIf(ctx, id))
      return
    }
    await pause((performance.now() - since) * rest)
  }
}

/** Judges former decisions again, for half a minute. */
export const workOnWhatIf = async (ctx: Context, job: Work): Promise<void> => {
  const { id } = Content.parse(job.content)
  const row = await find(ctx, id)
  if (!isOpen(row)) return
  const judge = openJudge(row)
  try {
    await workSlice(ctx, judge, { begun: row, signal: job.signal })
  } catch (error) {
    if (job.isLast) await fail(ctx, id)
    throw error
  } finally {
    await judge.close()
  }
}
