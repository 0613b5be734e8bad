import type { Endpoint } from '@signet/contract/kit/endpoint'
import type { z } from 'zod'
import type { Route } from '../../kit/routes.ts'

/** A schema's kind: the pipeline treats all schemas of a kind alike. */
const kindOf = (schema: z.ZodType | undefined): string => schema?.type ?? ''

const presence = (value: unknown): string => (value === undefined ? '' : 'yes')

/** Everything by which the pipeline decides about a request, taken from its declaration. */
const decisive = {
  actor: ({ actor }) => actor,
  needs: ({ needs }) => presence(needs),
  orNeeds: (endpoint) => presence('orNeeds' in endpoint ? endpoint.orNeeds : undefined),
  alsoFor: ({ alsoFor = [] }) => alsoFor.toSorted().join('+'),
  forSupport: ({ forSupport }) => presence(forSupport),
  whileDue: ({ whileDue }) => presence(whileDue),
  whileLocked: ({ whileLocked }) => presence(whileLocked),
  tab: ({ tab = '' }) => tab,
  limit: ({ limit }) => limit,
  sensitive: ({ sensitive }) => presence(sensitive),
  consumes: ({ consumes = '' }) => consumes,
  params: ({ params }) => kindOf(params),
  query: ({ query }) => kindOf(query),
  body: ({ body }) => kindOf(body),
  produces: ({ produces = '' }) => produces,
  // Secrets are not shown to a provider that helps.
  reveals: ({ reveals }) => presence(reveals),
  // Its wrong answers are counted as guesses.
  errors: ({ errors }) => (errors.includes('invalid_user_response_locked') ? 'guess' : ''),
} satisfies Record<string, (endpoint: Endpoint) => string>

/** Properties of a declaration that make up its shape. */
export const shapeProperties: readonly string[] = Object.keys(decisive)

/**
 * What two declarations have in common when the pipeline treats their requests alike. Which
 * permission is needed is not part of it: `authorize` is tried with the needs of every route.
 */
export const shapeOf = ({ endpoint }: Route): string =>
  Object.values(decisive)
    .map((read) => read(endpoint))
    .join('|')

/** How tests name a route. */
export const label = ({ endpoint }: Route): string => `${endpoint.method} ${endpoint.path}`

/** Rows of a table of tests. */
export const named = (routes: readonly Route[]): [string, Route][] =>
  routes.map((route) => [label(route), route])
