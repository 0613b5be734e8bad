import { abort } from '@signet/rules/abort'
import { isHostnameOrIp } from '@signet/rules/network'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { crudAt } from '../kit/crud-at.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, Uuid } from '../kit/schemas.ts'
import { WebhookEvents } from './webhooks.ts'

/** TCP in clear is for collectors that the operator has named; UDP loses messages and is not spoken. */
export const SyslogSecurity = z.enum(['TLS', 'TCP']).meta({ id: 'SyslogSecurity' })

/** Names, addresses and fields of the events go out, or who did what to whom alone. */
export const SyslogDetail = z.enum(['FULL', 'ENVELOPE']).meta({ id: 'SyslogDetail' })

const Pem = z
  .string()
  .trim()
  .max(20_000, abort)
  .regex(
    /^-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----$/,
    'is no certificate in PEM',
  )

const Fields = z.object({
  name: Line(100),
  description: z.string().trim().max(500, abort).default(''),
  enabled: z.boolean().default(true),
  host: z.string().trim().max(253, abort).refine(isHostnameOrIp, 'host_invalid'),
  port: z.int().min(1).max(65_535).default(6514),
  security: SyslogSecurity.default('TLS'),
  /** Authorities that the collector’s certificate may be of; null: the public ones. */
  caCertificates: Pem.nullable().default(null),
  /** RFC 5424, table 1; 13 is the audit log. */
  facility: z.int().min(0).max(23).default(13),
  events: WebhookEvents.default(['*']),
  detail: SyslogDetail.default('FULL'),
})

export const SyslogApplicationChange = Fields.strict().meta({ id: 'SyslogApplicationChange' })

export const SyslogFailure = z
  .enum(['ADDRESS_REFUSED', 'CERTIFICATE_REFUSED', 'NO_ANSWER_IN_TIME', 'UNREACHABLE'])
  .meta({ id: 'SyslogFailure' })

export const SyslogApplication = z
  .object({
    id: Uuid,
    name: z.string(),
    description: z.string(),
    enabled: z.boolean(),
    host: z.string(),
    port: z.int(),
    security: SyslogSecurity,
    caCertificates: z.string().nullable(),
    facility: z.int(),
    events: z.array(z.string()),
    detail: SyslogDetail,
    state: z.enum(['ACTIVE', 'FAILING', 'OFF']),
    failure: SyslogFailure.nullable(),
    failingSince: Instant.nullable(),
    lastSuccessAt: Instant.nullable(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'SyslogApplication' })

export const SyslogTestResult = z
  .object({ delivered: z.boolean(), failure: SyslogFailure.nullable(), durationMillis: z.int() })
  .meta({ id: 'SyslogTestResult' })

const path = '/api/web/v1/applications/siem/syslog'
const { add, edit } = callsOn('APPLICATIONS')
const { list, read, update, remove } = crudAt(path, {
  entity: 'APPLICATIONS',
  answer: SyslogApplication,
  action: 'APPLICATION',
  missing: 'not_found',
  taken: 'application_exists',
})

export const listSyslogApplications = endpoint({
  ...list,
  summary: 'Collectors that are sent the audit events by syslog, by name',
  description: 'At most 20.',
})

export const createSyslogApplication = endpoint({
  ...add,
  path,
  body: SyslogApplicationChange,
  answer: SyslogApplication,
  sensitive: true,
  errors: [
    'application_exists',
    'rights_not_held',
    'syslog_limit_reached',
    'syslog_target_refused',
  ],
  audit: 'APPLICATION_CREATED',
  summary: 'Send the audit events to a collector by syslog',
  description:
    'RFC 5424 messages over TLS (RFC 5425) or TCP (RFC 6587, octet counting), in the order of the audit log, from now on. Whoever saves it may read the audit log of everybody.',
})

export const readSyslogApplication = endpoint({
  ...read,
  summary: 'One collector',
})

export const updateSyslogApplication = endpoint({
  ...update,
  body: SyslogApplicationChange,
  sensitive: true,
  errors: [
    'not_found',
    'application_exists',
    'rights_not_held',
    'syslog_target_refused',
    'precondition_failed',
  ],
  summary: 'Change a collector',
  description: 'Switched on again it goes on where it stopped.',
})

export const deleteSyslogApplication = endpoint({
  ...remove,
  ordinary: 'withdrawal',
  summary: 'Send a collector nothing more, and forget it',
})

export const testSyslogApplication = endpoint({
  ...edit,
  method: 'POST',
  path: `${path}/:id/test`,
  params: IdParams,
  answer: SyslogTestResult,
  ordinary: 'trial',
  errors: ['not_found'],
  audit: 'APPLICATION_TESTED',
  limit: 'heavy',
  summary: 'Send a collector a test message now',
})
