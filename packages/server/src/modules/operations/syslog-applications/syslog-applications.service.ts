import { X509Certificate } from 'node:crypto'
import type {
  SyslogApplication,
  SyslogApplicationChange,
} from '@signet/contract/operations/syslog-applications'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { namedRows } from '../../../kit/named-rows.ts'
import { hasRoom } from '../../../platform/db/limit-lock.ts'
import { insertRow, listByName, newIds, rowsOf, updateRow } from '../../../platform/db/row-sets.ts'
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

const rows = namedRows({
  ...rowsOf('syslog_applications'),
  entity: 'APPLICATIONS',
  action: 'APPLICATION',
  missing: 'not_found',
  taken: { syslog_applications_tenant_id_name_key_key: 'application_exists' },
  shown: (row: Stored) => ({ applicationType: 'SYSLOG', ...fieldsOf(row) }),
  present,
})

export const listAll = async (ctx: Context): Promise<Wire[]> =>
  (await listByName(ctx, 'syslog_applications', repository.mostCollectors)).map(present)

/** @throws not_found, of a removal precondition_failed, too */
export const { read, remove } = rows

/** @throws application_exists, rights_not_held, syslog_limit_reached, syslog_target_refused */
export const create = async (ctx: Context, wanted: Wanted) => {
  await expectFit(ctx, wanted)
  return rows.create(ctx, async (ctx) => {
    if (!(await hasRoom(ctx, 'syslog_applications', repository.mostCollectors))) {
      throw new ApiError('syslog_limit_reached')
    }
    const columns = columnsOf(ctx, wanted)
    return insertRow(ctx, 'syslog_applications', {
      ...newIds(ctx),
      ...columns,
      position: String(await auditChain.newestBatch(ctx.db, ctx.tenant.id)),
      created_at: columns.updated_at,
    })
  })
}

/** @throws not_found, application_exists, rights_not_held, syslog_target_refused, precondition_failed */
export const change = async (ctx: Context, id: string, wanted: Wanted) => {
  await expectFit(ctx, wanted)
  return rows.change(ctx, id, (ctx) =>
    updateRow(ctx, 'syslog_applications', { id, ...columnsOf(ctx, wanted), ...anew }),
  )
}

/** @throws not_found */
export const test = async (ctx: Context, id: string) => {
  const row = await rows.find(ctx, id)
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
    rows.record(ctx, row, {
      event: 'TESTED',
      outcome: failure === null ? 'SUCCESS' : 'FAILURE',
      ...(failure === null ? {} : { attributes: { failure } }),
    })
  })
  return { delivered: failure === null, failure, durationMillis }
}
