import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsSeen } from '../support/accessibility.ts'
import { newVisitor, openAnew, type Visitor } from '../support/browser.ts'
import { acceptTerms, demonstrationPerson } from '../support/demonstration.ts'
import { inFullRuns } from '../support/full-run.ts'
import { guess } from '../support/guess.ts'
import { eraseTenantsLater } from '../support/later.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { createAuthenticatorApp, givePassword, type Person, signIn } from '../support/sign-in.ts'
import { confirm, expectArrival, fromMenu, hear, press, pressAndHear } from '../support/walk.ts'

/*
 * A tenant of a service provider from the file that creates it to the proof that its data is erased. Rosa
 * administers the provider, june the tenant. Another process erases it: the embedded database admits one.
 */
const canShare = process.env.SIGNET_TEST_DATABASE !== 'embedded'

const dayMillis = 86_400_000
const company = 'Juniper Foods'
const mailbox = 'june@juniper.example'
const file = [
  'company,host,administrator,bundle,users',
  `${company},juniper,${mailbox},STANDARD,10`,
  'Larch Metals,larch,lars@larch.example,PLUS,25',
].join('\n')
/** Of the provider, in the sign-in pages of its tenants: dark enough to be used as it is. */
const colour = { typed: '#7b1e3a', drawn: 'rgb(123, 30, 58)' } as const
const reason = 'Please look at our resource rules'
const limit = 'Failed attempts by IP address'

let mails: MailServer
let scene: Scene
let rosa: Person
let june: Person
/** Rosa’s browser; sensitive acts take a sign-in of the last five minutes, so it is opened anew. */
let provider: Visitor
let customer: Visitor
/** A browser that has not signed in to the tenant. */
let stranger: Visitor
const visitors: Visitor[] = []
const seen: string[] = []

const at = (host: string, path = '/#/'): string =>
  `${scene.service.url.replace('//localhost', `//${host}`)}${path}`
const atTenant = (path?: string): string => at('juniper.reseller.localhost', path)

const come = async (): Promise<Visitor> => {
  const visitor = await newVisitor(scene.browser)
  visitors.push(visitor)
  return visitor
}

const comeAsProvider = async (): Promise<void> => {
  provider = await come()
  await openAnew(provider.page, at('reseller.localhost'))
  await signIn(provider.page, rosa)
  await expectArrival(provider.page)
}

const open = async (path: string): Promise<Page> => {
  await openAnew(provider.page, at('reseller.localhost', `/#${path}`))
  await provider.page.getByRole('heading', { level: 1 }).waitFor()
  return provider.page
}

const look = async (page: Page, place: string): Promise<void> => {
  seen.push(...(await faultsSeen(page, place)))
}

/** The page of the tenant, or one of its tabs. */
const openTenant = async (tab?: string): Promise<Page> => {
  const page = await open('/serviceprovider/tenants')
  await page.getByRole('link', { name: company, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: company }).waitFor()
  if (tab !== undefined) await page.getByRole('tab', { name: tab, exact: true }).click()
  return page
}

/** The row of the tenant in the list that is open. */
const rowIn = (page: Page): Locator => page.getByRole('row').filter({ hasText: company })

/** An act from the menu of the tenant, and what it says when it is done. */
const act = async (name: string, said: string): Promise<Page> => {
  const page = await openTenant()
  await fromMenu(page, company, name)
  await confirm(page, name)
  await hear(page, said)
  return page
}

const keyOnPage = async (page: Page): Promise<string> => {
  const key = /\b([A-Z2-7]{4}(?: ?[A-Z2-7]{4}){7})\b/.exec(await page.locator('body').innerText())
  return (key?.[1] ?? '').replaceAll(' ', '')
}

/** As the field of a local time takes it. */
const localTime = (time: number): string =>
  new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** The tables in which the tenant has rows, as the database counts them. */
const tablesWithRowsOf = async (tenantId: string): Promise<unknown[]> => {
  const run = async (statement: string) => (await scene.database?.run(statement)) ?? []
  const tables = await run(`select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'tenant_id'`)
  const counts = tables.map(
    ({ name }) => `
    select '${name}' as name where exists (select from "${name}" where tenant_id = '${tenantId}')`,
  )
  return (await run(counts.join(' union all '))).map(({ name }) => name)
}

