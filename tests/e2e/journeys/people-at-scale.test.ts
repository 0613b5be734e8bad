import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsSeen, findings } from '../support/accessibility.ts'
import { newVisitor, type Visitor } from '../support/browser.ts'
import { mailTo } from '../support/demonstration.ts'
import { goTo } from '../support/quiet.ts'
import { isSigned, type Receiver, startReceiver } from '../support/receiver.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { temporaryFolder } from '../support/service.ts'
import { createAuthenticatorApp, givePassword, inMenu, partOf } from '../support/sign-in.ts'
import { choose, visitAs } from '../support/walk.ts'

const password = 'Quarz-Lampe-93-Fjord'
const people = 60
const nameOf = (at: number): string => `early-${String(at).padStart(2, '0')}`

let scene: Scene
let receiver: Receiver
let secret = ''
let administrator: Visitor
/** Of an administrator who has signed in again since. */
const earlier: string[] = []
/** Who is given one department. */
let helper: Visitor

beforeAll(async () => {
  receiver = await startReceiver()
  const environment = { SIGNET_OUTBOUND_ALLOW: `http=127.0.0.1:${receiver.port}` }
  scene = await openScene({ demo: true, environment })
  scene.onClose(() => receiver.close())
  administrator = await visitAs(scene, 'ada')
  helper = await newVisitor(scene.browser)
})
afterAll(() => scene?.close())

