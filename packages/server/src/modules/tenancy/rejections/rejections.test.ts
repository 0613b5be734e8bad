import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { recordRejection, writeRejectionCounts } from './index.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = await signInAs(test.ctx, await buildAdmin(test.ctx))
})
afterAll(() => test.close())

const application = { id: '0194f7a0-0000-7000-8000-000000000001', name: 'Wiki' }

const logged = async (): Promise<readonly unknown[]> => {
  const body = { actions: ['REQUEST_REJECTED'] }
  return [...Object((await test.call(listAuditEvents, { as, body })).body.results)]
}

describe('the audit log of rejected requests', () => {
  it('names application, reason, what was asked and what is registered, cut to a line', async () => {
    await recordRejection(test.ctx, {
      door: 'AUTHORIZE',
      reason: 'REDIRECT_URI_MISMATCH',
      application,
      asked: { redirect_uri: `https://wiki.example/\r\n${'x'.repeat(9000)}` },
      registered: { redirect_uris: ['https://wiki.example/cb'] },
    })
    expect(await logged()).toMatchObject([
      {
        outcome: 'DENIED',
        entityType: 'APPLICATIONS',
        entityId: application.id,
        entityName: 'Wiki',
        attributes: {
          door: 'AUTHORIZE',
          reason: 'REDIRECT_URI_MISMATCH',
          text: 'The redirect URI is not registered for the application.',
          asked: { redirect_uri: expect.stringMatching(/^https:\/\/wiki\.example\/ {2}x{1,480}$/) },
          registered: { redirect_uris: ['https://wiki.example/cb'] },
        },
      },
    ])
  })

  it('holds a flood as five events and one count', async () => {
    const before = (await logged()).length
    for (let turn = 0; turn < 50; turn += 1) {
      await recordRejection(test.ctx, { door: 'TOKEN', reason: 'WRONG_CLIENT_SECRET', application })
    }
    expect(await logged()).toHaveLength(before + 5)
    await writeRejectionCounts(test.platform, async () => test.ctx, 'all')
    const [last, ...rest] = await logged()
    expect(rest).toHaveLength(before + 5)
    expect(last).toMatchObject({
      entityName: 'Wiki',
      attributes: { door: 'TOKEN', reason: 'WRONG_CLIENT_SECRET', count: 45 },
    })
  })
})
