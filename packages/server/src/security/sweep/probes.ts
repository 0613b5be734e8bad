import type { Endpoint } from '@signet/contract/kit/endpoint'
import { z } from 'zod'
import { exampleOf } from '../../../testing/example-value.ts'
import { allRoutes } from '../../app/areas.ts'
import { type Route, Streamed } from '../../kit/routes.ts'
import { label, shapeOf } from './shapes.ts'

/** A route with a declaration of the product's and, for a service, a note that it was reached. */
export interface Probe {
  readonly route: Route
  /** A route of the product that has this shape. */
  readonly like: string
  /** The shape of the probe's own declaration. */
  readonly shape: string
  readonly params: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface Probes {
  readonly all: readonly Probe[]
  /** The properties of declarations that were read so far. */
  readonly read: ReadonlySet<string>
  /** Whether the service was reached since this was asked last. */
  wasReached(probe: Probe): boolean
}

const word = z.object({ word: z.string() })

interface Sample {
  readonly schema: z.ZodType
  readonly value: unknown
}

/** A schema of each kind that bodies have, and what it accepts. */
const bodies: Readonly<Record<string, Sample>> = {
  object: { schema: word, value: { word: 'x' } },
  optional: { schema: word.optional(), value: { word: 'x' } },
  union: { schema: z.union([word, z.array(z.string())]), value: ['x'] },
  string: { schema: z.string(), value: 'x' },
}

const bodyLike = ({ body }: Endpoint): Sample | undefined => {
  const sample = body === undefined ? undefined : bodies[body.type]
  if (body !== undefined && sample === undefined) throw new Error(`no body of kind ${body.type}`)
  return sample
}

/** The declaration with the simplest schemas of its kinds, at an address of its own. */
const likeness = (endpoint: Endpoint, at: number, sample: Sample | undefined): Endpoint => ({
  ...endpoint,
  path: `/api/web/v1/probes/${at}${endpoint.params === undefined ? '' : '/:word'}`,
  ...(endpoint.params === undefined ? {} : { params: word }),
  ...(endpoint.query === undefined ? {} : { query: word.partial() }),
  ...(sample === undefined ? {} : { body: sample.schema }),
})

const watched = (endpoint: Endpoint, read: Set<string>): Endpoint =>
  new Proxy(endpoint, {
    get(target, name, receiver): unknown {
      if (typeof name === 'string') read.add(name)
      return Reflect.get(target, name, receiver)
    },
  })

async function* nothing(): AsyncGenerator<string> {}

const answerOf = ({ produces, answer }: Endpoint): unknown =>
  produces === undefined ? exampleOf(answer) : new Streamed('probe', nothing())

/** One probe for each shape of declaration. */
export const createProbes = (): Probes => {
  const read = new Set<string>()
  const reached = new Set<Route>()
  const firsts = [...Map.groupBy(allRoutes, shapeOf).values()].flatMap(([first]) => first ?? [])
  const all = firsts.map((like, at): Probe => {
    const sample = bodyLike(like.endpoint)
    const endpoint = likeness(like.endpoint, at, sample)
    const route: Route = {
      name: `probe${at}`,
      endpoint: watched(endpoint, read),
      handle: () => {
        reached.add(route)
        return answerOf(like.endpoint)
      },
    }
    const params: Probe['params'] = like.endpoint.params === undefined ? {} : { word: 'x' }
    return {
      route,
      like: label(like),
      shape: shapeOf({ ...route, endpoint }),
      params,
      body: sample?.value,
    }
  })
  return { all, read, wasReached: ({ route }) => reached.delete(route) }
}
