import {
  changeFleetOptIn,
  listFleetAccounts,
  listFleetPrinters,
  readFleetAccount,
  readFleetOptIn,
  readParentCompanyName,
  readRibbonBundle,
  saveRibbonBundle,
  searchFleetPrinters,
} from '@signet/contract/issuance/printer-search'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup } from '../../../../testing/builders.ts'
import { buildAccount } from '../../../../testing/issuance/accounts.ts'
import { buildQuickPrinter } from '../../../../testing/issuance/print-jobs.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

/** An account below another tenant, with a printer and somebody who runs it. */
const branch = async (companyName: string, above = test.tenant) => {
  const account = await buildAccount(test, companyName, above)
  const opt = (optedIn: boolean) =>
    account.call(changeFleetOptIn, { as: account.token, body: { optedIn } })
  return { ...account, opt, printerId: await buildQuickPrinter(account.ctx) }
}

const seen = async (body: object = {}) => {
  const { text, status } = await test.call(searchFleetPrinters, { as, body })
  expect(status, text).toBe(200)
  const all: { id: string }[] = JSON.parse(text)
  return all.map(({ id }) => id)
}

const summaryOf = (accountId: string) => test.call(readFleetAccount, { as, params: { accountId } })

describe('printers of an account', () => {
  it('are seen by the provider above from the opt-in on, and no longer after it ended', {
    meta: { covers: ['issuance.printer-search', 'S21'] },
  }, async () => {
    const below = await branch('North')
    expect(await seen()).not.toContain(below.printerId)
    expect((await summaryOf(below.id)).body.errorCode).toBe('ISSUANCE_ACCOUNT_NOT_FOUND')
    const { body: before } = await below.call(readFleetOptIn, { as: below.token })
    expect(before).toEqual({ optedIn: false, changedAt: null, changedBy: null })
    expect((await below.opt(true)).body).toMatchObject({ optedIn: true })
    expect(await seen()).toContain(below.printerId)
    expect((await summaryOf(below.id)).body).toMatchObject({ total: 1, idle: 1, cards: 0 })
    await below.opt(false)
    expect(await seen()).not.toContain(below.printerId)
    expect((await summaryOf(below.id)).status).toBe(404)
  })

  it('are seen by no other provider, and by no account beside', {
    meta: { covers: ['S21'] },
  }, async () => {
    const below = await branch('East')
    await below.opt(true)
    const beside = await branch('West')
    await beside.opt(true)
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    const { text } = await other.call(listFleetPrinters, { as: token })
    expect(text).not.toContain(below.printerId)
    const summary = { as: token, params: { accountId: below.id } }
    expect((await other.call(readFleetAccount, summary)).status).toBe(404)
    for (const endpoint of [listFleetPrinters, listFleetAccounts]) {
      const refused = await beside.call(endpoint, { as: beside.token })
      expect([refused.status, refused.body.errorCode]).toEqual([403, 'access_denied'])
    }
  })

  it('tell the provider neither their addresses nor the number of their device', async () => {
    const below = await branch('South')
    await below.opt(true)
    await below.ctx.db
      .updateTable('printers')
      .set({ uri: 'ipps://inside.example/ipp/print' })
      .execute()
    const { text } = await test.call(searchFleetPrinters, { as, body: { accountIds: [below.id] } })
    expect(JSON.parse(text)).toHaveLength(1)
    expect(text).not.toMatch(/inside|uri|deviceId/)
  })

  it('are found by words, state, kind and by what is low', {
    meta: { covers: ['issuance.printer-search'] },
  }, async () => {
    const below = await branch('Harbour 100 %')
    await below.opt(true)
    const mine = { accountIds: [below.id] }
    expect(await seen({ query: 'HARBOUR 100 %' })).toEqual([below.printerId])
    expect(await seen({ query: '_arbour' })).toEqual([])
    expect(await seen({ ...mine, statuses: ['OFFLINE'] })).toEqual([])
    expect(await seen({ ...mine, printerType: 'IPP' })).toEqual([])
    expect(await seen({ ...mine, lowOnly: true })).toEqual([])
    await below.ctx.db
      .updateTable('printers')
      .set({ supplies: JSON.stringify([{ name: 'ribbon', level: 5, isConsumed: true }]) })
      .execute()
    expect(await seen({ ...mine, lowOnly: true })).toEqual([below.printerId])
    expect((await summaryOf(below.id)).body).toMatchObject({ low: 1 })
  })
})

it('the accounts of a provider are listed by name, with numbers of those alone that opted in', {
  meta: { covers: ['issuance.printer-search'] },
}, async () => {
  const open = await branch('Lake Alpha')
  await open.opt(true)
  await branch('Lake Beta')
  const { text } = await test.call(listFleetAccounts, { as, query: { query: 'lake' } })
  expect(JSON.parse(text)).toMatchObject([
    { companyName: 'Lake Alpha', optedIn: true, summary: { total: 1 } },
    { companyName: 'Lake Beta', optedIn: false, summary: null },
  ])
})

it('the company above of tier 1 is named to whoever is below it', {
  meta: { covers: ['issuance.printer-search'] },
}, async () => {
  const below = await branch('Hill')
  const named = async () =>
    (await below.call(readParentCompanyName, { as: below.token })).body.companyName
  await test.testDatabase.asOwner((owner) =>
    owner.query('update tenants set tier = 2 where tenant_id = $1', [test.tenant.id]),
  )
  expect(await named()).toBeNull()
  await test.testDatabase.asOwner((owner) =>
    owner.query('update tenants set tier = 1 where tenant_id = $1', [test.tenant.id]),
  )
  expect(await named()).toBe(test.tenant.companyName)
})

describe('what a ribbon is ordered in', () => {
  const bundle = { name: 'Colour', ribbons: 6, cardsPerRibbon: 250, cleaningCards: 6 }
  const params = { ribbonId: '525100-004' }

  it('is said once for its number, changed, and of this account alone', {
    meta: { covers: ['issuance.printer-search'] },
  }, async () => {
    const missing = await test.call(readRibbonBundle, { as, params })
    expect(missing.body.errorCode).toBe('ISSUANCE_RIBBON_NOT_FOUND')
    await test.call(saveRibbonBundle, { as, params, body: bundle })
    const body = { ...bundle, ribbons: 12 }
    await test.call(saveRibbonBundle, { as, params, body })
    expect((await test.call(readRibbonBundle, { as, params })).body).toEqual(body)
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    expect((await other.call(readRibbonBundle, { as: token, params })).status).toBe(404)
  })

  it('and whom printers are shown to is not said by whoever is limited to groups', async () => {
    const { token } = await buildAdmin(test.ctx, {
      groupIds: [(await buildGroup(test.ctx)).id],
      permissions: [
        ['PRINTERS', 'VIEW'],
        ['PRINTERS', 'EDIT'],
      ],
    })
    const answers = [
      await test.call(saveRibbonBundle, { as: token, params, body: bundle }),
      await test.call(changeFleetOptIn, { as: token, body: { optedIn: true } }),
    ]
    for (const { status, body } of answers) {
      expect([status, body.errorCode]).toEqual([403, 'access_denied'])
    }
  })
})
