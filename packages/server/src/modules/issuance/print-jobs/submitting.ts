import { createHash } from 'node:crypto'
import { type CardFate, isActive, newPrintJob, type ReprintReason } from '@signet/rules/print-jobs'
import { audit } from '../../../kit/audit.ts'
import { actorName, type Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { insertRow, newIds, noteRow, removeRows } from '../../../platform/db/row-sets.ts'
import { issuanceCredits } from '../../tenancy/entitlements/index.ts'
import { enrollmentSets } from '../enrollments/index.ts'
import type { StoredPrinter } from '../printers/index.ts'
import { wakeLane } from '../printers/index.ts'
import {
  findAttempt,
  insertContents,
  insertJobs,
  type JobColumns,
  listLastAttempts,
  type StoredJob,
} from './print-jobs.repository.ts'

export interface Reprint {
  readonly reason: ReprintReason
  readonly note: string
  readonly fate: CardFate
}

/** A card as it is printed: frozen when it is asked for. */
export interface CardToPrint {
  readonly kind: 'CARD' | 'SAMPLE'
  readonly issuanceId: string
  readonly title: string
  readonly groupId: string | null
  readonly designId: string
  readonly designVersion: number
  readonly values: Readonly<Record<string, string>>
  readonly attempt?: number | undefined
  readonly reprint?: Reprint | undefined
  readonly printer: StoredPrinter
  readonly hopper: string | null
}

export type Outcome = { readonly job: StoredJob } | { readonly refused: ApiError }

/** The same request gives the same; who asks belongs to it. */
const hashOf = (ctx: Context, card: CardToPrint): string => {
  const { designId, designVersion, values, hopper, reprint, printer } = card
  const sorted = Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const asked = [
    actorName(ctx),
    designId,
    designVersion,
    sorted,
    hopper,
    reprint ?? null,
    printer.id,
  ]
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex')
}

type Refusal = 'ISSUANCE_PRINT_ACTIVE' | 'ISSUANCE_PRINT_CONFLICT' | 'ISSUANCE_PRINT_DONE'

const refusal = (code: Refusal, { created_by: who, created_at: when }: StoredJob): ApiError =>
  new ApiError(code, { parameters: { who, when: when.toISOString() } })

interface Asked {
  readonly card: CardToPrint
  readonly hash: string
}

/** Which attempt it is; or the job that exists, or why there is none. */
type Decision = { readonly attempt: number } | Outcome

const sameOr = (job: StoredJob, hash: string, code: Refusal): Outcome =>
  job.request_hash === hash ? { job } : { refused: refusal(code, job) }

/** The number was given: it is the next one, or has been asked for in the same way. */
const numbered = async (
  ctx: Context,
  { card, hash }: Asked,
  last: StoredJob | undefined,
): Promise<Decision | null> => {
  if (card.attempt === undefined) return null
  const known = await findAttempt(ctx, card.issuanceId, card.attempt)
  if (known !== undefined) return sameOr(known, hash, 'ISSUANCE_PRINT_CONFLICT')
  if (card.attempt === (last?.attempt ?? 0) + 1) return null
  return { refused: new ApiError('ISSUANCE_PRINT_CONFLICT') }
}

const decide = async (
  ctx: Context,
  asked: Asked,
  last: StoredJob | undefined,
): Promise<Decision> => {
  const known = await numbered(ctx, asked, last)
  if (known !== null) return known
  if (last === undefined) return { attempt: 1 }
  if (isActive(last.queue_state)) {
    // A number that is not the active one’s asks for another card.
    if (asked.card.attempt === undefined) return sameOr(last, asked.hash, 'ISSUANCE_PRINT_ACTIVE')
    return { refused: refusal('ISSUANCE_PRINT_ACTIVE', last) }
  }
  if (last.queue_state === 'COMPLETED' && asked.card.reprint === undefined) {
    return { refused: refusal('ISSUANCE_PRINT_DONE', last) }
  }
  return { attempt: last.attempt + 1 }
}

interface Place {
  readonly batchId: string
  readonly position: number
  readonly attempt: number
}

const rowOf = (ctx: Context, { card, hash }: Asked, place: Place): JobColumns => {
  const now = ctx.platform.clock.now()
  return {
    id: ctx.platform.ids.uuid(),
    batch_id: place.batchId,
    position: place.position,
    attempt: place.attempt,
    kind: card.kind,
    issuance_id: card.issuanceId,
    request_hash: hash,
    title: card.title,
    group_id: card.groupId,
    design_id: card.designId,
    design_version: card.designVersion,
    printer_id: card.printer.id,
    printer_name: card.printer.name,
    hopper: card.hopper ?? card.printer.hopper,
    queue_state: newPrintJob.queueState,
    print_status: newPrintJob.printStatus,
    sent: newPrintJob.sent,
    reprint_reason: card.reprint?.reason ?? null,
    reprint_note: card.reprint?.note ?? null,
    previous_fate: card.reprint?.fate ?? null,
    next_at: now,
    created_at: now,
    created_by: actorName(ctx),
    device_number: null,
    image_sha256: null,
    started_at: null,
    ended_at: null,
    removed_at: null,
  }
}

interface Decided extends Asked {
  readonly decision: Decision
}

const decideAll = async (ctx: Context, cards: readonly CardToPrint[]): Promise<Decided[]> => {
  const last = new Map(
    (
      await listLastAttempts(
        ctx,
        cards.map(({ issuanceId }) => issuanceId),
      )
    ).map((job) => [job.issuance_id, job]),
  )
  const decided: Decided[] = []
  for (const card of cards) {
    const asked = { card, hash: hashOf(ctx, card) }
    decided.push({ ...asked, decision: await decide(ctx, asked, last.get(card.issuanceId)) })
  }
  return decided
}

const noCredit = (): Outcome => ({ refused: new ApiError('ISSUANCE_NO_CREDIT') })

/** What would become of cards if they were asked for now; null for one that would be printed. */
export const foresee = async (
  ctx: Context,
  cards: readonly CardToPrint[],
): Promise<readonly (Outcome | null)[]> => {
  let left = await issuanceCredits.roomForCards(ctx)
  return (await decideAll(ctx, cards)).map(({ decision }) => {
    if (!('attempt' in decision)) return decision
    left -= 1
    return left < 0 ? noCredit() : null
  })
}

/** What somebody else was quicker with: theirs is the job, or the reason. */
const lostRace = async (ctx: Context, { card, hash }: Asked): Promise<Outcome> => {
  const [job] = await listLastAttempts(ctx, [card.issuanceId])
  if (job === undefined) throw new Error('a print job was refused by nothing')
  return sameOr(job, hash, 'ISSUANCE_PRINT_ACTIVE')
}

interface Submitted {
  /** Null where nothing new was begun. */
  readonly batchId: string | null
  readonly outcomes: readonly Outcome[]
}

const isNew = ({ decision }: Decided): boolean => 'attempt' in decision

const rowsOf = (ctx: Context, batchId: string, fresh: readonly Decided[]): JobColumns[] =>
  fresh.map((asked, position) =>
    rowOf(ctx, asked, {
      batchId,
      position,
      attempt: 'attempt' in asked.decision ? asked.decision.attempt : 0,
    }),
  )

/**
 * Those for which there are credentials left, the first of them, which are used up with that. Samples
 * are not counted.
 */
const withinCredits = async (ctx: Context, rows: readonly JobColumns[]) => {
  const cards = rows.filter(({ kind }) => kind === 'CARD').length
  const taken = await issuanceCredits.takeForCards(ctx, cards)
  return taken === null ? rows : rows.slice(0, taken).map((row) => ({ ...row, counted: true }))
}

interface Begun {
  readonly jobs: ReadonlyMap<string, StoredJob>
  /** The cards for which no credentials are left. */
  readonly beyond: ReadonlySet<string>
}

/** The jobs of new attempts, by their cards, but of those that another request was quicker with. */
const begin = async (ctx: Context, batchId: string, fresh: readonly Decided[]): Promise<Begun> => {
  if (fresh.length === 0) return { jobs: new Map(), beyond: new Set() }
  const batch = { ...newIds(ctx), id: batchId, total: fresh.length }
  await insertRow(ctx, 'print_batches', { ...batch, created_by: actorName(ctx) })
  const all = rowsOf(ctx, batchId, fresh)
  const ofRecords = all.filter(({ kind }) => kind === 'CARD')
  await enrollmentSets.hold(
    ctx,
    ofRecords.map(({ issuance_id }) => issuance_id),
  )
  const rows = await withinCredits(ctx, all)
  const jobs = new Map((await insertJobs(ctx, rows)).map((job) => [job.issuance_id, job]))
  const lost = rows.filter(({ counted, issuance_id: id }) => counted === true && !jobs.has(id))
  await issuanceCredits.giveBack(ctx, lost.length)
  if (jobs.size === 0) await removeRows(ctx, 'print_batches', [batch])
  else if (jobs.size < all.length) {
    await noteRow(ctx, 'print_batches', { id: batchId, total: jobs.size })
  }
  await insertContents(
    ctx,
    fresh.flatMap(({ card }) => {
      const job = jobs.get(card.issuanceId)
      return job === undefined ? [] : [{ jobId: job.id, values: card.values }]
    }),
  )
  const beyond = new Set(all.slice(rows.length).map(({ issuance_id }) => issuance_id))
  return { jobs, beyond }
}

/**
 * Puts cards into the queue, within the open transaction. Each gives its job, the job that it was
 * asked for by before, or why it is not printed.
 */
const enqueue = async (ctx: Context, cards: readonly CardToPrint[]): Promise<Submitted> => {
  const decided = await decideAll(ctx, cards)
  const batchId = ctx.platform.ids.uuid()
  const { jobs, beyond } = await begin(ctx, batchId, decided.filter(isNew))
  const outcomes: Outcome[] = []
  for (const asked of decided) {
    const { decision, card } = asked
    const job = jobs.get(card.issuanceId)
    if (!('attempt' in decision)) outcomes.push(decision)
    else if (beyond.has(card.issuanceId)) outcomes.push(noCredit())
    else outcomes.push(job === undefined ? await lostRace(ctx, asked) : { job })
  }
  return { batchId: jobs.size === 0 ? null : batchId, outcomes }
}

/** @throws the refusal of the first card where `allOrNone` and one is refused */
export const submit = async (
  ctx: Context,
  cards: readonly CardToPrint[],
  { allOrNone }: { readonly allOrNone: boolean },
): Promise<Submitted> => {
  const submitted = await ctx.transaction(async (ctx) => {
    const done = await enqueue(ctx, cards)
    const refused = done.outcomes.find((each) => 'refused' in each)
    if (allOrNone && refused !== undefined && 'refused' in refused) throw refused.refused
    audit(ctx, 'PRINT_SUBMITTED', {
      subject: { entity: 'ISSUANCE', id: done.batchId ?? cards[0]?.issuanceId ?? '' },
      attributes: {
        cards: cards.length,
        refused: done.outcomes.filter((each) => 'refused' in each).length,
        printers: [...new Set(cards.map(({ printer }) => printer.name))],
        reprints: cards.flatMap(({ reprint }) => reprint?.reason ?? []),
      },
    })
    return done
  })
  for (const id of new Set(cards.map(({ printer }) => printer.id))) await wakeLane(ctx, id)
  return submitted
}