beforeAll(async () => {
  if (!canShare) return
  mails = await startMailServer()
  scene = await openScene({ demo: true, environment: mails.environment })
  scene.onClose(() => mails.close())
  rosa = demonstrationPerson('rosa')
  customer = await come()
  stranger = await come()
})
afterAll(() => scene?.close())

describe.skipIf(!canShare)('a tenant of a service provider', () => {
  it('is created from a file after a dry run, with the others of the file', {
    meta: { covers: ['lifecycle.bulk', 'purpose.provider-admins'] },
  }, async () => {
    await comeAsProvider()
    const page = await open('/serviceprovider/tenants')
    await look(page, 'tenants')
    await page.getByRole('link', { name: 'Create from file' }).click()
    const buffer = Buffer.from(file)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'tenants.csv', mimeType: 'text/csv', buffer })
    await press(page, 'Save and go on')
    await press(page, 'Try it first')
    await page.getByText('2 rows would change, 0 would be skipped, 0 with errors').waitFor()
    await look(page, 'a dry run of tenants')
    await press(page, 'Start')
    await page.getByText('2 rows changed, 0 skipped, 0 with errors').waitFor()
    await open('/serviceprovider/tenants')
    await page.getByRole('link', { name: 'Larch Metals' }).waitFor()
    expect(await rowIn(page).innerText()).toMatch(/STANDARD\s+0 \/ 10\s+Unlocked/)
  })

  it('has the colors of its provider on its sign-in page', {
    meta: { covers: ['tenancy.branding-before-login'] },
  }, async () => {
    const own = await open('/theme')
    await own.getByLabel('Main colour', { exact: true }).fill(colour.typed)
    await pressAndHear(own, 'Save', 'Saved')
    const { page } = stranger
    const drawn = async (): Promise<unknown> => {
      await openAnew(page, atTenant())
      await page.getByRole('button', { name: 'Continue', exact: true }).waitFor()
      return page.evaluate(
        `getComputedStyle(document.querySelector('button[type=submit]')).backgroundColor`,
      )
    }
    await expect.poll(drawn).toBe(colour.drawn)
    expect(await page.locator('.brand-name').innerText()).toBe(company)
    await look(page, 'sign-in to a tenant')
  })

  it('is sold more users, until a day', async () => {
    const page = await openTenant('Entitlements')
    const sold = page.getByRole('region', { name: 'Authentication' })
    await sold.getByLabel('Users', { exact: true }).fill('30')
    await sold.getByLabel('Contract mode').selectOption('Production')
    await sold.getByLabel('Contract end').fill(localTime(Date.now() + 30 * dayMillis))
    await look(page, 'entitlements of a tenant')
    await sold.getByRole('button', { name: 'Save', exact: true }).click()
    await hear(page, 'Entitlement saved')
    await open('/serviceprovider/tenants')
    await page.getByText('0 / 30').waitFor()
    expect(await rowIn(page).innerText()).toMatch(/STANDARD\s+0 \/ 30\s+Unlocked/)
  })

  it('is set up by the first administrator, who was invited by email and sees what was sold', {
    meta: { covers: ['purpose.tenant-admins'] },
  }, async () => {
    const { page } = customer
    const link = (): string => mails.newest(mailbox, /http:\S+\/setup\/[\w-]{22}/)
    await expect.poll(link).toContain('//juniper.reseller.localhost:')
    await openAnew(page, link())
    await page.getByLabel('User ID').fill('june')
    await page.getByLabel('Password', { exact: true }).fill('Abend-Ziegel-31-Moos')
    await press(page, 'Continue')
    await page.getByRole('button', { name: /^Authenticator app/ }).click()
    await page.getByText('Enter the key by hand').click()
    const app = createAuthenticatorApp(await keyOnPage(page))
    june = { userId: 'june', password: 'Abend-Ziegel-31-Moos', app }
    await page.getByLabel('Six-digit code').fill(await june.app.code())
    await press(page, 'I have kept the codes')
    await acceptTerms(page)
    await page.getByText(/Your authentication contract ends in 3[01] days/).waitFor()
    await openAnew(page, atTenant('/#/theme'))
    await page.getByText('The logo and colors come from your service provider').waitFor()
    await openAnew(stranger.page, link())
    await stranger.page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    await open('/serviceprovider/tenants')
    await rowIn(provider.page).getByText('1 / 30').waitFor()
  })
})

