import { type Endpoint, everyErrorOf, needsOf } from '@signet/contract/kit/endpoint'
import type { Documented } from './documented.ts'
import { exampleOf } from './examples.ts'
import { headerParametersOf } from './headers.ts'
import type { Json } from './json.ts'
import type { Parts } from './made.ts'
import { parametersOf } from './parameters.ts'
import { requirementsOf } from './security.ts'
import { successOf } from './success.ts'
import { tagOf } from './tags.ts'

const permissionsOf = (endpoint: Endpoint): string[] =>
  needsOf(endpoint).map((need) => need.join('.'))

const inCode = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(' or ')

const accessOf = (endpoint: Endpoint): string => {
  const permissions = permissionsOf(endpoint)
  if (endpoint.credential === 'initial') return 'Public, or with the initial access token.'
  if (endpoint.credential === 'registration') return 'With the registration access token.'
  if (endpoint.actor === 'public') return 'Public: no session is needed.'
  if (endpoint.actor === 'user') {
    return endpoint.forSupport === true
      ? 'For the signed-in user, or a provider under a support grant.'
      : 'For the signed-in user.'
  }
  const kinds = endpoint.alsoFor ?? []
  const also = kinds.length === 0 ? '' : `, or an application of type ${inCode(kinds)}`
  const only = endpoint.actor === 'provider' ? ' Only in the tenant of a provider.' : ''
  return `Requires the permission ${inCode(permissions)}${also}.${only}`
}

/** What holds for a call by its declaration, as its readers need to know it. */
const conditionsOf = (endpoint: Endpoint): string[] => [
  accessOf(endpoint),
  ...(endpoint.sensitive === true
    ? ['Users must have proven their identity recently (403 `step_up_required`).']
    : []),
  ...(endpoint.tab === undefined
    ? []
    : [`Only while the user portal shows the tab \`${endpoint.tab}\`.`]),
  ...(endpoint.whileDue === true && endpoint.actor !== 'public'
    ? ['Also open to users who still have required actions.']
    : []),
  ...(endpoint.whileLocked === true ? ['Also answered while the tenant is locked.'] : []),
  ...(endpoint.audit === null ? [] : [`Audit event: \`${endpoint.audit}\`.`]),
]

const descriptionOf = (endpoint: Endpoint): string =>
  [
    ...(endpoint.description === undefined ? [] : [endpoint.description]),
    conditionsOf(endpoint).join(' '),
  ].join('\n\n')

const extensionsOf = (endpoint: Endpoint): Json => {
  const permissions = permissionsOf(endpoint)
  return {
    ...(endpoint.catalogueId === undefined ? {} : { 'x-catalogue-id': endpoint.catalogueId }),
    'x-actor': endpoint.actor,
    ...(permissions.length === 0 ? {} : { 'x-permission': permissions.join(' or ') }),
    'x-rate-limit-class': endpoint.limit,
    ...(endpoint.reveals === undefined ? {} : { 'x-reveals': endpoint.reveals }),
  }
}

const bodyOf = ({ body, consumes }: Endpoint, example: Example, { schemas }: Parts): Json => {
  if (body === undefined) return {}
  const content = {
    [consumes ?? 'application/json']: { schema: schemas.of(body, 'input'), ...example },
  }
  return { requestBody: { required: !body.safeParse(undefined).success, content } }
}

type Example = { readonly example?: unknown }

/** One operation, with an example of its request and answer where there is one. */
export const operationOf = ({ name, endpoint, area }: Documented, parts: Parts): Json => {
  const { request, answer } = exampleOf(area, `${endpoint.method} ${endpoint.path}`)
  return {
    operationId: name,
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    ...extensionsOf(endpoint),
    tags: [tagOf(endpoint)],
    security: requirementsOf(endpoint),
    parameters: [
      ...(['path', 'query'] as const).flatMap((place) =>
        parametersOf({ endpoint, place }, (field) => parts.schemas.of(field, 'input')),
      ),
      ...headerParametersOf(endpoint),
    ],
    ...bodyOf(endpoint, request === undefined ? {} : { example: request }, parts),
    responses: {
      ...successOf(endpoint, answer === undefined ? {} : { example: answer }, parts),
      ...parts.failures.of(everyErrorOf(endpoint)),
    },
  }
}
