import {
  isolationFaults,
  isolationHours,
  isolationOmissions,
  isolationProbes,
  isolationRunStates,
} from '@signet/rules/isolation'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, PageRequest, pageOf, Uuid } from '../kit/schemas.ts'

export const IsolationSettings = z
  .object({
    /** Whether isolation is tested again and again by itself. */
    enabled: z.boolean(),
    /** Hours from the beginning of one run to the next. */
    intervalHours: z.int().min(isolationHours.least).max(isolationHours.most),
  })
  .meta({ id: 'IsolationSettings' })

/** One test of the isolation between tenants, on two canary tenants that hold nothing else. */
export const IsolationRun = z
  .object({
    id: Uuid,
    state: z.enum(isolationRunStates),
    /** Who asked for it; null for a run that was due. */
    requestedBy: z.string().nullable(),
    requestedAt: Instant,
    startedAt: Instant.nullable(),
    endedAt: Instant.nullable(),
    /** The version of Signet that was tested. */
    release: z.string().nullable(),
    /** Calls of the API that were tested. */
    calls: z.int(),
    /** Requests that were made. */
    probes: z.int(),
    findings: z.int(),
  })
  .meta({ id: 'IsolationRun' })

export const IsolationFinding = z
  .object({
    probe: z.enum(isolationProbes),
    fault: z.enum(isolationFaults),
    /** Method and path of the call; null where no single call could be named. */
    call: z.string().nullable(),
    /** What was seen: a status, or names of tables. Never content of a tenant. */
    seen: z.string(),
  })
  .meta({ id: 'IsolationFinding' })

export const IsolationTotals = z
  .object({
    probe: z.enum(isolationProbes),
    /** Calls that were probed. */
    tried: z.int(),
    /** Those that were refused. The others answered, and gave nothing away. */
    refused: z.int(),
  })
  .meta({ id: 'IsolationTotals' })

export const IsolationOmissions = z
  .object({
    probe: z.enum(isolationProbes),
    reason: z.enum(isolationOmissions),
    calls: z.array(z.string()),
  })
  .meta({ id: 'IsolationOmissions' })

export const IsolationRunDetails = IsolationRun.extend({
  totals: z.array(IsolationTotals),
  found: z.array(IsolationFinding),
  /** Calls that were not probed in a way that applies to them, by reason. */
  leftOut: z.array(IsolationOmissions),
  /** Calls by which administrators of the second canary tenant saw their own content in this run. */
  controls: z.int(),
  /** SHA-256 of the report; null before the run is completed. */
  digest: z.string().nullable(),
  /** The digest of the run before, which the report has, too. */
  previousDigest: z.string().nullable(),
}).meta({ id: 'IsolationRunDetails' })

const { view, add, edit } = callsOn('TENANTS', {
  noun: 'isolation run',
  tag: {
    name: 'Isolation',
    description: 'Tests, in operation, that no tenant reaches what another one has.',
  },
})
const at = '/api/web/v1/serviceprovider/isolation'

export const readIsolationSettings = endpoint({
  ...view,
  path: `${at}/settings`,
  answer: IsolationSettings,
  errors: [],
  summary: 'When the isolation of tenants is tested',
  description: 'For the root provider.',
})

export const updateIsolationSettings = endpoint({
  ...edit,
  path: `${at}/settings`,
  body: IsolationSettings,
  answer: IsolationSettings,
  errors: [],
  audit: 'ISOLATION_SETTINGS_UPDATED',
  sensitive: true,
  summary: 'Change when the isolation of tenants is tested',
  description: 'For the root provider.',
})

export const startIsolationRun = endpoint({
  ...add,
  path: `${at}/runs`,
  location: `${at}/runs/:id`,
  answer: IsolationRun,
  errors: [],
  audit: 'ISOLATION_RUN_REQUESTED',
  ordinary: 'trial',
  summary: 'Test the isolation of tenants now',
  description:
    'For the root provider. The test begins within a minute and takes some minutes. While one waits or runs, that one is answered.',
})

export const listIsolationRuns = endpoint({
  ...view,
  limit: 'search',
  method: 'POST',
  path: `${at}/runspaged`,
  body: PageRequest.meta({ id: 'IsolationRunPageRequest' }),
  answer: pageOf(IsolationRun),
  errors: [],
  summary: 'A page of the tests of isolation, the newest first',
  description: 'For the root provider. Tests are kept for 90 days.',
})

export const readIsolationRun = endpoint({
  ...view,
  path: `${at}/runs/:id`,
  params: IdParams,
  answer: IsolationRunDetails,
  errors: ['not_found'],
  summary: 'A test of isolation, with what it found and what it left out',
  description: 'For the root provider.',
})

export const downloadIsolationReport = endpoint({
  ...view,
  path: `${at}/runs/:id/report`,
  params: IdParams,
  answer: z.string(),
  produces: 'text/plain',
  errors: ['not_found'],
  summary: 'The signed report of a test of isolation',
  description:
    'For the root provider. A JSON Web Signature in compact form; its payload is the report as JSON. Verify it with the keys at `/api/oidc/jwks` of this host. Answers `not_found` until the test is completed.',
})
