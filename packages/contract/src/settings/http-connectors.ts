import { abort } from '@signet/rules/abort'
import { isResultPath } from '@signet/rules/connector-results'
import {
  type ConnectorUse,
  connectorAuthTypes,
  connectorContentTypes,
  connectorFaults,
  connectorUses,
  httpMethods,
} from '@signet/rules/connectors'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Line } from '../kit/schemas.ts'

const fields = {
  method: z.enum(httpMethods),
  /** A template: values never choose the host. An answer has `***` for fixed values of its query; sent back, they are kept. */
  url: z.string().trim().min(1).max(2000, abort),
  authType: z.enum(connectorAuthTypes),
  /** Basic: the user. */
  user: Line(320).or(z.literal('')),
  /** API Key: the header that carries the key. */
  keyName: Line(100).or(z.literal('')),
  headers: z
    .array(
      z
        .object({
          name: Line(100),
          /** Null in an answer: stored, and not shown, unless it is placeholders alone. Null or left out in a request: kept, as `secret` is. */
          value: z.string().max(1000, abort).nullable().default(null),
        })
        .strict(),
    )
    .max(20, abort),
  /** Named values for `{{SECRET.name}}` in the URL, the headers and the body. */
  secrets: z
    .array(
      z
        .object({
          name: Line(50),
          /** Null in an answer: stored, and never shown. Null or left out in a request: kept, as `secret` is. */
          value: z.string().min(1).max(4000, abort).nullable().default(null),
        })
        .strict(),
    )
    .max(10, abort),
  contentType: z.enum(connectorContentTypes),
  body: z.string().max(10_000, abort),
  timeoutMillis: z.int().min(500).max(10_000),
  /** Answers that say yes. */
  statuses: z.array(z.int().min(200).max(299)).min(1).max(20, abort),
  /** What is read of the answer; with `equals`, what it has to be. */
  resultItems: z
    .array(
      z
        .object({
          name: Line(100),
          path: z.string().max(200, abort).refine(isResultPath, 'path_invalid'),
          equals: z.string().max(200, abort).nullable(),
        })
        .strict(),
    )
    .max(20, abort),
}

/** One call to another service, as administrators describe it. */
export const HttpConnector = z
  .object({ ...fields, secrets: fields.secrets.default([]), secretPresent: z.boolean() })
  .meta({ id: 'HttpConnector' })

const Given = z.object({
  ...fields,
  user: fields.user.default(''),
  keyName: fields.keyName.default(''),
  headers: fields.headers.default([]),
  secrets: fields.secrets.default([]),
  contentType: fields.contentType.default('application/json'),
  body: fields.body.default(''),
  timeoutMillis: fields.timeoutMillis.default(5000),
  statuses: fields.statuses.default([200]),
  resultItems: fields.resultItems.default([]),
  /** Password, bearer token or key. Left out it stays, unless the host or the way of proof changes; null takes it away. */
  secret: z.string().min(1).max(4000, abort).nullable().optional(),
})

export type GivenConnector = z.output<typeof Given>

/** A connector as it is given for one use: placeholders that the use does not know are refused. */
export const connectorFor = (use: ConnectorUse) =>
  Given.strict()
    .superRefine((connector, context) => {
      for (const { path, message } of connectorFaults(use, connector)) {
        context.addIssue({ code: 'custom', path: path.split('.'), message })
      }
    })
    .meta({ id: `HttpConnectorChange${use[0]}${use.slice(1).toLowerCase()}` })

const shared = { actor: 'admin', needs: ['SETTINGS', 'EDIT'], method: 'POST' } as const
const base = '/api/web/v1/settings/httpconnectors'
const Use = z.enum(connectorUses).meta({ id: 'HttpConnectorUse' })

const { view } = callsOn('SETTINGS')

export const listConnectorPlaceholders = endpoint({
  ...view,
  method: 'POST',
  path: `${base}/placeholders`,
  body: z.object({ use: Use }).meta({ id: 'HttpConnectorPlaceholdersRequest' }),
  answer: z.array(z.object({ placeholder: z.string() })).meta({ id: 'HttpConnectorPlaceholders' }),
  errors: [],
  summary: 'The placeholders that a connector of this use may have',
  description:
    'Another name after `USER.` is the id of one of the tenant’s own attributes. Values are written for the place they stand in: JSON text, URL component, header.',
})

export const listConnectorResultItems = endpoint({
  ...view,
  method: 'POST',
  path: `${base}/resultitems`,
  body: z
    .object({ answer: z.string().max(100_000, abort) })
    .meta({ id: 'HttpConnectorResultItemsRequest' }),
  answer: z
    .array(z.object({ path: z.string(), value: z.string() }))
    .meta({ id: 'HttpConnectorResultItems' }),
  errors: [],
  summary: 'The values of an answer, each with the path that leads to it',
  description: 'The first 200 of a JSON answer; none of an answer that is no JSON.',
})

export const HttpConnectorTest = z
  .object({
    use: Use,
    connector: Given.strict(),
    /** The saved connector whose secret is used where none is given: same URL, same way of proof. */
    saved: z.string().max(100, abort).optional(),
    /** What stands for each placeholder, by its name without braces. */
    values: z.record(z.string().max(200, abort), z.string().max(1000, abort)).default({}),
  })
  .superRefine(({ use, connector }, context) => {
    for (const { path, message } of connectorFaults(use, connector)) {
      context.addIssue({ code: 'custom', path: ['connector', ...path.split('.')], message })
    }
  })
  .meta({ id: 'HttpConnectorTest' })

export const HttpConnectorTestResult = z
  .object({
    /** The status and the items say yes. */
    accepted: z.boolean(),
    /** Null when nothing answered. */
    status: z.int().nullable(),
    durationMillis: z.int(),
    /** The first bytes of the answer as text. */
    answer: z.string(),
    items: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
    failure: z.enum(['ADDRESS_REFUSED', 'NO_ANSWER_IN_TIME', 'TEMPLATE', 'UNREACHABLE']).nullable(),
  })
  .meta({ id: 'HttpConnectorTestResult' })

export const testConnector = endpoint({
  ...shared,
  path: `${base}/test`,
  body: HttpConnectorTest,
  answer: HttpConnectorTestResult,
  ordinary: 'trial',
  errors: [],
  audit: 'HTTP_CONNECTOR_TESTED',
  limit: 'heavy',
  summary: 'Call a connector once with given values',
})
