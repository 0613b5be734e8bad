import type {
  RadiusApplication,
  RadiusApplicationChange,
} from '@signet/contract/applications/radius-applications'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { namedRows } from '../../../kit/named-rows.ts'
import { insertRow, newIds, rowsOf, updateRow } from '../../../platform/db/row-sets.ts'
import type { RadiusSettings } from '../../../platform/db/schema/radius.ts'
import { checkSettings } from './radius-applications.policy.ts'
import {
  listRows,
  lockRows,
  type StoredRadiusApplication,
} from './radius-applications.repository.ts'

type Stored = StoredRadiusApplication
type Wanted = z.output<typeof RadiusApplicationChange>

export const secretPurpose = (id: string): string => `radius-secret:${id}`

const present = (row: Stored): z.input<typeof RadiusApplication> => ({
  id: row.id,
  name: row.name,
  description: row.description,
  enabled: row.enabled,
  challengeText: null,
  ...row.settings,
  secretCreatedAt: row.secret_created_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** What an application is unless told otherwise: as safe as its clients can be. */
const usual: RadiusSettings = {
  allowedAddresses: [],
  tlsClientName: null,
  agentIds: [],
  authenticationMethod: null,
  passwordFormat: 'PASSWORD',
  codeDigits: 6,
  challengeResponse: true,
  challengeText: null,
  push: true,
  userNameFormat: 'AS_SENT',
  clientAddressAttribute: 'NONE',
  requireMessageAuthenticator: true,
  requestsPerSecond: 100,
  replyAttributes: [],
}

const settingsOf = (
  { name: _name, description: _description, enabled: _enabled, ...wanted }: Wanted,
  before: RadiusSettings,
): RadiusSettings => ({
  ...before,
  ...Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)),
})

const shown = (row: Stored): Record<string, unknown> => {
  const { createdAt: _c, updatedAt: _u, secretCreatedAt: _s, ...fields } = present(row)
  return fields
}

/**
 * 128 random bits as 32 hexadecimal digits (RFC 2865, section 3, asks for 16 octets or more): many
 * devices take no longer one, and `radclient` reads one that begins with `-` as an option.
 */
const newSecret = async (ctx: Context, id: string) => {
  const secret = ctx.platform.ids.random(16).toString('hex')
  const place = secretPurpose(id)
  return {
    secret,
    sealed: await ctx.platform.secrets.seal(ctx.tenant.id, place, Buffer.from(secret)),
  }
}

const rows = namedRows({
  ...rowsOf('radius_applications'),
  entity: 'APPLICATIONS',
  action: 'APPLICATION',
  missing: 'not_found',
  taken: { radius_applications_tenant_id_name_key_key: 'application_exists' },
  shown,
  present,
})

export const listAll = async (ctx: Context) => (await listRows(ctx)).map(present)

/** @throws not_found, of a removal precondition_failed, too */
export const { read, remove } = rows

/** @throws application_exists, not_found for groups and agents that are not there, invalid_parameters */
export const create = async (ctx: Context, wanted: Wanted) => {
  const ids = newIds(ctx)
  const { id, created_at: now } = ids
  const { secret, sealed } = await newSecret(ctx, id)
  const created = await rows.create(ctx, async (ctx) => {
    const settings = settingsOf(wanted, usual)
    await checkSettings(ctx, { id, settings, others: await lockRows(ctx) })
    return insertRow(ctx, 'radius_applications', {
      ...ids,
      name: wanted.name,
      name_key: foldName(wanted.name),
      description: wanted.description ?? '',
      enabled: wanted.enabled ?? true,
      sealed_secret: sealed,
      secret_created_at: now,
      settings,
      updated_at: now,
    })
  })
  return { application: created.value, sharedSecret: secret }
}

/** @throws not_found, application_exists, invalid_parameters, precondition_failed */
export const change = (ctx: Context, id: string, wanted: Wanted) =>
  rows.change(ctx, id, async (ctx, before) => {
    const settings = settingsOf(wanted, before.settings)
    await checkSettings(ctx, { id, settings, others: await lockRows(ctx) })
    return updateRow(ctx, 'radius_applications', {
      id,
      name: wanted.name,
      name_key: foldName(wanted.name),
      description: wanted.description ?? before.description,
      enabled: wanted.enabled ?? before.enabled,
      settings,
      updated_at: ctx.platform.clock.now(),
    })
  })

/** @throws not_found, precondition_failed */
export const generateSecret = (ctx: Context, id: string) =>
  ctx.transaction(async (ctx) => {
    const row = await rows.hold(ctx, id)
    const { secret, sealed } = await newSecret(ctx, id)
    const now = ctx.platform.clock.now()
    const to = { sealed_secret: sealed, secret_created_at: now, updated_at: now }
    await updateRow(ctx, 'radius_applications', { id, ...to })
    rows.record(ctx, row, { event: 'SECRET_GENERATED' })
    return { sharedSecret: secret }
  })
