import { passwordFamily } from '@signet/contract/settings/password'
import type { Context } from '../../kit/context.ts'
import { systemContext } from '../../kit/create-context.ts'
import { assignBuiltInRole } from '../../modules/identity/roles/index.ts'
import { insertUsers } from '../../modules/identity/users/index.ts'
import {
  assignTemplate,
  createTemplate,
  prepareRollout,
  workOnRollout,
} from '../../modules/provider/settings-templates/index.ts'
import { openSubscriber } from '../../modules/provider/subscribers/index.ts'
import { updateContact } from '../../modules/provider/support/index.ts'
import { lock } from '../../modules/provider/tenants/index.ts'
import { settingsOf } from '../../modules/settings/families/index.ts'
import { changeTenant, tenantOf } from '../../modules/tenancy/tenants/index.ts'
import { insertPasswords } from './directory.ts'
import { people } from './people.ts'
import { insertApp } from './tokens.ts'

/** Who may be tried at the reseller. */
export const resellerAdministrator = {
  userId: 'rosa',
  firstName: 'Rosa',
  lastName: 'Lindgren',
  email: 'rosa@reseller.example',
} as const

const hostname = 'reseller.localhost'

const urlOf = ({ tenant }: Context, host: string): string =>
  `http://${host}:${new URL(tenant.publicUrl).port}`

export const resellerUrl = (ctx: Context): string => urlOf(ctx, hostname)

const dayMillis = 86_400_000

interface Customer {
  readonly name: string
  readonly host: string
  readonly trial?: true
  /** How many users it may have. */
  readonly allotment: number
  readonly users: number
  /** Until its contract ends. */
  readonly days: number
  readonly locked?: true
  /** Its own main color, in the place of the reseller's. */
  readonly colour?: string
}

const customers: readonly Customer[] = [
  { name: 'Alder Logistics', host: 'alder', allotment: 50, users: 6, days: 300, locked: true },
  { name: 'Birch Clinic', host: 'birch', allotment: 25, users: 4, days: 75, trial: true },
  { name: 'Cedar Software', host: 'cedar', allotment: 20, users: 17, days: 210 },
  { name: 'Dune Travel', host: 'dune', allotment: 40, users: 9, days: 24 },
  { name: 'Elm Academy', host: 'elm', allotment: 100, users: 12, days: 330, colour: '#8a3ffc' },
]

interface Opened {
  readonly companyName: string
  readonly host: string
  readonly isSp?: boolean
  readonly users: number | null
  readonly contractMode: 'PRODUCTION' | 'TRIAL'
  readonly endDate: string | null
}

/** A tenant below another one, and a context in it. */
export const openTenant = async (
  ctx: Context,
  { companyName, host, isSp = false, ...entitlement }: Opened,
): Promise<Context> => {
  const { tenant } = await openSubscriber(ctx, {
    companyName,
    publicUrl: urlOf(ctx, host),
    authenticationAccount: true,
    issuanceAccount: false,
    isSp,
    entitlement: { bundle: 'PLUS', ...entitlement },
    administrator: null,
  })
  await ctx.platform.secrets.ready(tenant.tenant_id)
  return systemContext(ctx.platform, { tenant: tenantOf(tenant), name: 'demo' })
}

const insertPeople = async (ctx: Context, { users, host }: Customer): Promise<void> => {
  const rows = people(users).map(({ userId, ...person }) => ({
    ...person,
    userId,
    email: `${userId}@${host}.example`,
    id: ctx.platform.ids.uuid(),
    emailVerified: true,
    locale: 'en',
  }))
  await ctx.transaction((ctx) => insertUsers(ctx, rows))
}

const openCustomer = async (reseller: Context, customer: Customer): Promise<Context> => {
  const { name, host, allotment, days, trial = false, locked = false, colour } = customer
  const ctx = await openTenant(reseller, {
    companyName: name,
    host: `${host}.${hostname}`,
    users: allotment,
    contractMode: trial ? 'TRIAL' : 'PRODUCTION',
    endDate: new Date(reseller.platform.clock.now().getTime() + days * dayMillis).toISOString(),
  })
  await insertPeople(ctx, customer)
  if (colour !== undefined) {
    const colours = JSON.stringify({ primary1: colour })
    await changeTenant(ctx, { colours }, 'SUBSCRIBER_UPDATED')
  }
  if (locked) await lock(reseller, ctx.tenant.id)
  return ctx
}

/** Settings that were rolled out to tenants, the first of them first. */
const rollOutSettings = async (provider: Context, tenants: readonly Context[]): Promise<void> => {
  const tenantIds = tenants.map(({ tenant }) => tenant.id)
  const { value: template } = await createTemplate(provider, {
    name: 'Baseline',
    description: 'Passwords and trusted devices of our tenants',
    parentId: null,
    values: { password: { minimumLength: 12, historySize: 10 }, machine: { lifeDays: 14 } },
  })
  await assignTemplate(provider, template.id, tenantIds)
  const { id } = await prepareRollout(provider, template.id, {
    canaryTenantIds: tenantIds.slice(0, 1),
    watchMinutes: 0,
    overwrite: false,
    risePoints: 5,
    risePercent: 50,
  })
  const { signal } = new AbortController()
  await workOnRollout(provider, { content: { id }, signal, isLast: true })
}

const insertAdministrator = async (ctx: Context, passwordHash: string): Promise<void> => {
  const id = ctx.platform.ids.uuid()
  await ctx.transaction(async (ctx) => {
    await insertUsers(ctx, [{ ...resellerAdministrator, id, emailVerified: true, locale: 'en' }])
    await insertPasswords(ctx, [id], passwordHash)
    await assignBuiltInRole(ctx, id, 'SUPER_ADMINISTRATOR')
    await insertApp(ctx, { userId: id, serial: 'DEMO-0001' })
  })
}

/** A service provider below this one, with five customers; to work in it. */
export const createReseller = async (ctx: Context, passwordHash: string): Promise<Context> => {
  const reseller = await openTenant(ctx, {
    companyName: 'Harbor Partners',
    host: hostname,
    isSp: true,
    users: null,
    contractMode: 'PRODUCTION',
    endDate: null,
  })
  await insertAdministrator(reseller, passwordHash)
  await changeTenant(reseller, { colours: '{"primary1":"#005a9c"}' }, 'SUBSCRIBER_UPDATED')
  await updateContact(reseller, {
    name: 'Harbor service desk',
    email: 'desk@reseller.example',
    telephone: '+1 202 555 0142',
    hours: 'Monday to Friday, 8 to 18',
  })
  const opened: Context[] = []
  for (const customer of customers) opened.push(await openCustomer(reseller, customer))
  const settled = opened.slice(-2)
  await rollOutSettings(reseller, settled)
  // What one of them has changed itself since.
  for (const customer of settled.slice(1)) {
    await settingsOf(passwordFamily).update(customer, { body: { historySize: 12 } })
  }
  await rollOutSettings(ctx, [reseller])
  return reseller
}
