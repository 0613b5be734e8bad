import type { PrintEvent } from '@signet/rules/print-jobs'
import type { Context } from '../../kit/context.ts'
import { printEnrollment, stepPrint } from '../../modules/issuance/print-jobs/index.ts'
import { look, printerRow } from '../../modules/issuance/printers/index.ts'

interface Happened {
  readonly event: PrintEvent
  /** In the printer's words. */
  readonly detail?: string
}

const sent: readonly Happened[] = [{ event: { kind: 'SEND' } }, { event: { kind: 'ACCEPT' } }]

/** What became of the cards: one came out, one was spoiled, one was called off, one waits. */
const stories: readonly (readonly Happened[])[] = [
  [...sent, { event: { kind: 'TOLD', state: 'completed' } }],
  [...sent, { event: { kind: 'TOLD', state: 'aborted' }, detail: 'media-jam' }],
  [{ event: { kind: 'CANCEL' } }],
  [{ event: { kind: 'WAIT' }, detail: 'media-jam' }],
]

const enrolled = ({ db, tenant }: Context) =>
  db
    .selectFrom('enrollments')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('enroll_state', '=', 'ENROLLED')
    .orderBy('title_key')
    .limit(stories.length)
    .execute()

/** The printer is jammed; what was to be printed on it stands in the queue, each card otherwise. */
export const insertPrints = async (ctx: Context, printerId: string): Promise<void> => {
  for (const [at, { id: enrollmentId }] of (await enrolled(ctx)).entries()) {
    const { id } = await printEnrollment(ctx, { printerId, enrollmentId })
    for (const step of stories[at] ?? []) await stepPrint(ctx, { id, ...step })
  }
  await ctx.db
    .updateTable('simulated_printers')
    .set({ fault: 'JAM' })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('printer_id', '=', printerId)
    .execute()
  await look(ctx, await printerRow(ctx, printerId))
}
