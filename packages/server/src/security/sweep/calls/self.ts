import { buildSignedIn, type Scenario, type World } from '../world.ts'

/** Endpoints of the signed-in user, who has a password. */
export const own =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    as: (await buildSignedIn(world)).as,
    ...(body === undefined ? {} : { body: body(world) }),
  })
