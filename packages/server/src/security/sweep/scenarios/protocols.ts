import { createBrowser } from '../../../testing/browser.ts'
import { buildSignedIn, type Given, type Scenarios, type World } from '../world.ts'
import { buildApplication } from './applications.ts'

/** A browser that an application has sent here: the request waits in its cookies. */
const waiting = async (world: World): Promise<Given & { readonly uid: string }> => {
  const { test, ctx } = world
  const { clientId } = await buildApplication(world)
  const browser = createBrowser(test.app, new URL(ctx.tenant.publicUrl).host)
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: 'https://rp.example.test/cb',
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  const answer = await browser.visit(`/api/oidc/authorize?${query}`)
  const page = new URL(String(answer.headers.location), ctx.tenant.publicUrl)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { headers: { cookie }, uid: page.searchParams.get('uid') ?? '' }
}

export const protocolScenarios: Scenarios = {
  readOidcInteraction: async (world) => {
    const { uid, headers = {} } = await waiting(world)
    return { headers, body: { uid } }
  },
  decideOidcConsent: async (world) => {
    const { uid, headers = {} } = await waiting(world)
    return { as: (await buildSignedIn(world)).as, headers, body: { uid, allow: true } }
  },
}
