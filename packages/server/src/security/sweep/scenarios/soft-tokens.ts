import { createECDH } from 'node:crypto'
import { startHelpDeskCall } from '@signet/contract/access/help-desk-calls'
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
import { browserOf, fieldOf, goodPassword } from '../../../../testing/access/people.ts'
import {
  beginSoftToken,
  buildSoftTokenApp,
  createSoftTokenApp,
} from '../../../../testing/access/soft-token-app.ts'
import { buildSignedIn, type Scenario, type Scenarios, type World } from '../world.ts'

const serviceOf = ({ ctx, test }: World) => ({ ctx, call: test.call })

/** An app whose sign-in waits for an answer. */
const asked = async (world: World) => {
  const person = await buildSignedIn(world)
  const { app } = await buildSoftTokenApp(serviceOf(world), person.id)
  const browser = browserOf(world.test.call)
  await browser.query(person.userId)
  await browser.prove('PASSWORD', goodPassword)
  const { body } = await browser.challenge('TOKENPUSH')
  return { app, browser, number: String(fieldOf(body.push, 'number')) }
}

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

/** A call that the help desk has begun. */
const called = async (world: World) => {
  const person = await buildSignedIn(world)
  const { app } = await buildSoftTokenApp(serviceOf(world), person.id)
  const params = { userid: person.id }
  const begin = () => world.test.call(startHelpDeskCall, { as: world.admin.token, params })
  return { app, params, begin }
}

export const softTokenScenarios: Scenarios = {
  readPushSubscription: byApp(readPushSubscription),
  updatePushSubscription: async (world) => ({
    ...(await byApp(updatePushSubscription)(world)),
    body: subscription(world),
  }),
  deletePushSubscription: byApp(deletePushSubscription),
  startHelpDeskCall: async (world) => ({ params: (await called(world)).params }),
  waitForHelpDeskCall: async (world) => {
    const { app, params, begin } = await called(world)
    const callid = String((await begin()).body.id)
    await app.answer(await app.pending(), { decision: 'APPROVE' })
    return { params: { ...params, callid } }
  },
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
  waitForPush: async (world) => {
    const { app, browser, number } = await asked(world)
    await app.answer(await app.pending(), { decision: 'APPROVE', number })
    return { body: { authToken: browser.authToken } }
  },
}
