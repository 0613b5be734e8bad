import type { PrintRequest, printDesign } from '@signet/contract/issuance/print-jobs'
import type { z } from 'zod'
import { expectAllGroups } from '../../../kit/authorize.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { readCredentialDesign } from '../credential-designs/index.ts'
import { type CardOfRecord, cardsOfRecords } from '../enrollments/index.ts'
import { printerRow, type StoredPrinter } from '../printers/index.ts'
import { presentJob } from './print-jobs.present.ts'
import type { StoredJob } from './print-jobs.repository.ts'
import { readBatch } from './queue.service.ts'
import { type CardToPrint, foresee, type Outcome, type Reprint, submit } from './submitting.ts'

interface Wanted {
  readonly enrollmentId: string
  readonly attempt?: number | undefined
  readonly reprint?: Reprint | undefined
}

/** @throws ISSUANCE_PRINTER_NOT_FOUND, invalid_parameters */
export const printerWith = async (
  ctx: Context,
  id: string,
  hopper: string | undefined,
): Promise<StoredPrinter> => {
  const printer = await printerRow(ctx, id)
  if (hopper === undefined || printer.hoppers.includes(hopper)) return printer
  const fields = [{ path: 'body.hopper', message: 'the printer has no such hopper' }]
  throw new ApiError('invalid_parameters', { fields })
}

/** @throws ISSUANCE_PRINTER_NOT_FOUND, invalid_parameters */
export const findPrinters = async (
  ctx: Context,
  ids: readonly string[],
  hopper: string | undefined,
) => {
  const printers: StoredPrinter[] = []
  for (const id of ids) printers.push(await printerWith(ctx, id, hopper))
  return printers
}

interface Way {
  readonly printers: readonly StoredPrinter[]
  readonly hopper?: string | undefined
}

const cardOf = (
  record: CardOfRecord,
  wanted: Wanted,
  { printer, hopper }: { readonly printer: StoredPrinter; readonly hopper: string | undefined },
): CardToPrint => ({
  kind: 'CARD',
  issuanceId: record.enrollmentId,
  title: record.title,
  groupId: record.groupId,
  designId: record.designId,
  designVersion: record.designVersion,
  values: record.values,
  attempt: wanted.attempt,
  reprint: wanted.reprint,
  printer,
  hopper: hopper ?? null,
})

/** The printers share the cards in turn. @throws ISSUANCE_ENROLLMENT_NOT_FOUND */
const cardsFor = async (
  ctx: Context,
  wanted: readonly Wanted[],
  { printers, hopper }: Way,
): Promise<readonly { readonly card: CardToPrint; readonly isEnrolled: boolean }[]> => {
  const ids = wanted.map(({ enrollmentId }) => enrollmentId)
  const records = await cardsOfRecords(ctx, ids)
  return records.flatMap((record, at) => {
    const [asked, printer] = [wanted[at], printers[at % printers.length]]
    if (asked === undefined || printer === undefined) return []
    const card = cardOf(record, asked, { printer, hopper })
    return [{ card, isEnrolled: record.enrollState === 'ENROLLED' }]
  })
}

const notEnrolled = (): ApiError => new ApiError('ISSUANCE_PRINT_NOT_ENROLLED')

const jobsOf = async (ctx: Context, wanted: readonly Wanted[], way: Way) => {
  const cards = await cardsFor(ctx, wanted, way)
  if (cards.some(({ isEnrolled }) => !isEnrolled)) throw notEnrolled()
  const all = cards.map(({ card }) => card)
  const { outcomes } = await submit(ctx, all, { allOrNone: true })
  return outcomes.flatMap((outcome) => ('job' in outcome ? [outcome.job] : []))
}

const onlyOne = ([job]: readonly StoredJob[]) => {
  if (job === undefined) throw new Error('a print without a job')
  return presentJob(job)
}

type Request = z.output<typeof PrintRequest>

/** All or none. @throws ISSUANCE_PRINT_ACTIVE, ISSUANCE_PRINT_DONE, ISSUANCE_PRINT_CONFLICT */
export const printAll = async (ctx: Context, { printerIds, hopper, cards }: Request) => {
  const printers = await findPrinters(ctx, printerIds, hopper)
  const [job] = await jobsOf(ctx, cards, { printers, hopper })
  return readBatch(ctx, job?.batch_id ?? '')
}

interface Single extends Wanted {
  readonly printerId: string
  readonly hopper?: string | undefined
}

