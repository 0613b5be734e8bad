import type { Answer } from '../../../testing/call.ts'
import { exampleOf } from '../../../testing/example-value.ts'
import type { Route } from '../../kit/routes.ts'
import { scenarios } from './subjects.ts'
import { buildSignedIn, type Given, type World } from './world.ts'

const smallest = ({ endpoint }: Route): Given =>
  endpoint.body === undefined ? {} : { body: exampleOf(endpoint.body) }

const callerOf = async (world: World, { endpoint }: Route): Promise<Given> => {
  if (endpoint.actor === 'public') return {}
  return { as: endpoint.actor === 'user' ? (await buildSignedIn(world)).as : world.admin.token }
}

/** The input of a call that succeeds, with its caller's token. */
export const rightInput = async (world: World, route: Route): Promise<Given> => {
  const given = await (scenarios.calls[route.name]?.(world) ?? smallest(route))
  return 'as' in given ? given : { ...(await callerOf(world, route)), ...given }
}

export const callRightly = async (world: World, route: Route): Promise<Answer> =>
  world.test.call(route.endpoint, await rightInput(world, route))
