import { createECDH } from 'node:crypto'
import {
  deletePushSubscription,
  readPushSubscription,
  updatePushSubscription,
} from '@signet/contract/authenticators/push-subscriptions'
import {
  answerPush,
  claimSoftToken,
  readSoftToken,
  removeSoftToken,
} from '@signet/contract/authenticators/soft-tokens'
import type { Endpoint } from '@signet/contract/kit/endpoint'
import {
  beginSoftToken,
  buildSoftTokenApp,
  createSoftTokenApp,
} from '../../../../testing/access/soft-token-app.ts'
import { pushAsId } from '../../../security/sweep/asked-rows.ts'
import { asked, serviceOf } from '../../../security/sweep/calls/soft-tokens.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import { buildSignedIn, type Scenario, type World } from '../../../security/sweep/world.ts'

const byApp =
  (endpoint: Endpoint): Scenario =>
  async (world) => {
    const { app } = await buildSoftTokenApp(serviceOf(world), (await buildSignedIn(world)).id)
    return { headers: await app.headersFor(endpoint) }
  }

/** What a browser gives with its subscription (RFC 8291, section 2). */
const subscription = ({ ctx, keep }: World) => {
  const browser = createECDH('prime256v1')
  const p256dh = browser.generateKeys('base64url')
  const auth = keep(ctx.platform.ids.random(16).toString('base64url'))
  return { kind: 'WEB', address: 'https://push.example.test/1', keys: { p256dh, auth } }
}

export const scenarios: SubjectScenarios = {
  calls: {
    readPushSubscription: byApp(readPushSubscription),
    updatePushSubscription: async (world) => ({
      ...(await byApp(updatePushSubscription)(world)),
      body: subscription(world),
    }),
    deletePushSubscription: byApp(deletePushSubscription),
    claimSoftToken: async (world) => {
      const service = serviceOf(world)
      const { claim } = await beginSoftToken(service, (await buildSignedIn(world)).id)
      const app = createSoftTokenApp(service)
      return {
        body: { claim: world.keep(claim), publicKey: app.jwk, name: 'Phone', platform: 'WEB' },
        headers: await app.headersFor(claimSoftToken),
      }
    },
    readSoftToken: byApp(readSoftToken),
    removeSoftToken: byApp(removeSoftToken),
    answerPush: async (world) => {
      const { app, number } = await asked(world)
      const push = await app.pending()
      const params = { pushid: push.id }
      const headers = await app.headersFor(answerPush, params)
      return { params, headers, body: app.reply(push, { decision: 'APPROVE', number }) }
    },
  },
  ids: [{ under: '/api/web/v1/softtokens/pushes/', build: pushAsId }],
  bodies: {
    answerPush: { decision: 'DENY', signature: 'A'.repeat(86) },
  },
  effects: {
    claimSoftToken: rowsOf('soft_token_claims'),
    removeSoftToken: rowsOf('soft_token_devices'),
    updatePushSubscription: rowsOf('soft_token_devices'),
    answerPush: rowsOf('pushes'),
  },
  shownIn: {
    readPushSubscription: 'modules/authenticators/soft-tokens/deliver-push.test.ts',
    deletePushSubscription: 'modules/authenticators/soft-tokens/deliver-push.test.ts',
    readSoftToken: 'modules/authenticators/soft-token-apps/soft-token-apps.test.ts',
  },
}