inFullRuns('the rest of its life', () => {
  describe.skipIf(!canShare)('a tenant that is set up', () => {
    it('has limits of its own, which make a guesser wait', {
      meta: { covers: ['permissions.provider-calls', 'retry.on-429'] },
    }, async () => {
      await comeAsProvider()
      const page = await openTenant('Rate limits')
      await page.getByText(limit, { exact: true }).waitFor()
      await look(page, 'rate limits of a tenant')
      await fromMenu(page, limit, 'Change for this tenant')
      const dialog = page.getByRole('dialog', { name: limit })
      await dialog.getByLabel(/^Rate/).fill('3')
      await dialog.getByLabel(/^Burst/).fill('30')
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      await hear(page, 'Limit saved')
      await page.getByText('30 immediately, then 3 in 1 minute').waitFor()

      await openAnew(stranger.page, atTenant())
      await stranger.page.getByLabel('User ID').fill(june.userId)
      await stranger.page.keyboard.press('Enter')
      await stranger.page.getByLabel('Password', { exact: true }).fill(june.password)
      const answers = await guess(stranger.page, 40)
      // The last guess was judged, so the next attempt has to wait for a third of a minute.
      await stranger.page.keyboard.press('Enter')
      expect(answers.slice(0, 30)).not.toContain(429)
      expect(answers).toContain(429)
      const busy = /^The service is busy\. Trying again in \d+ seconds?\.$/
      await stranger.page.getByText(busy).first().waitFor()
      await look(stranger.page, 'a sign-in that has to wait')
      // The right password is judged as soon as the limit admits another attempt.
      await stranger.page.getByLabel('Six-digit code').waitFor({ timeout: 150_000 })

      await press(page, 'Remove all')
      await confirm(page, 'Remove')
      await hear(page, 'Limits removed')
      await page.getByText('300 immediately, then 30 in 1 minute').first().waitFor()
      await openAnew(stranger.page, atTenant())
      await expect.poll(() => guess(stranger.page, 4)).not.toContain(429)
    })

    it('grants support access, which the provider sees', async () => {
      const { page } = customer
      await openAnew(page, atTenant('/#/supportaccess'))
      await press(page, 'Grant access')
      await page.getByRole('alertdialog').getByLabel('Reason').fill(reason)
      await confirm(page, 'Grant access')
      await hear(page, 'Access granted')
      const granted = page.getByRole('row').filter({ hasText: reason })
      await granted.getByText('Active', { exact: true }).waitFor()
      const desk = await openTenant('Support access')
      await desk.getByText(reason).waitFor()
      await desk.getByText('Active', { exact: true }).waitFor()
      await desk.getByText(/^Read-only · until /).waitFor()
      expect(await desk.getByRole('button', { name: 'Enter tenant' }).count()).toBe(1)
      await look(desk, 'support access of a tenant')
    })

    it('shows its provider who reached a limit', async () => {
      // The service writes them once a minute.
      const callers = async (): Promise<string[]> => {
        const page = await openTenant('Rate limits')
        await page.getByRole('heading', { name: 'Callers that reached a limit' }).waitFor()
        return page.getByRole('row').filter({ hasText: limit }).allInnerTexts()
      }
      await expect
        .poll(callers, { timeout: 120_000, interval: 5000 })
        .toEqual([expect.stringContaining('127.0.0.0/24')])
    })

    it('admits users no more while it is locked', {
      meta: { covers: ['lifecycle.tenant-lock'] },
    }, async () => {
      await comeAsProvider()
      await act('Lock', `${company} was locked`)
      await provider.page.getByText('Locked', { exact: true }).waitFor()
      await openAnew(customer.page, atTenant('/#/users'))
      await customer.page.getByText('This account is locked').waitFor()
      await openAnew(stranger.page, atTenant())
      await givePassword(stranger.page, june)
      await stranger.page.getByRole('heading', { name: 'Account locked' }).waitFor()
      await stranger.page.getByText(`The account of ${company} is locked.`).waitFor()
      await look(stranger.page, 'a locked tenant')

      await act('Unlock', `${company} was unlocked`)
      await openAnew(customer.page, atTenant())
      await signIn(customer.page, june)
      await expectArrival(customer.page)
    })

    it('is deleted with a grace period, exported and restored', async () => {
      const page = await open('/serviceprovider/tenantdeletions')
      await press(page, 'Grace period')
      const asked = page.getByRole('alertdialog')
      await asked.getByLabel('Days until a deleted tenant is erased').fill('0')
      await confirm(page, 'Save')
      await hear(page, 'Grace period saved')
      await openTenant()
      await fromMenu(page, company, 'Delete tenant')
      await asked.getByText('today, or after one day if users have signed in').waitFor()
      await asked.getByRole('textbox').fill(company)
      await confirm(page, 'Delete tenant')
      await hear(page, `Deletion of ${company} was requested`)
      await page.getByText('Everything in this tenant is erased on').waitFor()
      expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Details'])

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        act('Download export', `The export of ${company} was downloaded`),
      ])
      const lines = gunzipSync(await readFile(await download.path())).toString('utf8')
      expect(lines).toContain('"june"')
      expect(lines).not.toContain('$argon2')

      await act('Restore tenant', `${company} was restored`)
      await openAnew(customer.page, atTenant())
      await signIn(customer.page, june)
      await expectArrival(customer.page)
    })

    it('is erased after the grace period, with a proof that can be checked', {
      meta: { covers: ['purpose.provider-admins'] },
    }, async () => {
      await comeAsProvider()
      const page = await openTenant()
      await fromMenu(page, company, 'Delete tenant')
      await page.getByRole('alertdialog').getByRole('textbox').fill(company)
      await confirm(page, 'Delete tenant')
      await hear(page, `Deletion of ${company} was requested`)
      await eraseTenantsLater(scene, 2)

      await open('/serviceprovider/tenantdeletions')
      const erased = rowIn(page).filter({ hasText: 'Erased' })
      await erased.waitFor()
      expect(await rowIn(page).filter({ hasText: 'Canceled' }).count()).toBe(1)
      await look(page, 'deleted tenants')
      await erased.getByRole('link', { name: company }).click()
      const proof = page.getByRole('region', { name: 'Proof' })
      const digest = await proof.getByText(/^[0-9a-f]{64}$/).innerText()
      const statement = await proof.locator('code').innerText()
      expect(createHash('sha256').update(statement).digest('hex')).toBe(digest)
      const { tenant, rows, ...rest } = Object(JSON.parse(statement))
      expect(rest).toMatchObject({ companyName: company, requestedBy: 'rosa', rowsLeft: 0 })
      expect(rows).toMatchObject({ users: 1, tenants: 1 })
      const table = page.getByRole('region', { name: 'Erased rows' }).getByRole('listitem')
      expect(await table.count()).toBe(Object.keys(rows).length)
      await look(page, 'the proof of a deletion')
      expect(await tablesWithRowsOf(String(tenant))).toEqual([])

      const until = new Date(Date.now() + 3 * dayMillis).toISOString()
      await open(`/reports?f.entity=${tenant}&f.until=${until}`)
      await rowIn(page).filter({ hasText: 'Tenant erased' }).waitFor()
    })

    it('is not found any more, and the other tenant is as before', async () => {
      await stranger.page.goto('about:blank')
      const gone = await stranger.page.goto(atTenant())
      expect(gone?.status()).toBe(404)
      await openAnew(stranger.page, at('larch.reseller.localhost'))
      await stranger.page.getByLabel('User ID').waitFor()
      const page = await open('/serviceprovider/tenants')
      await page.getByRole('link', { name: 'Larch Metals' }).waitFor()
      expect(await rowIn(page).count()).toBe(0)
    })
  })
})

describe.skipIf(!canShare)('every page of it', () => {
  it('is without a fault', () => {
    expect(seen).toEqual([])
    expect(visitors.flatMap(({ faults }) => faults)).toEqual([])
  })
})
