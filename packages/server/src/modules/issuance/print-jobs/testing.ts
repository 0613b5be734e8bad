import type { SimulatedFault } from '@signet/rules/printers'
import type { Context } from '../../../kit/context.ts'
import { createEnrollments } from '../enrollments/index.ts'
import { buildWorkflow } from '../enrollments/testing.ts'
import { createPrinter } from '../printers/index.ts'
import { instruct } from '../printers/simulated-device.ts'
import { readWorkflowDesign } from '../workflow-designs/index.ts'

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