const open = async ({ page }: Visitor, path: string): Promise<void> => {
  await goTo(page, `${scene.service.url}/#${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Takes a file through a bulk operation, from its kind to its end; what became of its rows. */
const runFile = async (kind: string, name: string, lines: readonly string[]): Promise<string> => {
  const { page } = administrator
  await open(administrator, `/bulkoperations/add/${kind}`)
  const buffer = Buffer.from(`${lines.join('\r\n')}\r\n`)
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Save and go on' }).click()
  await page.getByRole('button', { name: 'Try it first' }).click()
  await page.getByText(`${lines.length - 1} rows would change, 0 would be skipped`).waitFor()
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('Completed').waitFor()
  return page.getByText(/rows changed/).innerText()
}

const allChanged = `${people} rows changed, 0 skipped, 0 with errors`

describe('a day with many people', () => {
  it('begins with a webhook to a system of one’s own', async () => {
    const { page } = administrator
    await open(administrator, '/webhooks/add')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Watch post')
    await page
      .getByLabel('Address of the receiver')
      .fill(`http://127.0.0.1:${receiver.port}/events`)
    await page.getByLabel('Everything that the audit log holds').check()
    await page.getByRole('button', { name: 'Add webhook' }).click()
    const dialog = page.getByRole('dialog', { name: 'Signing secret' })
    secret = (await dialog.getByText(/^whsec_/).textContent()) ?? ''
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('heading', { level: 1, name: 'Watch post' }).waitFor()
  })

  it('imports the new starters, one of them with a password', async () => {
    const rows = Array.from({ length: people }, (_, at) =>
      [
        nameOf(at),
        'Nora',
        `Early ${at}`,
        `${nameOf(at)}@acme.example`,
        at === 0 ? password : '',
      ].join(';'),
    )
    const lines = ['User ID;First name;Last name;Email;Password', ...rows]
    expect(await runFile('import/users', 'starters.csv', lines)).toBe(allChanged)
  })

  it('puts them into a group', async () => {
    const { page } = administrator
    await open(administrator, '/groups/add')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Early watch')
    await page.getByRole('button', { name: 'Add group' }).click()
    await page.getByRole('heading', { level: 1, name: 'Early watch' }).waitFor()
    const rows = Array.from({ length: people }, (_, at) => `${nameOf(at)},Early watch`)
    const lines = ['User ID,Groups', ...rows]
    expect(await runFile('import/usergroups', 'shift.csv', lines)).toBe(allChanged)
  })

  it('gives the department to a help desk that reaches only it', {
    meta: { covers: ['purpose.tenant-admins'] },
  }, async () => {
    const { page } = administrator
    await open(administrator, '/role/add')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Watch desk')
    await page.getByLabel('Reach').selectOption({ label: 'Only people in certain groups' })
    await choose(page, 'Groups', 'Early', /Early watch/)
    await page.getByRole('button', { name: 'Early watch' }).waitFor()
    await page.getByRole('checkbox', { name: 'Users: Edit', exact: true }).check()
    await page.getByRole('button', { name: 'Add role' }).click()
    await page.getByRole('heading', { level: 1, name: 'Watch desk' }).waitFor()
    await open(administrator, `/users?q=${nameOf(0)}`)
    await page.getByRole('link', { name: 'Nora Early 0', exact: true }).click()
    await partOf(page, 'Roles').click()
    await page.getByRole('button', { name: 'Assign role' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel('Role').selectOption({ label: 'Watch desk' })
    await dialog.getByRole('button', { name: /assign/i }).click()
    await page.getByRole('link', { name: 'Watch desk' }).waitFor()
    expect(await findings(page)).toEqual([])
  })

  it('asks the help desk for a second factor and a password of its own at its first sign-in', async () => {
    const { page } = helper
    await page.goto(scene.service.url)
    await givePassword(page, { userId: nameOf(0), password })
    await page.getByRole('button', { name: /authenticator app/i }).click()
    await page.getByText('Enter the key by hand').click()
    const key = /\b([A-Z2-7]{4}(?: ?[A-Z2-7]{4}){7})\b/.exec(await page.locator('body').innerText())
    const app = createAuthenticatorApp((key?.[1] ?? '').replaceAll(' ', ''))
    await page
      .getByLabel(/code/i)
      .first()
      .fill(await app.code())
    await page.getByLabel('New password', { exact: true }).fill('Kiesel-Tausch-58-Ofen')
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByText('I have kept the codes').click()
    await (await inMenu(page, 'Users')).waitFor()
    expect(await findings(page)).toEqual([])
  })

  it('shows the help desk its own people and nobody else', async () => {
    const { page } = helper
    await open(helper, '/users')
    await page.getByText(`of ${people}`).first().waitFor()
    await open(helper, '/users?q=ada')
    await page.getByRole('heading', { level: 2 }).waitFor()
    expect(await page.getByRole('link', { name: 'Ada Lindqvist' }).count()).toBe(0)
    expect(await faultsSeen(page, 'users of a help desk')).toEqual([])
    expect(await (await inMenu(page, 'Roles')).count()).toBe(0)
  })

  it('tells the receiver, signed, when the help desk locks somebody', async () => {
    const { page } = helper
    await open(helper, `/users?q=${nameOf(7)}`)
    await page.getByRole('link', { name: 'Nora Early 7', exact: true }).click()
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Lock' }).click()
    await page.getByText('Locked').first().waitFor()
    const told = () => receiver.received.map(({ body }) => JSON.parse(body))
    const lock = {
      type: 'USER_STATE_CHANGED',
      data: { entity: { name: nameOf(7) }, after: { locked: true } },
    }
    await expect.poll(told).toContainEqual(expect.objectContaining({ type: lock.type }))
    expect(told().find(({ type }) => type === lock.type)).toMatchObject(lock)
    expect(receiver.received.filter((message) => !isSigned(secret, message))).toEqual([])
  })

  it('mails the report of a scheduled task', async () => {
    // What is left takes a sign-in of the last five minutes.
    earlier.push(...administrator.faults)
    administrator = await visitAs(scene, 'ada')
    const { page } = administrator
    await open(administrator, '/scheduledTasks/add')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Watch report')
    await page.getByRole('button', { name: 'Add scheduled task' }).click()
    await page.getByRole('heading', { level: 1, name: 'Watch report' }).waitFor()
    await page.getByRole('button', { name: 'Run now' }).click()
    await expect
      .poll(() => mailTo(scene.service.url, 'Watch report'))
      .toContain('"files":["Watch-report.csv","Watch-report.pdf"]')
  })

  it('archives a month, which proves to be whole', async () => {
    const { page } = administrator
    const folder = await temporaryFolder()
    scene.onClose(() => folder.remove())
    await open(administrator, '/reports/archives')
    await page.getByRole('button', { name: 'Archive a month' }).click()
    // An older one, which is over in any case: the demonstration has archived the newest at its start.
    await page.getByRole('dialog').getByLabel('Month').selectOption({ index: 3 })
    await page.getByRole('dialog').getByRole('button', { name: 'Archive a month' }).click()
    await expect.poll(() => page.getByText('Ready', { exact: true }).count()).toBe(2)
    const download = page.waitForEvent('download')
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Download' }).click()
    const file = join(folder.path, 'month.jsonl.gz')
    await (await download).saveAs(file)
    const cli = fileURLToPath(
      new URL('../../../packages/server/src/cli/signet.ts', import.meta.url),
    )
    const { stdout } = await promisify(execFile)(process.execPath, [cli, 'audit', 'verify', file])
    expect(stdout).toContain('sound')
  })

  it('left no fault in any page', () => {
    expect([...earlier, ...administrator.faults, ...helper.faults]).toEqual([])
  })
})
