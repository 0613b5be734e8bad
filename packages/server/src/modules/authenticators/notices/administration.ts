import { notificationFamily } from '@signet/contract/settings/notification'
import { providerActs, supportEvents } from '@signet/rules/provider-acts'
import { z } from 'zod'
import type { NewJobs } from '../../../platform/queue.ts'
import { superAdministrators } from '../../identity/roles/index.ts'
import { type Reading, settings } from '../../settings/families/index.ts'

interface Envelope {
  readonly id: string
  readonly occurred_at: Date
  readonly action: string
  readonly entity: string
  readonly entity_id: string
}

/** The switch of the tenant's notification settings that each change hangs on. */
const switches = {
  SETTINGS_UPDATED: 'settingsChanged',
  SUBSCRIBER_UPDATED: 'settingsChanged',
  ROLE_CREATED: 'rolesChanged',
  ROLE_UPDATED: 'rolesChanged',
  ROLE_DELETED: 'rolesChanged',
  APPLICATION_CREATED: 'applicationsChanged',
  APPLICATION_UPDATED: 'applicationsChanged',
  APPLICATION_DELETED: 'applicationsChanged',
  APPLICATION_SECRET_GENERATED: 'applicationsChanged',
  APPLICATION_AUTHENTICATION_ALARM: 'applicationsAttacked',
  ROLE_ASSIGNED: 'administratorsChanged',
  ROLE_REMOVED: 'administratorsChanged',
} as const
type Switched = keyof typeof switches

const isSwitched = (action: string): action is Switched => Object.hasOwn(switches, action)

/** Super administrators are mailed of these, whatever is switched off. */
const toldAlways: ReadonlySet<string> = new Set([
  // Another can vouch for users.
  'VOUCHING_CHANGED',
  'HELD_STATEMENT_BROKEN',
  'HELD_STATEMENT_RESTORED',
  // A tenant may reach another one.
  'ISOLATION_BROKEN',
  // The provider reaches into the tenant.
  ...providerActs,
  ...supportEvents,
])
const ofProvider: ReadonlySet<string> = new Set([...providerActs, ...supportEvents])

/** The log of a provider has what is done in tenants below it, of which theirs are mailed. */
const isToldAlways = ({ action, entity }: Envelope): boolean =>
  action === 'SETTINGS_ROLLOUT_STOPPED' ||
  (toldAlways.has(action) && (entity !== 'TENANTS' || !ofProvider.has(action)))

export const isOfAdministration = (event: Envelope): boolean =>
  isSwitched(event.action) || isToldAlways(event)

const Detail = z.object({
  actorName: z.string(),
  entityName: z.string(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  before: z
    .object({ recipients: z.array(z.string()) })
    .partial()
    .default({}),
  after: z.object({ deletionAt: z.iso.datetime().nullable() }).partial().default({}),
})

/** Addresses of those who may sign in now. */
const listSuperAdministrators = async (ctx: Reading): Promise<readonly string[]> => {
  const rows = await superAdministrators(ctx)
    .select('u.email')
    .distinct()
    .where('u.email', 'is not', null)
    .orderBy('u.email')
    .limit(200)
    .execute()
  return rows.flatMap(({ email }) => email ?? [])
}

const readDetails = async ({ db, tenant }: Reading, events: readonly Envelope[]) => {
  const ids = events.map(({ id }) => id)
  const times = events.map(({ occurred_at }) => occurred_at.getTime())
  const rows = await db
    .selectFrom('audit_details')
    .select(['event_id', 'detail'])
    .where('tenant_id', '=', tenant.id)
    .where('occurred_at', '>=', new Date(Math.min(...times)))
    .where('occurred_at', '<=', new Date(Math.max(...times)))
    .where('event_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ event_id, detail }) => [event_id, Detail.parse(JSON.parse(detail))]))
}

/** A check or another job of the service, called so in the reader's language; or who it was. */
const actorOf = (name: string): Readonly<Record<string, string | number>> =>
  name.startsWith('job:') ? { isAutomatic: 1 } : { actor: name }

/** When everything of the tenant is erased. */
const untilOf = ({ deletionAt }: z.output<typeof Detail>['after']) =>
  typeof deletionAt === 'string' ? { until: deletionAt } : {}

const Content = z.object({ values: z.object({ action: z.string() }) })

/** Whether a mail is about the deletion of its tenant: it is sent while the tenant is locked. */
export const isOfDeletion = (content: unknown): boolean => {
  const { data } = Content.safeParse(content)
  return /^TENANT_(DELETION_|EXPORTED)/.test(data?.values.action ?? '')
}

/** Nobody is taken from the list without being told so. */
const isOfRecipients = ({ action, entity_id }: Envelope): boolean =>
  action === 'SETTINGS_UPDATED' && entity_id === notificationFamily.name

/** What those whom the tenant names for it are to be mailed about its administration: contents of jobs. */
export const administrationContents = async (
  ctx: Reading,
  events: readonly Envelope[],
): Promise<NewJobs['contents']> => {
  if (events.length === 0) return []
  const { recipients, ...wanted } = await settings.notification(ctx)
  const told = events.filter(
    (event) =>
      isToldAlways(event) ||
      (isSwitched(event.action) && (wanted[switches[event.action]] || isOfRecipients(event))),
  )
  if (told.length === 0) return []
  const details = await readDetails(ctx, told)
  const everySuperAdministrator = told.some(isToldAlways) ? await listSuperAdministrators(ctx) : []
  return told.flatMap((event) => {
    const { id, action, occurred_at } = event
    const detail = details.get(id)
    if (detail === undefined) return []
    const { actorName, entityName, address, userAgent: browser, before, after } = detail
    const former = before.recipients ?? []
    const others = isToldAlways(event) ? everySuperAdministrator : former
    return [...new Set([...recipients, ...others])].map((mail) => ({
      to: { userId: '', address: mail, name: mail, locale: null },
      kind: 'administration',
      values: { action, ...actorOf(actorName), subject: entityName, ...untilOf(after) },
      at: occurred_at.toISOString(),
      address,
      browser,
    }))
  })
}
