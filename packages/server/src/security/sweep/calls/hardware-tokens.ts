import { hotp } from '@signet/algorithms/otp'
import { buildHardware, buildStock } from '../../../../testing/authenticators/hardware-tokens.ts'
import type { World } from '../world.ts'

/** A secret of twenty bytes, told in every form that it is written in, and its first code. */
export const newSecret = ({ ctx, keep }: World) => {
  const secret = ctx.platform.ids.random(20)
  const text = keep(secret.toString('base64'))
  keep(secret.toString('hex'))
  return { secret, text, response: hotp({ secret, digits: 6, algorithm: 'SHA1' }, 0) }
}

export const stock = async (world: World) => {
  const { secret, response } = newSecret(world)
  return { ...(await buildStock(world.ctx, { secret })), response }
}

export const held = async (world: World, userId: string) => {
  const { secret, response } = newSecret(world)
  return { ...(await buildHardware(world.ctx, userId, { secret })), response }
}

/** A token on its way to its owner. */
export const sent = async (world: World, userId: string) => {
  const token = await held(world, userId)
  await world.ctx.db
    .updateTable('tokens')
    .set({ state: 'NEW' })
    .where('tenant_id', '=', world.ctx.tenant.id)
    .where('id', '=', token.id)
    .execute()
  return token
}
