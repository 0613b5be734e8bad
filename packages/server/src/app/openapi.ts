import { errors } from '@signet/contract/errors'
import {
  type Api,
  type Endpoint,
  everyErrorOf,
  headersOf,
  needsOf,
} from '@signet/contract/kit/endpoint'
import { z } from 'zod'
import type { Route } from '../kit/routes.ts'

type Json = Record<string, unknown>

const titles: Record<Api, string> = {
  administration: 'Signet Administration API',
  authentication: 'Signet Authentication API',
  issuance: 'Signet Issuance API',
}

export const apiOf = (endpoint: Endpoint): Api => endpoint.api ?? 'administration'

/** A schema as JSON Schema 2020-12; named schemas (`.meta({ id })`) go to `components`. */
const schemaOf = (
  schema: z.core.$ZodType,
  io: 'input' | 'output',
  components: Map<string, Json>,
): Json => {
  const made: Json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'date')
        Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
    },
  })
  const { $schema: _dialect, $defs, id: _id, ...rest } = made
  for (const [name, definition] of Object.entries(isJson($defs) ? $defs : {})) {
    if (isJson(definition)) {
      const { id: _inner, ...kept } = definition
      components.set(name, pointed(kept))
    }
  }
  const name = z.globalRegistry.get(schema)?.id
  if (name === undefined) return pointed(rest)
  // The schema of a name may stand among the definitions already, and is pointed at alone then.
  if (!('$ref' in rest)) components.set(name, pointed(rest))
  return { $ref: `#/components/schemas/${name}` }
}

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const pointedValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(pointedValue)
  return isJson(value) ? pointed(value) : value
}

/** References to `$defs` become references to `components`. */
const pointed = (schema: Json): Json =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== '$schema')
      .map(([key, value]) => [
        key,
        key === '$ref' && typeof value === 'string'
          ? value.replace('#/$defs/', '#/components/schemas/')
          : pointedValue(value),
      ]),
  )

const parametersOf = (
  place: 'path' | 'query',
  schema: z.ZodObject | undefined,
  components: Map<string, Json>,
) =>
  Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required:
      place === 'path' || !(field instanceof z.ZodOptional || field instanceof z.ZodDefault),
    schema: schemaOf(field, 'input', components),
  }))

const responsesOf = (endpoint: Endpoint, components: Map<string, Json>): Json => {
  const byStatus = Map.groupBy(everyErrorOf(endpoint), (code) => String(errors[code].status))
  const failures = [...byStatus].map(([status, group]) => [
    status,
    {
      description: group.toSorted().join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ])
  return { ...successOf(endpoint, components), ...Object.fromEntries(failures) }
}

/** What holds for every call with a JSON body. */
const description = `A field of a request body that the call does not know is rejected: 400 \`unrecognized_keys\`, which names it. What GET answers can be changed and sent back by PUT: fields that only the service writes, such as \`id\`, \`version\` or \`secretsPresent\`, are accepted with the value that is stored and rejected with any other: 400 \`read_only\`.`

const leadsOn = { description: 'Leads on', headers: { Location: { schema: { type: 'string' } } } }
const contentOf = (type = 'application/json', schema: Json) => ({ [type]: { schema } })

const successOf = (endpoint: Endpoint, components: Map<string, Json>): Json => {
  if (endpoint.redirects === true) return { 303: leadsOn }
  if (endpoint.answer instanceof z.ZodUndefined) return { 204: { description: 'Done' } }
  const content = contentOf(endpoint.produces, schemaOf(endpoint.answer, 'output', components))
  return { 200: { description: 'Done', content } }
}

/** What a document tells of a call: those of the standards' own endpoints have no handler here. */
export type Documented = Pick<Route, 'name' | 'endpoint'>

const permissionOf = (endpoint: Endpoint): Json => {
  const needs = needsOf(endpoint).map((need) => need.join('.'))
  return needs.length === 0 ? {} : { 'x-permission': needs.join(' or ') }
}

const operationOf = ({ name, endpoint }: Documented, components: Map<string, Json>): Json => ({
  operationId: name,
  summary: endpoint.summary,
  ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
  ...(endpoint.catalogueId === undefined ? {} : { 'x-catalogue-id': endpoint.catalogueId }),
  'x-actor': endpoint.actor,
  ...permissionOf(endpoint),
  'x-rate-limit-class': endpoint.limit,
  ...(endpoint.reveals === undefined ? {} : { 'x-reveals': endpoint.reveals }),
  tags: [endpoint.path.split('/').find((part, at) => at > 3 && !part.startsWith(':')) ?? 'service'],
  security: endpoint.actor === 'public' ? [] : [{ session: [] }],
  parameters: [
    ...parametersOf('path', endpoint.params, components),
    ...parametersOf('query', endpoint.query, components),
    ...headersOf(endpoint),
  ],
  ...(endpoint.body === undefined
    ? {}
    : {
        requestBody: {
          required: true,
          content: contentOf(endpoint.consumes, schemaOf(endpoint.body, 'input', components)),
        },
      }),
  responses: responsesOf(endpoint, components),
})

const errorSchema: Json = {
  type: 'object',
  required: ['code', 'errorCode', 'message', 'errorMessage', 'status'],
  properties: {
    code: { type: 'string' },
    errorCode: { type: 'string' },
    message: { type: 'string' },
    errorMessage: { type: 'string' },
    status: { type: 'integer' },
    requestId: { type: 'string' },
    parameters: { type: 'object' },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}

/** The OpenAPI 3.1 document of one API, from the same contract that the server parses with. */
export const openApiDocument = (api: Api, all: readonly Documented[], version: string): Json => {
  const components = new Map<string, Json>([['Error', errorSchema]])
  const paths = new Map<string, Json>()
  const own = all.filter(({ endpoint }) => apiOf(endpoint) === api)
  // A module's names come in another order from one loader to the next.
  for (const route of own.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = route.endpoint.path.replace(/:([A-Za-z]+)/g, '{$1}')
    paths.set(path, {
      ...paths.get(path),
      [route.endpoint.method.toLowerCase()]: operationOf(route, components),
    })
  }
  const sorted = (entries: Map<string, Json>) =>
    Object.fromEntries([...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return {
    openapi: '3.1.0',
    info: {
      title: titles[api],
      version,
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths: sorted(paths),
    components: {
      schemas: sorted(components),
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'DPoP',
          description: 'Session token; API applications send Bearer',
        },
      },
    },
  }
}
