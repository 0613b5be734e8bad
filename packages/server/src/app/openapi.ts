import { type Api, type Endpoint, everyErrorOf } from '@signet/contract/kit/endpoint'
import type { Documented } from './openapi/documented.ts'
import { createFailures, errorSchema } from './openapi/errors.ts'
import { answerHeaders, requestHeaders } from './openapi/headers.ts'
import type { Json } from './openapi/json.ts'
import type { Parts } from './openapi/made.ts'
import { operationOf } from './openapi/operation.ts'
import { unambiguous } from './openapi/paths.ts'
import { createSchemas } from './openapi/schemas.ts'
import { securityOf, securitySchemes } from './openapi/security.ts'
import { tagsOf } from './openapi/tags.ts'
import { versionedAmong } from './openapi/versions.ts'
import { webhooksOf } from './openapi/webhooks.ts'

export const apis: readonly Api[] = ['administration', 'authentication', 'issuance']

export const titles: Readonly<Record<Api, string>> = {
  administration: 'Signet Administration API',
  authentication: 'Signet Authentication API',
  issuance: 'Signet Issuance API',
}

export const apiOf = (endpoint: Endpoint): Api => endpoint.api ?? 'administration'

/** What holds for every call. */
export const generalDescription = `Requests and answers are JSON in UTF-8, at most 1 MiB; times are ISO 8601 with \`Z\` or an offset, and answered in UTC.

A field of a request body that the call does not know is rejected: 400 \`unrecognized_keys\`, which names it. What GET answers can be changed and sent back by PUT: fields that only the service writes, such as \`id\`, \`version\` or \`secretsPresent\`, are accepted with the value that is stored and rejected with any other: 400 \`read_only\`. Answers may get further fields in later releases.

A path that exists with other methods only is answered 405 \`method_not_allowed\`; \`Allow\` lists them. Programs decide by \`errorCode\`, whose values each operation lists; \`X-Request-Id\` names a request in the log. Requests are limited by caller and class (\`x-rate-limit-class\`): 429 says in \`Retry-After\` when to try again.`

const inOrder = (own: readonly Documented[], parts: Parts): Json => {
  const paths = new Map<string, Json>()
  for (const call of own) {
    const path = call.endpoint.path.replace(/:([A-Za-z]+)/g, '{$1}')
    const operation = operationOf(call, parts)
    paths.set(path, { ...paths.get(path), [call.endpoint.method.toLowerCase()]: operation })
  }
  return unambiguous(paths)
}

export const schemesOf = (own: readonly Documented[]): Json => {
  const used = new Set<string>(own.flatMap(({ endpoint }) => securityOf(endpoint).flat()))
  return Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => used.has(name)))
}

const usedIn = <T extends object>(parts: T, kind: string, texts: readonly unknown[]): Json => {
  const text = JSON.stringify(texts)
  return Object.fromEntries(
    Object.entries(parts).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)),
  )
}

/** The OpenAPI 3.1 document of one API, from the same contract that the server parses with. */
export const openApiDocument = (api: Api, all: readonly Documented[], version: string): Json => {
  const schemas = createSchemas()
  schemas.add('Error', errorSchema)
  // A module's names come in another order from one loader to the next.
  const own = all
    .filter(({ endpoint }) => apiOf(endpoint) === api)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const failures = createFailures(own.map(({ endpoint }) => everyErrorOf(endpoint)))
  const isVersioned = versionedAmong(all)
  const paths = inOrder(own, { schemas, failures, isVersioned })
  const responses = failures.shared()
  const webhooks = api === 'administration' ? { webhooks: webhooksOf(schemas) } : {}
  const finished = schemas.finish({ paths, ...webhooks })
  return {
    openapi: '3.1.0',
    info: {
      title: titles[api],
      version,
      description: generalDescription,
      contact: { name: 'The operator of this service' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: tagsOf(own.map(({ endpoint }) => endpoint)),
    ...finished.document,
    components: {
      schemas: finished.schemas,
      responses,
      headers: usedIn(answerHeaders, 'headers', [paths, responses]),
      parameters: usedIn(requestHeaders, 'parameters', [paths]),
      securitySchemes: schemesOf(own),
    },
  }
}

/** One call by itself, with the schemas that it refers to. */
export const documentedAlone = (
  call: Documented,
  isVersioned: Parts['isVersioned'],
): { readonly operation: Json; readonly schemas: Json } => {
  const schemas = createSchemas()
  schemas.add('Error', errorSchema)
  const operation = operationOf(call, { schemas, failures: createFailures([]), isVersioned })
  const finished = schemas.finish(operation)
  return { operation: finished.document, schemas: finished.schemas }
}
