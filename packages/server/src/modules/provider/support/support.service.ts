import type {
  SupportAndResources,
  SupportContact,
  SupportOfProvider,
} from '@signet/contract/provider/support'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { type Versioned, versioned } from '../../../kit/routes.ts'
import type { SupportContactRow } from '../../../platform/db/schema/support-contacts.ts'
import { version } from '../../../platform/version.ts'

type Contact = z.output<typeof SupportContact>
type Row = Selectable<SupportContactRow>

const none: Contact = { name: null, email: null, telephone: null, hours: null }

/** The contact of the nearest provider above this tenant that has named one. */
const contactAbove = async ({ db }: Context) => {
  const { rows } = await sql<Contact & { company_name: string }>`
    select * from support_contact_above()`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const { company_name: companyName, ...contact } = row
  return { companyName, ...contact } satisfies z.input<typeof SupportOfProvider>
}

export const supportOf = async (ctx: Context): Promise<z.input<typeof SupportAndResources>> => ({
  version,
  acceptsChanges: ctx.platform.database.takesChanges,
  contact: await contactAbove(ctx),
})

const present = ({ name, email, telephone, hours }: Contact): Contact => ({
  name,
  email,
  telephone,
  hours,
})

const findOwn = ({ db, tenant }: Context): Promise<Row | undefined> =>
  db
    .selectFrom('support_contacts')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .executeTakeFirst()

export const readContact = async (ctx: Context): Promise<Versioned<Contact>> => {
  const row = await findOwn(ctx)
  return versioned(present(row ?? none), row?.version ?? 0)
}

/** The row, made when there is none; it stays as it is until the transaction ends. */
const holdOwn = async ({ db, tenant }: Context): Promise<Row> => {
  await db
    .insertInto('support_contacts')
    .values({ ...none, tenant_id: tenant.id, version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db
    .selectFrom('support_contacts')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** @throws precondition_failed */
export const updateContact = (ctx: Context, wanted: Contact): Promise<Versioned<Contact>> =>
  ctx.transaction(async (ctx) => {
    const before = await holdOwn(ctx)
    expectVersion(ctx, before.version)
    const after = await ctx.db
      .updateTable('support_contacts')
      .set({ ...present(wanted), version: before.version + 1 })
      .where('tenant_id', '=', ctx.tenant.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    audit(ctx, 'SUPPORT_CONTACT_UPDATED', {
      subject: { entity: 'TENANTS', id: ctx.tenant.id, name: ctx.tenant.companyName },
      before: present(before),
      after: present(after),
    })
    return versioned(present(after), after.version)
  })
