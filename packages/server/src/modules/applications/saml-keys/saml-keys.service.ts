import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { SamlCertificate } from '@signet/contract/applications/saml-certificates'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { foundOr } from '../../../kit/rows.ts'
import { boundedCache } from '../../../platform/bounded-cache.ts'
import { holdRow, removeRow } from '../../../platform/db/row-sets.ts'
import { tenantCache } from '../../../platform/tenant-cache.ts'
import { newSamlKey, purposeOf } from './new-key.ts'
import {
  activateKey,
  insertSamlKey,
  listSamlKeys,
  retireActiveKey,
  type StoredSamlKey,
} from './saml-keys.repository.ts'

type Wire = z.input<typeof SamlCertificate>

const pemOf = (base64: string): string =>
  `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`

const fingerprintOf = (base64: string): string =>
  new X509Certificate(Buffer.from(base64, 'base64')).fingerprint256

const present = (row: StoredSamlKey): Wire => ({
  id: row.id,
  state: row.state,
  certificate: pemOf(row.certificate),
  fingerprint: fingerprintOf(row.certificate),
  notBefore: row.not_before,
  notAfter: row.not_after,
  createdAt: row.created_at,
})

const subjectOf = ({ id, certificate }: StoredSamlKey) => ({
  entity: 'APPLICATIONS',
  id,
  name: fingerprintOf(certificate),
})

export interface SamlKeys {
  /** What signs now. */
  readonly active: {
    readonly id: string
    readonly privateKey: KeyObject
    /** DER in base64. */
    readonly certificate: string
    readonly notAfter: Date
  }
  /** All that are told, the signing one first. */
  readonly certificates: readonly string[]
  /** Of those certificates, in their order: what was encrypted for any of them can be read. */
  readonly privateKeys: readonly KeyObject[]
}

const known = tenantCache<Promise<SamlKeys>>()
const opened = boundedCache<{ key: KeyObject }>(10_000)

const openKey = async (ctx: Context, row: StoredSamlKey): Promise<KeyObject> => {
  const name = `${row.tenant_id} ${row.id}`
  const before = opened.get(name)
  if (before !== undefined) return before.key
  const { secrets } = ctx.platform
  const der = await secrets.open(ctx.tenant.id, purposeOf(row.id), row.sealed_private)
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  opened.set(name, { key })
  return key
}

const openOthers = (ctx: Context, [_active, ...others]: readonly StoredSamlKey[]) =>
  Promise.all(others.map((row) => openKey(ctx, row)))

/** The first key is made when it is first asked for; of several nodes that ask, one makes it. */
const read = async (ctx: Context): Promise<SamlKeys> => {
  let rows = await listSamlKeys(ctx)
  if (rows.length === 0) {
    await insertSamlKey(ctx, await newSamlKey(ctx, 'ACTIVE'))
    rows = await listSamlKeys(ctx)
  }
  const [active] = rows
  if (active?.state !== 'ACTIVE') throw new Error(`tenant ${ctx.tenant.id} has no SAML key`)
  const privateKey = await openKey(ctx, active)
  const others = await openOthers(ctx, rows)
  return {
    active: {
      id: active.id,
      privateKey,
      certificate: active.certificate,
      notAfter: active.not_after,
    },
    certificates: rows.map(({ certificate }) => certificate),
    privateKeys: [privateKey, ...others],
  }
}

/** The tenant's keys, at most 1 s stale. Outside transactions only. */
export const samlKeys = (ctx: Context): Promise<SamlKeys> => {
  const { id: tenantId } = ctx.tenant
  const { database } = ctx.platform
  const before = known.find(database, tenantId)
  if (before !== undefined) return before
  const moment = database.moment()
  const keys = read(ctx)
  known.keep(tenantId, { tenantId, moment, value: keys })
  keys.catch(() => known.forget(tenantId))
  return keys
}

export const list = async (ctx: Context): Promise<Wire[]> => {
  await samlKeys(ctx)
  return (await listSamlKeys(ctx)).map(present)
}

/** @throws saml_certificate_pending while another waits */
export const create = async (ctx: Context): Promise<Wire> => {
  await samlKeys(ctx)
  const wanted = await newSamlKey(ctx, 'NEXT')
  return ctx.transaction(async (ctx) => {
    const row = await insertSamlKey(ctx, wanted)
    if (row === undefined) throw new ApiError('saml_certificate_pending')
    audit(ctx, 'APPLICATION_CERTIFICATE_CREATED', { subject: subjectOf(row) })
    return present(row)
  })
}

const held = async (ctx: Context, id: string): Promise<StoredSamlKey> =>
  foundOr('not_found')(await holdRow(ctx, 'saml_keys', id))

/** Also brings a former one back. @throws not_found */
export const activate = async (ctx: Context, id: string): Promise<Wire> => {
  const after = await ctx.transaction(async (ctx) => {
    const row = await held(ctx, id)
    if (row.state === 'ACTIVE') return row
    await retireActiveKey(ctx)
    const active = await activateKey(ctx, id)
    audit(ctx, 'APPLICATION_CERTIFICATE_ACTIVATED', { subject: subjectOf(active) })
    return active
  })
  known.forget(ctx.tenant.id)
  return present(after)
}

/** @throws not_found, saml_certificate_active */
export const remove = async (ctx: Context, id: string): Promise<undefined> => {
  await ctx.transaction(async (ctx) => {
    const row = await held(ctx, id)
    if (row.state === 'ACTIVE') throw new ApiError('saml_certificate_active')
    await removeRow(ctx, 'saml_keys', id)
    audit(ctx, 'APPLICATION_CERTIFICATE_DELETED', { subject: subjectOf(row) })
  })
  known.forget(ctx.tenant.id)
  return undefined
}