/** @throws ISSUANCE_PRINT_ACTIVE, ISSUANCE_PRINT_DONE, ISSUANCE_PRINT_CONFLICT */
export const printOne = async (ctx: Context, { printerId, hopper, ...card }: Single) => {
  const printer = await printerWith(ctx, printerId, hopper)
  return onlyOne(await jobsOf(ctx, [card], { printers: [printer], hopper }))
}

/** The cards in their order, and those of them that can be printed. */
const readyOf = async (ctx: Context, { printerIds, hopper, cards }: Request) => {
  const printers = await findPrinters(ctx, printerIds, hopper)
  const wanted = await cardsFor(ctx, cards, { printers, hopper })
  return {
    ids: wanted.map(({ card: { issuanceId } }) => issuanceId),
    ready: wanted.filter(({ isEnrolled }) => isEnrolled).map(({ card }) => card),
  }
}

/** Those that can be printed are; the others say why not. */
export const printEach = async (ctx: Context, request: Request) => {
  const { ids, ready } = await readyOf(ctx, request)
  const { batchId, outcomes } = await submit(ctx, ready, { allOrNone: false })
  const byRecord = new Map(ready.map(({ issuanceId }, at) => [issuanceId, outcomes[at]]))
  const results = ids.map((enrollmentId) => {
    const outcome = byRecord.get(enrollmentId) ?? { refused: notEnrolled() }
    return 'job' in outcome
      ? { enrollmentId, job: presentJob(outcome.job), errorCode: null }
      : { enrollmentId, job: null, errorCode: outcome.refused.code }
  })
  return { batchId, results }
}

/** What `printEach` would do now, in order: null for a card that would be printed. */
const foreseeEach = async (ctx: Context, request: Request): Promise<(Outcome | null)[]> => {
  const { ids, ready } = await readyOf(ctx, request)
  const outcomes = await foresee(ctx, ready)
  const byRecord = new Map(ready.map(({ issuanceId }, at) => [issuanceId, outcomes[at]]))
  return ids.map((id) => {
    const outcome = byRecord.get(id)
    return outcome === undefined ? { refused: notEnrolled() } : outcome
  })
}

/** Cards by the hundred, each for itself. */
export const printSets = { printers: findPrinters, print: printEach, foresee: foreseeEach } as const

/**
 * Tries cards again that did not come out, on the printers that they were for. Records in which
 * something is missing by now are left out.
 */
export const printAgain = async (
  ctx: Context,
  jobs: readonly (StoredJob & { printer_id: string })[],
): Promise<string | null> => {
  const printers = new Map<string, StoredPrinter>()
  for (const id of new Set(jobs.map(({ printer_id }) => printer_id))) {
    printers.set(id, await printerRow(ctx, id))
  }
  const records = await cardsOfRecords(
    ctx,
    jobs.map(({ issuance_id }) => issuance_id),
  )
  const cards = records.flatMap((record, at) => {
    const printer = printers.get(jobs[at]?.printer_id ?? '')
    if (printer === undefined || record.enrollState !== 'ENROLLED') return []
    const hopper = jobs[at]?.hopper ?? undefined
    return [cardOf(record, { enrollmentId: record.enrollmentId }, { printer, hopper })]
  })
  return cards.length === 0 ? null : (await submit(ctx, cards, { allOrNone: false })).batchId
}

type Sample = z.output<(typeof printDesign)['body']>

/**
 * A card of a design that says VOID.
 * @throws rights_not_held for an administrator limited to groups: a sample is of nobody in them;
 * ISSUANCE_CREDENTIAL_DESIGN_NOT_FOUND, ISSUANCE_PRINTER_NOT_FOUND
 */
export const printSample = async (
  ctx: Context,
  printerId: string,
  { credentialDesignId, hopper, values }: Sample,
) => {
  expectAllGroups(ctx)
  const printer = await printerWith(ctx, printerId, hopper)
  const { value, version } = await readCredentialDesign(ctx, credentialDesignId)
  const card: CardToPrint = {
    kind: 'SAMPLE',
    issuanceId: ctx.platform.ids.uuid(),
    title: value.name,
    groupId: null,
    designId: credentialDesignId,
    designVersion: version,
    values,
    printer,
    hopper: hopper ?? null,
  }
  const { outcomes } = await submit(ctx, [card], { allOrNone: true })
  return onlyOne(outcomes.flatMap((outcome) => ('job' in outcome ? [outcome.job] : [])))
}
