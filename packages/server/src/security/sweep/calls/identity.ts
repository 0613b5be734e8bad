import { buildGroup, buildUser } from '../../../../testing/builders.ts'
import type { Scenario, World } from '../world.ts'

export const unique = ({ ctx }: World): string => ctx.platform.ids.random(6).toString('hex')

export const onUser =
  (body?: unknown): Scenario =>
  async ({ ctx }) => ({
    params: { id: (await buildUser(ctx)).id },
    ...(body === undefined ? {} : { body }),
  })

export const onGroup =
  (body?: unknown): Scenario =>
  async ({ ctx }) => ({
    params: { id: (await buildGroup(ctx)).id },
    ...(body === undefined ? {} : { body }),
  })
