import { listPrinterAlerts } from '@signet/contract/issuance/alerts'
import { listPrints } from '@signet/contract/issuance/print-queue'
import { readFlashPassSettings } from '@signet/contract/settings/flashpass'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { judgePrinters } from '../../modules/issuance/alerts/index.ts'
import { createPrintDispatcher } from '../../modules/issuance/print-jobs/index.ts'
import { tenantContexts } from '../tenant-jobs.ts'
import { createCardOffice, fillOffice } from './card-office.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
  await fillOffice(test.ctx)
})
afterAll(() => test.close())

describe('the card office of the demonstration', () => {
  it('has jobs of several states in its queue, and the one that waits goes on waiting', async () => {
    const queue = async () => {
      const { body } = await test.call(listPrints, { as, body: {} })
      return listPrints.answer
        .parse(body)
        .results.map(({ title, queueState }) => [title, queueState])
        .toSorted()
    }
    const told = [
      ['Amara Okafor', 'COMPLETED'],
      ['Jonas Lindqvist', 'FAILED'],
      ['Karim Haddad', 'CANCELLED'],
      ['Mei Tanaka', 'WAIT_FOR_PRINTER'],
    ]
    expect(await queue()).toEqual(told)
    const printing = createPrintDispatcher(test.platform)
    test.clock.advance(600_000)
    await printing.look()
    await printing.idle()
    await printing.stop()
    expect(await queue()).toEqual(told)
  })

  it('has alerts that stand, each for its printer', async () => {
    test.clock.advance(60_000)
    await judgePrinters(test.platform, tenantContexts(test.platform, 'printer-alerts'))
    const { text } = await test.call(listPrinterAlerts, { as })
    const alerts = listPrinterAlerts.answer.parse(JSON.parse(text))
    expect(alerts.map(({ name, standing }) => [name, standing])).toMatchObject([
      ['Ribbon is low', [{ printerName: 'Card office' }, { printerName: 'Front desk' }]],
      ['Somebody has to look', [{ printerName: 'Front desk', detail: 'media-jam' }]],
    ])
  })

  it('says who gives passes, and has no wallet yet that takes them', async () => {
    const { body } = await test.call(readFlashPassSettings, { as })
    expect(body).toMatchObject({ organizationName: 'Acme University', appleEnabled: false })
  })

  it('is a tenant of its own, with somebody who signs in there', async () => {
    const { db, tenant } = await createCardOffice(test.ctx, 'hash')
    const people = await db
      .selectFrom('users')
      .innerJoin('tokens', 'tokens.user_id', 'users.id')
      .select(['users.user_id', 'tokens.state'])
      .where('users.tenant_id', '=', tenant.id)
      .execute()
    expect(people).toEqual([{ user_id: 'carl', state: 'ACTIVE' }])
  })
})
