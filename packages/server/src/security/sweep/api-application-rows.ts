import type { ProgramType } from '@signet/rules/applications'
import { buildRole } from '../../../testing/builders.ts'
import type { Context } from '../../kit/context.ts'
import { createApiApplication } from '../../modules/applications/api-applications/index.ts'
import type { Scenario, World } from './world.ts'

export const wantedProgram = (ctx: Context) => ({
  name: `Program ${ctx.platform.ids.random(6).toString('hex')}`,
  description: '',
  enabled: true,
  addresses: [],
  tokenTtlSeconds: 3600,
})

/** A program with its secret; its role permits nothing unless given. */
export const buildApiApplication = async (
  ctx: Context,
  type: ProgramType,
  given: { readonly roleId?: string; readonly addresses?: readonly string[] } = {},
) => {
  const roleId = type === 'ADMIN_API' ? (given.roleId ?? (await buildRole(ctx, {}))) : undefined
  const { application, sharedSecret } = await createApiApplication(ctx, type, {
    ...wantedProgram(ctx),
    ...given,
    ...(roleId === undefined ? {} : { roleId }),
  })
  return { id: application.id, name: application.name, roleId, sharedSecret }
}

export const builtProgram = async (world: World, type: ProgramType) => {
  const made = await buildApiApplication(world.ctx, type)
  world.keep(made.sharedSecret)
  return made
}

export const onProgram =
  (type: ProgramType): Scenario =>
  async (world) => ({ params: { id: (await builtProgram(world, type)).id } })

export const agentType = 'APACHE'
