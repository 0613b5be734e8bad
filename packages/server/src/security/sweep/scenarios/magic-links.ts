import { putMagicLink } from '@signet/contract/authenticators/magic-links'
import { updateMagicLinkSettings } from '@signet/contract/settings/magiclink'
import { buildPerson } from '../../../../testing/access/people.ts'
import { buildSignedIn, type Scenarios, type World } from '../world.ts'

/** Someone who may be given a link, in a tenant that shows links to administrators. */
const withLinks = async ({ test, ctx, admin }: World) => {
  const body = { enabled: true, handOver: true }
  await test.call(updateMagicLinkSettings, { as: admin.token, body })
  const email = `link-${ctx.platform.ids.random(6).toString('hex')}@example.test`
  return { userid: (await buildPerson(ctx, { email })).id }
}

const withLink = async (world: World) => {
  const params = await withLinks(world)
  const body = { autoSend: false }
  const made = await world.test.call(putMagicLink, { as: world.admin.token, params, body })
  const token = world.keep(String(made.body.link).split('/').at(-1) ?? '')
  return { params, token }
}

export const magicLinkScenarios: Scenarios = {
  putMagicLink: async (world) => ({ params: await withLinks(world), body: { autoSend: false } }),
  readMagicLink: async (world) => ({ params: (await withLink(world)).params }),
  deleteMagicLink: async (world) => ({ params: (await withLink(world)).params }),
  readMagicLinkInformation: async (world) => ({ params: (await withLink(world)).params }),
  authenticateMagicLink: async (world) => ({
    query: { magicToken: (await withLink(world)).token, complete: 'true' },
    body: {},
  }),
  readOwnMagicLink: async (world) => ({ as: (await buildSignedIn(world)).as }),
}
