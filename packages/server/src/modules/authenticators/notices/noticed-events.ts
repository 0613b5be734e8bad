import { sql } from 'kysely'
import { z } from 'zod'
import type { TenantDb } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { NewJobs } from '../../../platform/queue.ts'
import { type Reading, settings } from '../../settings/families/index.ts'
import { administrationContents, isOfAdministration } from './administration.ts'
import type { Circumstances, Notice } from './notices.ts'

/** The envelope of an audit event. */
interface Envelope {
  readonly id: string
  readonly occurred_at: Date
  readonly entity: string
  readonly entity_id: string
  readonly action: string
}

const Detail = z.object({
  entityName: z.string(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  attributes: z
    .object({
      // Nobody has a token of the inventory.
      user: z.string().nullable(),
      /** Of a token. */
      type: z.string(),
      left: z.number(),
      /** How an identity provider calls the account. */
      account: z.string().nullable(),
      newDevice: z.boolean(),
      askedFrom: z.object({ address: z.string().nullable(), browser: z.string().nullable() }),
    })
    .partial()
    .default({}),
  before: z.object({ email: z.string().nullable() }).partial().nullish(),
})
type Detail = z.output<typeof Detail>

type Place = Pick<Circumstances, 'address' | 'browser'>

interface Told extends Notice {
  readonly userId: string | undefined
  /** Another address than the person's present one; null tells nobody. */
  readonly address?: string | null
  /** Where it came from, when that is not whoever made the event. */
  readonly from?: Place | undefined
}

const person =
  (kind: Notice['kind']) =>
  ({ entity_id }: Envelope): Told => ({ kind, userId: entity_id })

/** Of an authenticator, whose event names its user. */
const owner =
  (kind: Notice['kind']) =>
  (_event: Envelope, { attributes, entityName }: Detail): Told => ({
    kind,
    userId: attributes.user ?? undefined,
    values: { label: entityName },
  })

/** A device is named by what stands on its back, an app is not. */
const tokenOwner =
  (app: Notice['kind'], hardware: Notice['kind']) =>
  (event: Envelope, detail: Detail): Told =>
    owner(detail.attributes.type === 'OATH_PHYSICAL_TOKEN' ? hardware : app)(event, detail)

/** Of an account elsewhere, as its provider calls it. */
const identity =
  (kind: Notice['kind']) =>
  ({ entity_id }: Envelope, { attributes }: Detail): Told => ({
    kind,
    userId: entity_id,
    values: { label: attributes.account ?? '' },
  })

/** Which events their person is told of by mail. */
const told: Readonly<Record<string, (event: Envelope, detail: Detail) => Told>> = {
  AUTHENTICATION: person('newDevice'),
  RECOVERY_CODE_USED: ({ entity_id }, { attributes }) => ({
    kind: 'recoveryCodeUsed',
    userId: entity_id,
    values: { left: attributes.left ?? 0 },
  }),
  USER_UPDATED: ({ entity_id }, { before }) => ({
    kind: 'mailChanged',
    userId: entity_id,
    address: before?.email ?? null,
  }),
  PASSWORD_CHANGED: person('passwordChanged'),
  PASSWORD_SET: person('passwordChanged'),
  PASSWORD_RESET: person('passwordReset'),
  PASSWORD_NOTIFIED: person('passwordRequested'),
  MACHINE_COPIED: person('machineCopied'),
  PUSH_CONCERN: ({ entity_id }, { attributes }) => ({
    kind: 'pushConcern',
    userId: entity_id,
    from: attributes.askedFrom,
  }),
  PUSHES_PAUSED: ({ entity_id }, { attributes }) => ({
    kind: 'pushesPaused',
    userId: entity_id,
    from: attributes.askedFrom,
  }),
  // Nobody is asked where there is no user: the application hears nothing of that.
  APPLICATION_SIGN_IN_ASKED: (_event, { attributes, entityName }) => ({
    kind: 'signInAsked',
    userId: attributes.user ?? undefined,
    values: { application: entityName },
  }),
  RECOVERY_CODES_CREATED: person('recoveryCodesCreated'),
  RECOVERY_CODES_DELETED: person('recoveryCodesRemoved'),
  USER_QUESTIONS_SET: person('questionsChanged'),
  USER_QUESTIONS_DELETED: person('questionsChanged'),
  TEMP_ACCESS_CODE_CREATED: person('temporaryCodeCreated'),
  INVITATION_LINK_CREATED: person('invitationLinkCreated'),
  TOKEN_ACTIVATED: tokenOwner('tokenAdded', 'hardwareTokenActivated'),
  TOKEN_ASSIGNED: owner('hardwareTokenAssigned'),
  TOKEN_DELETED: tokenOwner('tokenRemoved', 'hardwareTokenRemoved'),
  TOKEN_UNASSIGNED: owner('hardwareTokenRemoved'),
  GRID_CREATED: owner('gridAdded'),
  GRID_ASSIGNED: owner('gridAdded'),
  GRID_RETIRED: owner('gridRetired'),
  FIDO_CREATED: owner('passkeyAdded'),
  FIDO_DELETED: owner('passkeyRemoved'),
  IDENTITY_LINKED: identity('identityLinked'),
  IDENTITY_UNLINKED: identity('identityUnlinked'),
}

/** Notices that another one's switch decides. */
const switchedWith: Partial<Readonly<Record<Notice['kind'], Notice['kind']>>> = {
  hardwareTokenAssigned: 'tokenAdded',
  hardwareTokenActivated: 'tokenAdded',
  hardwareTokenRemoved: 'tokenRemoved',
}

/** Notices that the tenant may switch off; what guards the way back into an account is told always. */
const isWanted = (kind: Notice['kind'], switches: Readonly<Record<string, boolean>>): boolean =>
  switches[switchedWith[kind] ?? kind] !== false

const dayMillis = 86_400_000

interface StoredDetail {
  readonly event_id: string
  readonly detail: string
}

/** Of these most are not told: their details are looked into first. */
const isSifted = (action: string): boolean =>
  action === 'AUTHENTICATION' || action === 'USER_UPDATED'

/** Details of the events that someone is told of: of sign-ins, those from a new device. */
const readDetails = async (
  db: TenantDb,
  tenantId: string,
  events: readonly Envelope[],
): Promise<ReadonlyMap<string, Detail>> => {
  const times = events.map(({ occurred_at }) => occurred_at.getTime())
  const ids = (wanted: string | null) =>
    events.filter(({ action }) => (isSifted(action) ? action : null) === wanted).map(({ id }) => id)
  const { rows } = await sql<StoredDetail>`
    select event_id, detail from audit_details
    where tenant_id = ${tenantId}
      and occurred_at between ${new Date(Math.min(...times))} and ${new Date(Math.max(...times))}
      and (event_id = any (${ids(null)}::uuid[])
        or event_id = any (${ids('AUTHENTICATION')}::uuid[]) and detail like '%"newDevice":true%'
        or event_id = any (${ids('USER_UPDATED')}::uuid[]) and detail like '%"email":%')`.execute(
    db,
  )
  return new Map(rows.map(({ event_id, detail }) => [event_id, Detail.parse(JSON.parse(detail))]))
}

const readPeople = async (db: TenantDb, tenantId: string, ids: readonly string[]) => {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'user_id', 'first_name', 'locale'])
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
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
  ctx: Reading,
  events: readonly Envelope[],
): Promise<NewJobs['contents']> => {
  if (events.length === 0) return []
  const { db } = ctx
  const tenantId = ctx.tenant.id
  const switches = await settings.userNotification(ctx)
  const details = await readDetails(db, tenantId, events)
  const noted = events
    .flatMap((event): readonly Noted[] => {
      const detail = details.get(event.id)
      const found = detail && told[event.action]?.(event, detail)
      return detail && found ? [{ ...found, event, detail }] : []
    })
    .filter((one) => isNewDevice(one) && isWanted(one.kind, switches))
  const ids = noted.flatMap(({ userId }) => userId ?? [])
  if (ids.length === 0) return []
  const people = await readPeople(db, tenantId, ids)
  return noted.flatMap(({ kind, values, userId = '', event, detail, address: other, from }) => {
    const user = people.get(userId)
    const reached = other === undefined ? user?.email : other
    if (user === undefined || reached === null || reached === undefined) return []
    const name = user.first_name ?? user.user_id
    const to = { userId, address: reached, name, locale: user.locale }
    const { address, browser } = from ?? { ...detail, browser: detail.userAgent }
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
  (platform: Pick<Platform, 'queue' | 'clock' | 'database'>) =>
  async (db: TenantDb, tenantId: string, events: readonly Envelope[]): Promise<void> => {
    const since = platform.clock.now().getTime() - dayMillis
    const recent = events.filter(({ occurred_at }) => occurred_at.getTime() > since)
    const ctx = { platform, db, tenant: { id: tenantId } }
    const own = recent.filter(({ action }) => Object.hasOwn(told, action))
    const contents = [
      ...(await contentsOf(ctx, own)),
      ...(await administrationContents(ctx, recent.filter(isOfAdministration))),
    ]
    await platform.queue.enqueueAll(db, { tenantId, queue: 'mail', contents })
  }
