import type { AdapterPayload } from 'oidc-provider'
import type { Context } from '../../../kit/context.ts'
import {
  clients,
  findByClientId,
  type StoredApplication,
} from '../../../modules/applications/oidc-applications/index.ts'
import { tenantCache } from '../../../platform/tenant-cache.ts'
import { unitOfWork } from '../unit-of-work.ts'

/** What it may ask for beyond the ordinary, and which ordinary requests do not ask for. */
const openings = new Set([
  'exchangeAudiences',
  'authorizationDetailsTypes',
  'backchannelDelivery',
  'backchannelNotificationUri',
  // Nothing without a number beside it.
  'whenSessionsFull',
  // Who proves itself by a certificate is the library's to answer for that alone.
  'certificateAuthorities',
  'certificateName',
  'certificateNameValue',
  // A request with a challenge is answered alike.
  'pkceOptional',
  'confirmsSignOut',
])

/** Nothing is asked of it that short answers do not look at. */
export const isUnprotected = ({ protection }: StoredApplication): boolean =>
  Object.entries(protection).every(
    ([name, value]) => openings.has(name) || value === false || value === null,
  )

interface Known {
  readonly application: StoredApplication
  readonly metadata: AdapterPayload
}

/** Enabled applications by tenant and client id, at most 1 s stale. */
const known = tenantCache<Known>(20_000)

const find = async (ctx: Context, clientId: string): Promise<Known | undefined> => {
  const { database } = ctx.platform
  const name = `${ctx.tenant.id} ${clientId}`
  const present = known.find(database, name)
  if (present !== undefined) return present
  const moment = database.moment()
  const application = await findByClientId(ctx.db, ctx.tenant.id, clientId)
  if (application === undefined || !application.enabled) return undefined
  const value = { application, metadata: clients.metadataOf(application) }
  known.keep(name, { tenantId: ctx.tenant.id, moment, value })
  return value
}

/** The application behind a client id, while it is enabled; at most 1 s stale. */
export const findApplication = async (
  ctx: Context,
  clientId: string,
): Promise<StoredApplication | undefined> => (await find(ctx, clientId))?.application

export const findClient = async (clientId: string): Promise<AdapterPayload | undefined> =>
  (await find(unitOfWork().ctx, clientId))?.metadata
