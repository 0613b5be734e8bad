import { putMagicLink } from '@signet/contract/authenticators/magic-links'
import { updateMagicLinkSettings } from '@signet/contract/settings/magiclink'
import { buildPerson } from '../../../../testing/access/people.ts'
import type { World } from '../world.ts'

/** Someone who may be given a link, in a tenant that shows links to administrators. */
export const withLinks = async ({ test, ctx, admin }: World) => {
  const body = { enabled: true, handOver: true }
  await test.call(updateMagicLinkSettings, { as: admin.token, body })
  const email = `link-${ctx.platform.ids.random(6).toString('hex')}@example.test`
  return { userid: (await buildPerson(ctx, { email })).id }
}

export const withLink = async (world: World) => {
  const params = await withLinks(world)
  const body = { autoSend: false }
  const made = await world.test.call(putMagicLink, { as: world.admin.token, params, body })
  const token = world.keep(String(made.body.link).split('/').at(-1) ?? '')
  return { params, token }
}
