import type { Answer } from '../../../testing/call.ts'
import type { Route } from '../../kit/routes.ts'
import { freshBody } from './by-creation.ts'
import { builderFor, idParamsOf } from './ids.ts'
import { scenarios } from './subjects.ts'
import { buildSignedIn, type Given, type World } from './world.ts'

/** With rows of its own where its path names them, and the smallest body that its schema takes. */
const smallest = async (world: World, route: Route): Promise<Given> => {
  const { endpoint } = route
  const build = idParamsOf(endpoint).length === 0 ? null : builderFor(endpoint)
  return {
    ...(build === null ? {} : { params: await build(world.test) }),
    ...(endpoint.body === undefined ? {} : { body: freshBody(world.ctx, route) }),
  }
}

const callerOf = async (world: World, { endpoint }: Route): Promise<Given> => {
  if (endpoint.actor === 'public') return {}
  return { as: endpoint.actor === 'user' ? (await buildSignedIn(world)).as : world.admin.token }
}

/** The input of a call that succeeds, with its caller's token. */
export const rightInput = async (world: World, route: Route): Promise<Given> => {
  const given = await (scenarios.calls[route.name]?.(world) ?? smallest(world, route))
  return 'as' in given ? given : { ...(await callerOf(world, route)), ...given }
}

export const callRightly = async (world: World, route: Route): Promise<Answer> =>
  world.test.call(route.endpoint, await rightInput(world, route))
