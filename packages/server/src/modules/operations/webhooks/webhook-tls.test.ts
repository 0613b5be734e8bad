import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createUser } from '@signet/contract/identity/users'
import { listWebhookDeliveries } from '@signet/contract/operations/webhook-deliveries'
import { createWebhook } from '@signet/contract/operations/webhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildAdmin } from '../../../../testing/builders.ts'
import { type HookedApp, hookedApp } from '../../../../testing/operations/hooked-app.ts'
import { type Authority, createAuthority } from '../../../../testing/operations/identities.ts'
import {
  type Identity,
  type Receiver,
  startReceiver,
} from '../../../../testing/operations/receiver.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/*
 * Guard: the connection of `guardedAgent` goes to the address that was checked, and asks the
 * certificate for the name in the webhook's address, never for that address itself.
 */

const host = 'hooks.example.test'
const systemAuthorities = getCACertificates('default')

let test: TestApp
let authority: Authority
let stranger: Authority
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  authority = await createAuthority()
  stranger = await createAuthority()
  // As NODE_EXTRA_CA_CERTS does for the service.
  setDefaultCACertificates([...systemAuthorities, authority.certificate])
})
afterAll(async () => {
  setDefaultCACertificates(systemAuthorities)
  await authority.remove()
  await stranger.remove()
  await test.close()
})

let node: HookedApp
let receiver: Receiver
afterEach(async () => {
  await test.ctx.db.deleteFrom('webhooks').where('tenant_id', '=', test.tenant.id).execute()
  await node.end()
  await receiver.close()
})

const Made = z.object({ webhook: z.object({ id: z.string() }) })
const Deliveries = z.object({ results: z.array(z.record(z.string(), z.unknown())) })

/** One event, delivered to a receiver with this identity. */
const deliveredTo = async (identity: Identity) => {
  receiver = await startReceiver(identity)
  node = await hookedApp(test, receiver.port, async () => ['127.0.0.1'])
  const { token: as } = await buildAdmin(test.ctx)
  const body = {
    name: 'over TLS',
    url: `https://${host}:${receiver.port}/ok`,
    events: ['USER_CREATED'],
  }
  const { id } = Made.parse((await node.call(createWebhook, { as, body })).body).webhook
  const userId = `user-${test.platform.ids.random(6).toString('hex')}`
  await node.call(createUser, { as, body: { userId } })
  let seen: z.output<typeof Deliveries>['results'] = []
  const delivered = async () => {
    await node.deliver()
    const answer = await node.call(listWebhookDeliveries, { as, params: { id }, body: {} })
    seen = Deliveries.parse(answer.body).results
    return seen
  }
  // The chain takes an event once no older transaction is open anywhere on the server.
  await expect.poll(delivered).toHaveLength(1)
  return seen
}

describe('over TLS, a webhook', () => {
  it('is delivered to a receiver that an own authority vouches for', async () => {
    const deliveries = await deliveredTo(await authority.issue(`DNS:${host}`))
    expect(deliveries).toMatchObject([{ state: 'DELIVERED', answerStatus: 200 }])
    expect(receiver.received).toHaveLength(1)
  })

  it.each([
    ['another name', 'DNS:other.example.test'],
    ['the address alone', 'IP:127.0.0.1'],
    ['names below it', `DNS:*.${host}`],
  ])(
    'is not handed to a receiver that proves to be %s',
    { meta: { covers: ['S25'] } },
    async (_name, names) => {
      const deliveries = await deliveredTo(await authority.issue(names))
      expect(deliveries).toMatchObject([{ state: 'PENDING', failure: 'UNREACHABLE', attempts: 1 }])
      expect(receiver.received).toEqual([])
    },
  )

  it('is not handed to a receiver that an unknown authority vouches for', {
    meta: { covers: ['S25'] },
  }, async () => {
    const deliveries = await deliveredTo(await stranger.issue(`DNS:${host}`))
    expect(deliveries).toMatchObject([{ state: 'PENDING', failure: 'UNREACHABLE', attempts: 1 }])
    expect(receiver.received).toEqual([])
  })
})
