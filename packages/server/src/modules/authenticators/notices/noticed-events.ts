import { sql } from 'kysely'
import { z } from 'zod'
import type { TenantDb } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { NewJobs } from '../../../platform/queue.ts'
import type { Notice } from './notices.ts'

/** The envelope of an audit event. */
interface Envelope {
  readonly id: string
  readonly occurred_at: Date
  readonly entity_id: string
  readonly action: string
}

const Detail = z.object({
  entityName: z.string(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  attributes: z
    .object({ user: z.string(), left: z.number(), newDevice: z.boolean() })
    .partial()
    .default({}),
})
type Detail = z.output<typeof Detail>

interface Told extends Notice {
  readonly userId: string | undefined
}

const person =
  (kind: Notice['kind']) =>
  ({ entity_id }: Envelope): Told => ({ kind, userId: entity_id })

/** Of an authenticator, whose event names its user. */
const owner =
  (kind: Notice['kind']) =>
  (_event: Envelope, { attributes, entityName }: Detail): Told => ({
    kind,
    userId: attributes.user,
    values: { label: entityName },
  })

/** Which events their person is told of by mail. */
const told: Readonly<Record<string, (event: Envelope, detail: Detail) => Told>> = {
  AUTHENTICATION: person('newDevice'),
  RECOVERY_CODE_USED: ({ entity_id }, { attributes }) => ({
    kind: 'recoveryCodeUsed',
    userId: entity_id,
    values: { left: attributes.left ?? 0 },
  }),
  PASSWORD_CHANGED: person('passwordChanged'),
  PASSWORD_SET: person('passwordChanged'),
  PASSWORD_RESET: person('passwordReset'),
  PASSWORD_NOTIFIED: person('passwordRequested'),
  RECOVERY_CODES_CREATED: person('recoveryCodesCreated'),
  RECOVERY_CODES_DELETED: person('recoveryCodesRemoved'),
  TOKEN_ACTIVATED: owner('tokenAdded'),
  TOKEN_DELETED: owner('tokenRemoved'),
  FIDO_CREATED: owner('passkeyAdded'),
  FIDO_DELETED: owner('passkeyRemoved'),
}

const dayMillis = 86_400_000

interface StoredDetail {
  readonly event_id: string
  readonly detail: string
}

/** Details of the events that someone is told of: of sign-ins, those from a new device. */
const readDetails = async (
  db: TenantDb,
  tenantId: string,
  events: readonly Envelope[],
): Promise<ReadonlyMap<string, Detail>> => {
  const times = events.map(({ occurred_at }) => occurred_at.getTime())
  const ids = (isSignIn: boolean) =>
    events.filter(({ action }) => (action === 'AUTHENTICATION') === isSignIn).map(({ id }) => id)
  const { rows } = await sql<StoredDetail>`
    select event_id, detail from audit_details
    where tenant_id = ${tenantId}
      and occurred_at between ${new Date(Math.min(...times))} and ${new Date(Math.max(...times))}
      and (event_id = any (${ids(false)}::uuid[])
        or event_id = any (${ids(true)}::uuid[]) and detail like '%"newDevice":true%')`.execute(db)
  return new Map(rows.map(({ event_id, detail }) => [event_id, Detail.parse(JSON.parse(detail))]))
}

const readPeople = async (db: TenantDb, tenantId: string, ids: readonly string[]) => {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'user_id', 'first_name', 'locale'])
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .where('email', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

interface Noted extends Told {
  readonly event: Envelope
  readonly detail: Detail
}

const isNewDevice = ({ event, detail }: Noted): boolean =>
  event.action !== 'AUTHENTICATION' || detail.attributes.newDevice === true

/** What is to be mailed because of these events of one tenant: contents of jobs. */
const contentsOf = async (
  db: TenantDb,
  tenantId: string,
  events: readonly Envelope[],
): Promise<NewJobs['contents']> => {
  if (events.length === 0) return []
  const details = await readDetails(db, tenantId, events)
  const noted = events
    .flatMap((event): readonly Noted[] => {
      const detail = details.get(event.id)
      const found = detail && told[event.action]?.(event, detail)
      return detail && found ? [{ ...found, event, detail }] : []
    })
    .filter(isNewDevice)
  const ids = noted.flatMap(({ userId }) => userId ?? [])
  if (ids.length === 0) return []
  const people = await readPeople(db, tenantId, ids)
  return noted.flatMap(({ kind, values, userId = '', event, detail }) => {
    const user = people.get(userId)
    if (user?.email === null || user === undefined) return []
    const name = user.first_name ?? user.user_id
    const to = { userId, address: user.email, name, locale: user.locale }
    const { address, userAgent: browser } = detail
    return [
      { to, kind, values: { ...values }, at: event.occurred_at.toISOString(), address, browser },
    ]
  })
}

/**
 * Enqueues the mails that committed audit events of one tenant lead to, in the transaction that
 * takes note of them: none is lost, and no change waits for a mail. What is older than a day is
 * not told any more.
 */
export const mailNotices =
  ({ queue, clock }: Pick<Platform, 'queue' | 'clock'>) =>
  async (db: TenantDb, tenantId: string, events: readonly Envelope[]): Promise<void> => {
    const since = clock.now().getTime() - dayMillis
    const recent = events.filter(
      ({ action, occurred_at }) => Object.hasOwn(told, action) && occurred_at.getTime() > since,
    )
    const contents = await contentsOf(db, tenantId, recent)
    await queue.enqueueAll(db, { tenantId, queue: 'mail', contents })
  }
