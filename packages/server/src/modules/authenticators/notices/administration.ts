import { notificationFamily } from '@signet/contract/settings/notification'
import { z } from 'zod'
import type { NewJobs } from '../../../platform/queue.ts'
import { type Reading, settings } from '../../settings/families/index.ts'

interface Envelope {
  readonly id: string
  readonly occurred_at: Date
  readonly action: string
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
])
const isToldAlways = ({ action }: Envelope): boolean => toldAlways.has(action)

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
})

/** Addresses of those who may sign in now. */
const listSuperAdministrators = async ({ db, tenant }: Reading): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('users as u')
    .innerJoin('user_roles as ur', (join) =>
      join.onRef('ur.tenant_id', '=', 'u.tenant_id').onRef('ur.user_id', '=', 'u.id'),
    )
    .innerJoin('roles as r', (join) =>
      join.onRef('r.tenant_id', '=', 'ur.tenant_id').onRef('r.id', '=', 'ur.role_id'),
    )
    .select('u.email')
    .distinct()
    .where('u.tenant_id', '=', tenant.id)
    .where('r.super_administrator', '=', true)
    .where('u.state', '=', 'ACTIVE')
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
  const superAdministrators = told.some(isToldAlways) ? await listSuperAdministrators(ctx) : []
  return told.flatMap((event) => {
    const { id, action, occurred_at } = event
    const detail = details.get(id)
    if (detail === undefined) return []
    const { actorName, entityName, address, userAgent: browser, before } = detail
    const former = before.recipients ?? []
    const others = isToldAlways(event) ? superAdministrators : former
    return [...new Set([...recipients, ...others])].map((mail) => ({
      to: { userId: '', address: mail, name: mail, locale: null },
      kind: 'administration',
      values: { action, ...actorOf(actorName), subject: entityName },
      at: occurred_at.toISOString(),
      address,
      browser,
    }))
  })
}
