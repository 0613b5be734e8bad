import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { SimulatedCardRow, SimulatedPrinterRow } from '../../../platform/db/schema/printing.ts'

type Machine = Selectable<SimulatedPrinterRow>
type Card = Selectable<SimulatedCardRow>

const machines = ({ db, tenant }: Context, printerId: string) =>
  db
    .selectFrom('simulated_printers')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('printer_id', '=', printerId)

export const findMachine = (ctx: Context, printerId: string): Promise<Machine> =>
  machines(ctx, printerId).executeTakeFirstOrThrow()

export const findMachineForChange = (ctx: Context, printerId: string): Promise<Machine> =>
  machines(ctx, printerId).forUpdate().executeTakeFirstOrThrow()

export const insertMachine = async (
  { db, tenant }: Context,
  columns: Omit<Insertable<SimulatedPrinterRow>, 'tenant_id'>,
): Promise<void> => {
  await db
    .insertInto('simulated_printers')
    .values({ ...columns, tenant_id: tenant.id })
    .execute()
}

export const updateMachine = async (
  { db, tenant }: Context,
  printerId: string,
  machine: Machine,
): Promise<void> => {
  const { tenant_id: _tenant, printer_id: _printer, ...columns } = machine
  await db
    .updateTable('simulated_printers')
    .set(columns)
    .where('tenant_id', '=', tenant.id)
    .where('printer_id', '=', printerId)
    .execute()
}

const cards = ({ db, tenant }: Context, printerId: string) =>
  db
    .selectFrom('simulated_cards')
    .where('tenant_id', '=', tenant.id)
    .where('printer_id', '=', printerId)

/** Cards that lie in the printer, and whose time has come; the first first. */
export const listDone = (ctx: Context, printerId: string): Promise<Card[]> =>
  cards(ctx, printerId)
    .selectAll()
    .where('outcome', 'is', null)
    .where('done_at', '<=', ctx.platform.clock.now())
    .orderBy('number')
    .execute()

export const isBusy = async (ctx: Context, printerId: string): Promise<boolean> =>
  (await cards(ctx, printerId)
    .select('uuid')
    .where('outcome', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const findCard = (
  ctx: Context,
  printerId: string,
  jobName: string,
): Promise<Card | undefined> =>
  cards(ctx, printerId).selectAll().where('job_name', '=', jobName).executeTakeFirst()

interface Given {
  readonly jobName: string
  readonly sha256: string
}

export const insertCard = async (
  ctx: Context,
  { printer_id, next_number, seconds_per_card }: Machine,
  { jobName, sha256 }: Given,
): Promise<Card> => {
  const { db, tenant, platform } = ctx
  const now = platform.clock.now()
  const card = await db
    .insertInto('simulated_cards')
    .values({
      tenant_id: tenant.id,
      printer_id,
      uuid: platform.ids.uuid(),
      number: next_number,
      job_name: jobName,
      sha256,
      taken_at: now,
      done_at: new Date(now.getTime() + seconds_per_card * 1000),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await sql`
    update simulated_printers set next_number = next_number + 1
    where tenant_id = ${tenant.id} and printer_id = ${printer_id}`.execute(db)
  return card
}

const cardUpdate = ({ db, tenant }: Context, printerId: string, outcome: Card['outcome']) =>
  db
    .updateTable('simulated_cards')
    .set({ outcome })
    .where('tenant_id', '=', tenant.id)
    .where('printer_id', '=', printerId)
    .where('outcome', 'is', null)

export const endCard = async (
  ctx: Context,
  { printer_id, uuid }: Card,
  outcome: 'aborted' | 'completed',
): Promise<void> => {
  await cardUpdate(ctx, printer_id, outcome).where('uuid', '=', uuid).execute()
}

export const cancelCard = async (
  ctx: Context,
  printerId: string,
  number: number,
): Promise<void> => {
  await cardUpdate(ctx, printerId, 'canceled').where('number', '=', number).execute()
}

export const forgetCards = async ({ db, tenant }: Context, printerId: string): Promise<void> => {
  await db
    .deleteFrom('simulated_cards')
    .where('tenant_id', '=', tenant.id)
    .where('printer_id', '=', printerId)
    .execute()
}
