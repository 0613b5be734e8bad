import { listSignInRequests } from '@signet/contract/access/sign-in-requests'
import { z } from 'zod'
import { createBrowser } from '../../../testing/browser.ts'
import { oidcApplications } from '../../modules/applications/oidc-applications/index.ts'
import { buildApplication } from '../../security/sweep/calls/applications.ts'
import { rowsOf } from '../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../security/sweep/subject.ts'
import { buildSignedIn, type Given, type World } from '../../security/sweep/world.ts'

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

/** A device that waits for somebody to type its code. */
const waitingDevice = async (world: World): Promise<string> => {
  const { test, ctx, keep } = world
  const { application } = await oidcApplications.create(ctx, {
    name: ctx.platform.ids.random(6).toString('hex'),
    applicationType: 'OIDC_DEVICE',
  })
  const browser = createBrowser(test.app, new URL(ctx.tenant.publicUrl).host)
  const answer = await browser.visit('/api/oidc/device_authorization', {
    method: 'POST',
    form: { client_id: application.clientId, scope: 'openid' },
  })
  keep(String(answer.json().device_code))
  return String(answer.json().user_code)
}

/** Somebody whom an application asks for a sign-in, and the request. */
const asked = async (world: World) => {
  const { test, ctx, keep } = world
  const { application, clientSecret } = await oidcApplications.create(ctx, {
    name: ctx.platform.ids.random(6).toString('hex'),
    applicationType: 'OIDC_SERVER',
    grantTypes: ['ciba'],
    scopes: ['openid'],
    backchannelDelivery: 'PING',
    backchannelNotificationUri: 'https://bank.example.test/ping',
  })
  const notification = keep(ctx.platform.ids.random(16).toString('hex'))
  const { as, userId } = await buildSignedIn(world)
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/oidc/backchannel',
    headers: {
      host: new URL(ctx.tenant.publicUrl).host,
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${application.clientId}:${clientSecret}`).toString('base64')}`,
    },
    payload: new URLSearchParams({
      scope: 'openid',
      login_hint: userId,
      client_notification_token: notification,
    }).toString(),
  })
  keep(String(answer.json().auth_req_id))
  const listed = await test.call(listSignInRequests, { as })
  return {
    as,
    id: z.object({ requests: z.tuple([z.object({ id: z.string() })]) }).parse(listed.body)
      .requests[0].id,
  }
}

export const scenarios: SubjectScenarios = {
  calls: {
    readOidcInteraction: async (world) => {
      const { uid, headers = {} } = await waiting(world)
      return { headers, body: { uid } }
    },
    readUserCode: async (world) => ({
      as: (await buildSignedIn(world)).as,
      body: { userCode: await waitingDevice(world) },
    }),
    decideUserCode: async (world) => ({
      as: (await buildSignedIn(world)).as,
      body: { userCode: await waitingDevice(world), allow: true },
    }),
    listSignInRequests: async (world) => ({ as: (await asked(world)).as }),
    decideSignInRequest: async (world) => {
      const { as, id } = await asked(world)
      return { as, body: { id, allow: false } }
    },
    decideOidcConsent: async (world) => {
      const { uid, headers = {} } = await waiting(world)
      return { as: (await buildSignedIn(world)).as, headers, body: { uid, allow: true } }
    },
  },
  bodyIds: {
    // Its person's alone, whatever the tenant: sign-in-requests.test.ts has others try it.
    decideSignInRequest: null,
  },
  effects: {
    decideOidcConsent: rowsOf('oidc_consents'),
    decideUserCode: ['readUserCode'],
  },
  shownIn: {
    readOidcInteraction: 'protocols/oidc/access/access.test.ts',
  },
}
