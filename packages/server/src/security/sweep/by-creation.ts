import type { Endpoint } from '@signet/contract/kit/endpoint'
import { buildAdmin } from '../../../testing/builders.ts'
import type { TestTenant } from '../../../testing/test-app.ts'
import { allRoutes } from '../../app/areas.ts'
import type { Context } from '../../kit/context.ts'
import type { Route } from '../../kit/routes.ts'
import { label } from './shapes.ts'
import { validBody } from './valid-bodies.ts'

/*
 * What the sweeps need of a subject whose calls are plain: an object is created by POST where its list
 * is, and its ID is the `id` of the answer. Subjects of another form have builders and scenarios.
 */

const creators: ReadonlyMap<string, Route> = new Map(
  allRoutes
    .filter(({ endpoint }) => endpoint.method === 'POST' && endpoint.params === undefined)
    .map((route) => [route.endpoint.path, route]),
)

/** A valid body; with a name that no other object has, where the schema takes one. */
export const freshBody = ({ platform }: Context, route: Route): unknown => {
  const body = validBody(route)
  if (typeof body !== 'object' || body === null || !('name' in body)) return body
  const named = { ...body, name: `${String(body.name)}-${platform.ids.random(6).toString('hex')}` }
  return route.endpoint.body?.safeParse(named).success === true ? named : body
}

type Build = (tenant: TestTenant) => Promise<Readonly<Record<string, string>>>

const creatingBy =
  (creator: Route, param: string): Build =>
  async ({ ctx, call }) => {
    const { token } = await buildAdmin(ctx)
    const given = { as: token, body: freshBody(ctx, creator) }
    const { status, body, text } = await call(creator.endpoint, given)
    const id = status < 300 ? body['id'] : undefined
    if (typeof id !== 'string')
      throw new Error(
        `${label(creator)} creates nothing with an ID from ${JSON.stringify(given.body)}: ${text}\nGive a body that it takes: \`bodies.${creator.name}\` in the scenarios of its subject (sweep/subject.ts)`,
      )
    return { [param]: id }
  }

/** One for each list: what it creates may be shared. */
const builds = new Map<string, Build>()

/** Creates the object whose ID is the one parameter of a path; null where no call does. */
export const creating = ({ path }: Endpoint, param: string | undefined): Build | null => {
  const [collection = '', ...others] = path.split('/:')
  const creator = creators.get(collection)
  if (creator === undefined || param === undefined || others.length !== 1) return null
  const name = `${collection}/:${param}`
  const build = builds.get(name) ?? creatingBy(creator, param)
  builds.set(name, build)
  return build
}
