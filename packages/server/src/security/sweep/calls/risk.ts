import { buildUser } from '../../../../testing/builders.ts'
import type { Scenario, World } from '../world.ts'

export const freshName = ({ ctx }: World): string =>
  `n${ctx.platform.ids.random(6).toString('hex')}`

type BuildRow = (ctx: World['ctx']) => Promise<string>

/** A row of its kind, and what it is changed to. */
export const onRow =
  (build: BuildRow, body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { id: await build(world.ctx) },
    ...(body === undefined ? {} : { body: await body(world) }),
  })

export const onUser =
  (body?: object): Scenario =>
  async ({ ctx }) => ({
    params: { userid: (await buildUser(ctx)).id },
    ...(body === undefined ? {} : { body }),
  })

export const creating =
  (body: (world: World) => unknown): Scenario =>
  async (world) => ({ body: await body(world) })
