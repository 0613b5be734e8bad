import type { SimulatedFault } from '@signet/rules/printers'
import type { Context } from '../../src/kit/context.ts'
import { createEnrollments } from '../../src/modules/issuance/enrollments/index.ts'
import { createPrinter } from '../../src/modules/issuance/printers/index.ts'
import { instruct } from '../../src/modules/issuance/printers/simulated-device.ts'
import { readWorkflowDesign } from '../../src/modules/issuance/workflow-designs/index.ts'
import type { Dispatcher } from '../../src/modules/tenancy/leased-turns/index.ts'
import { buildWorkflow } from './workflows.ts'

const unique = (ctx: Context): string => ctx.platform.ids.random(6).toString('hex')

/** People who are enrolled on one design; the ids of their records. */
export const buildPeople = async (ctx: Context, count: number): Promise<readonly string[]> => {
  const { workflowId } = await buildWorkflow(ctx)
  const workflow = await readWorkflowDesign(ctx, workflowId)
  if (workflow === undefined) throw new Error('the built design is missing')
  const drafts = Array.from({ length: count }, (_, at) => ({
    wanted: { values: { 'First name': `Ada ${at}`, 'Last name': 'Lovelace' }, draft: false },
    path: 'body',
  }))
  return (await createEnrollments(ctx, workflow, drafts)).map(({ id }) => id)
}

/** A simulated printer that needs no time for a card. */
export const buildQuickPrinter = async (ctx: Context): Promise<string> => {
  const head = { location: '', description: '', uri: null, kind: 'SIMULATED' } as const
  const { id } = (await createPrinter(ctx, { ...head, name: `Printer ${unique(ctx)}` })).value
  await suffer(ctx, id, { fault: 'NONE' })
  return id
}

interface Suffered {
  readonly fault: SimulatedFault
  readonly secondsPerCard?: number
}

export const suffer = (
  ctx: Context,
  printerId: string,
  { fault, secondsPerCard = 0 }: Suffered,
): Promise<void> => ctx.transaction((ctx) => instruct(ctx, printerId, { fault, secondsPerCard }))

const isDue = async ({ db, tenant, platform }: Context): Promise<boolean> => {
  const due = await db
    .selectFrom('printer_lanes')
    .select('printer_id')
    .where('tenant_id', '=', tenant.id)
    .where('leased_until', 'is', null)
    .where('due_at', '<=', platform.clock.now())
    .limit(1)
    .execute()
  return due.length > 0
}

/** A node takes turns until no printer of the tenant is due: on a slow machine a card takes several. */
export const workUntilNothingIsDue = async (ctx: Context, printing: Dispatcher): Promise<void> => {
  do {
    await printing.look()
    await printing.idle()
  } while (await isDue(ctx))
}
