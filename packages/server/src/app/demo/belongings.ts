import type { Context } from '../../kit/context.ts'
import { groupMembers, groupSets } from '../../modules/identity/groups/index.ts'
import {
  createOrganization,
  organizationMembers,
} from '../../modules/identity/organizations/index.ts'
import { roles } from '../../modules/identity/roles/index.ts'

/** A person's place in the list says which of them they work in. */
const departments = [
  { name: 'Engineering', description: 'Builds and runs the product', externalId: 'hr-eng' },
  { name: 'Sales', description: 'New customers and renewals', externalId: 'hr-sales' },
  { name: 'Customer care', description: 'Answers around the clock', externalId: 'hr-care' },
  { name: 'Finance', description: 'Invoices, payroll, audit', externalId: 'hr-fin' },
  { name: 'People and places', description: 'Hiring, offices, travel', externalId: 'hr-people' },
] as const

const nightShift = { name: 'Night shift', description: 'On site from 22:00 to 06:00' }

const look = { view: true, add: false, edit: false, remove: false }
const work = { ...look, add: true, edit: true }

/** A help desk for the people of one group and nobody else. */
const insertCareDesk = async (ctx: Context, groupId: string, userId: string): Promise<void> => {
  const role = await roles.create(ctx, {
    name: 'Customer care help desk',
    description: 'Looks after the people of customer care and nobody else',
    groupManagement: 'SOME',
    groupIds: [groupId],
    permissions: [
      { entityType: 'USERS', ...work },
      { entityType: 'GROUPS', ...look },
      { entityType: 'TOKENS', ...work },
      { entityType: 'REPORTS', ...look },
    ],
  })
  await roles.assign(ctx, userId, role.value.id)
}

const insertGroups = async (ctx: Context, users: readonly string[]): Promise<string> => {
  const groups = await groupSets.insert(ctx, [...departments, nightShift])
  const idAt = (at: number): string => groups[at]?.id ?? ''
  await groupMembers.insert(
    ctx,
    users.flatMap((userId, at) => [
      { userId, id: idAt(at % departments.length) },
      ...(at % 8 === 3 ? [{ userId, id: idAt(departments.length) }] : []),
    ]),
  )
  return idAt(2)
}

const insertOrganizations = async (ctx: Context, users: readonly string[]): Promise<void> => {
  const add = async (name: string, displayName: string, parentId: string | null) =>
    (await createOrganization(ctx, { name, displayName, parentId })).value.id
  const acme = await add('acme', 'Acme Group', null)
  const below = [
    await add('acme-nordic', 'Acme Nordic', acme),
    await add('acme-iberia', 'Acme Iberia', acme),
  ]
  for (const [at, userId] of users.slice(0, 60).entries()) {
    // Anna and some others work for both.
    const own = at % 10 === 4 ? below : [below[at % below.length] ?? acme]
    await organizationMembers.insert(
      ctx,
      own.map((id) => ({ userId, id })),
    )
  }
}

/** Departments, a help desk for one of them, and a company with two daughters. */
export const insertBelongings = async (
  ctx: Context,
  users: ReadonlyMap<string, string>,
): Promise<void> => {
  const ids = [...users.values()]
  const careId = await ctx.transaction((ctx) => insertGroups(ctx, ids))
  await insertCareDesk(ctx, careId, users.get('cara') ?? '')
  await insertOrganizations(ctx, ids)
}
