import { X509Certificate } from 'node:crypto'
import type {
  SyslogApplication,
  SyslogApplicationChange,
} from '@signet/contract/operations/syslog-applications'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { foundOr, unique } from '../../../kit/rows.ts'
import { hasRoom } from '../../../platform/db/limit-lock.ts'
import {
  findRow,
  holdRow,
  insertRow,
  newIds,
  removeRows,
  updateRow,
} from '../../../platform/db/row-sets.ts'
import { expectReachable } from '../../../platform/outbound/targets.ts'
import { OutboundRefused } from '../../../platform/outbound.ts'
import { roles } from '../../identity/roles/index.ts'
import { auditChain } from '../audit-events/index.ts'
import { messageOf } from './message.ts'
import { send } from './send.ts'
import * as repository from './syslog-applications.repository.ts'

type Wanted = z.output<typeof SyslogApplicationChange>
type Wire = z.input<typeof SyslogApplication>
type Stored = repository.StoredSyslog

const subjectOf = ({ id, name }: Pick<Stored, 'id' | 'name'>) => ({
  entity: 'APPLICATIONS',
  id,
  name,
})

const stateOf = ({ enabled, failing_since }: Stored): Wire['state'] => {
  if (!enabled) return 'OFF'
  return failing_since === null ? 'ACTIVE' : 'FAILING'
}

const fieldsOf = (row: Stored) => ({
  name: row.name,
  description: row.description,
  enabled: row.enabled,
  host: row.host,
  port: row.port,
  security: row.security,
  caCertificates: row.ca_certificates,
  facility: row.facility,
  events: row.events,
  detail: row.detail,
})

const present = (row: Stored): Wire => ({
  id: row.id,
  ...fieldsOf(row),
  state: stateOf(row),
  failure: row.failure,
  failingSince: row.failing_since,
  lastSuccessAt: row.last_success_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const audited = (row: Stored): Record<string, unknown> => ({
  applicationType: 'SYSLOG',
  ...fieldsOf(row),
})

/** The audit log of everybody goes out: whoever has it sent may read it. @throws rights_not_held */
const expectReader = (ctx: Context): void =>
  roles.expectRights(ctx, [
    {
      superAdministrator: false,
      permissions: { REPORTS: ['VIEW'] },
      groupScope: 'ALL',
      roleIds: [],
    },
  ])

/** @throws invalid_parameters for texts that only look like certificates */
const expectCertificates = (pem: string | null): void => {
  const blocks = pem?.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    const read = blocks.map((block) => new X509Certificate(block))
    if (pem !== null && read.length === 0) throw new Error('no certificate')
  } catch (error) {
    const fields = [{ path: 'body.caCertificates', message: 'is no certificate in PEM' }]
    throw new ApiError('invalid_parameters', { fields, cause: error })
  }
}

/** What is only not reached now may be reached later. @throws syslog_target_refused */
const checkTarget = async (ctx: Context, { host, port, security }: Wanted): Promise<void> => {
  try {
    const isClear = security === 'TCP'
    await expectReachable(ctx.platform, { kind: 'syslog', host, port, isClear })
  } catch (cause) {
    if (cause instanceof OutboundRefused) throw new ApiError('syslog_target_refused', { cause })
  }
}

/** @throws rights_not_held, syslog_target_refused, invalid_parameters */
const expectFit = async (ctx: Context, wanted: Wanted): Promise<void> => {
  expectReader(ctx)
  expectCertificates(wanted.caCertificates)
  await checkTarget(ctx, wanted)
}

const columnsOf = (ctx: Context, wanted: Wanted) => ({
  name: wanted.name,
  name_key: foldName(wanted.name),
  description: wanted.description,
  enabled: wanted.enabled,
  host: wanted.host,
  port: wanted.port,
  security: wanted.security,
  ca_certificates: wanted.caCertificates,
  facility: wanted.facility,
  events: [...new Set(wanted.events)],
  detail: wanted.detail,
  updated_at: ctx.platform.clock.now(),
})

/** What went wrong before counts no longer. */
const anew = { paused_until: null, failures: 0, failing_since: null, failure: null } as const

const refusingDuplicates = unique({
  syslog_applications_tenant_id_name_key_key: 'application_exists',
})

const orNotFound = foundOr('not_found')

const foundForChange = async (ctx: Context, id: string): Promise<Stored> => {
  const row = orNotFound(await holdRow(ctx, 'syslog_applications', id))
  expectVersion(ctx, row.version)
  return row
}

export const listAll = async (ctx: Context): Promise<Wire[]> =>
  (await repository.list(ctx)).map(present)

/** @throws not_found */
export const read = async (ctx: Context, id: string) => {
  const row = orNotFound(await findRow(ctx, 'syslog_applications', id))
  return versioned(present(row), row.version)
}

/** @throws application_exists, rights_not_held, syslog_limit_reached, syslog_target_refused */
export const create = async (ctx: Context, wanted: Wanted) => {
  await expectFit(ctx, wanted)
  return refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      if (!(await hasRoom(ctx, 'syslog_applications', repository.mostCollectors))) {
        throw new ApiError('syslog_limit_reached')
      }
      const columns = columnsOf(ctx, wanted)
      const row = await insertRow(ctx, 'syslog_applications', {
        ...newIds(ctx),
        ...columns,
        position: String(await auditChain.newestBatch(ctx.db, ctx.tenant.id)),
        created_at: columns.updated_at,
      })
      audit(ctx, 'APPLICATION_CREATED', { subject: subjectOf(row), after: audited(row) })
      return versioned(present(row), row.version)
    }),
  )
}

/** @throws not_found, application_exists, rights_not_held, syslog_target_refused, precondition_failed */
export const change = async (ctx: Context, id: string, wanted: Wanted) => {
  await expectFit(ctx, wanted)
  return refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const before = await foundForChange(ctx, id)
      const to = { ...columnsOf(ctx, wanted), ...anew }
      const after = await updateRow(ctx, 'syslog_applications', { id: before.id, ...to })
      audit(ctx, 'APPLICATION_UPDATED', {
        subject: subjectOf(after),
        before: audited(before),
        after: audited(after),
      })
      return versioned(present(after), after.version)
    }),
  )
}

/** @throws not_found, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const row = await foundForChange(ctx, id)
    await removeRows(ctx, 'syslog_applications', [row])
    audit(ctx, 'APPLICATION_DELETED', { subject: subjectOf(row), before: audited(row) })
    return undefined
  })

/** @throws not_found */
export const test = async (ctx: Context, id: string) => {
  const row = orNotFound(await findRow(ctx, 'syslog_applications', id))
  const { ids, clock } = ctx.platform
  const event = {
    id: ids.uuid(),
    occurred_at: clock.now(),
    actor_kind: 'system',
    actor_id: '',
    entity: 'APPLICATIONS',
    entity_id: id,
    action: 'APPLICATION_TESTED',
    outcome: 'SUCCESS',
  } as const
  const begun = performance.now()
  const failure = await send(ctx.platform, row, [
    messageOf(ctx.tenant, row, { event, detail: null }),
  ])
  const durationMillis = Math.round(performance.now() - begun)
  await ctx.transaction(async (ctx) => {
    audit(ctx, 'APPLICATION_TESTED', {
      subject: subjectOf(row),
      outcome: failure === null ? 'SUCCESS' : 'FAILURE',
      ...(failure === null ? {} : { attributes: { failure } }),
    })
  })
  return { delivered: failure === null, failure, durationMillis }
}
