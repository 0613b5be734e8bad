import { cp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newVisitor, sharedBrowser } from '../support/browser.ts'
import { freePort } from '../support/service.ts'
import { type Person, signIn } from '../support/sign-in.ts'
import { type Clone, cloneCheckout } from './clone.ts'
import { judge, needsDemonstration, reasons } from './commands.ts'
import { findIn, readDocuments } from './documents.ts'
import { addProgram, filledIn, firstCallBlocks } from './first-call.ts'
import { setUpAdministrator } from './first-start.ts'
import { hasStarted, readPrinted, setupLink } from './printed.ts'
import { runBlocks } from './run-blocks.ts'
import { type } from './shell.ts'

const documents = readDocuments()
const typed = documents.filter(
  (document) =>
    document.path !== 'README.md' &&
    document.blocks.some((block) => judge(block) === 'run') &&
    !needsDemonstration(document),
)

let clone: Clone
/** What the checkout holds once its service has been set up and stopped. */
let holds: readonly string[]
const environment: Record<string, string> = {}
let alice: Person

/** Alice is the first administrator, as some commands have it. */
const setUp = async (): Promise<void> => {
  const service = type({ commands: 'npm start', folder: clone.path, environment })
  const printed = readPrinted(await service.until(hasStarted))
  const link = printed.read(setupLink)
  const { page, context } = await newVisitor(await sharedBrowser('whole'))
  alice = await setUpAdministrator(page, link, {
    userId: 'alice',
    password: 'Quarz-Lampe-93-Fjord',
  })
  await context.close()
  await service.interrupt()
}

beforeAll(async () => {
  // Beside the README's own service, which has the default port.
  environment['SIGNET_PORT'] = `${await freePort()}`
  clone = await cloneCheckout()
  await setUp()
  await cp(join(clone.path, 'data'), join(clone.path, '.data'), { recursive: true })
  holds = await readdir(clone.path)
})
afterAll(() => clone?.remove())

/** As after the first set-up: without what another document has left. */
const clean = async (): Promise<void> => {
  for (const name of await readdir(clone.path)) {
    if (!holds.includes(name)) await rm(join(clone.path, name), { recursive: true })
  }
  await rm(join(clone.path, 'data'), { recursive: true })
  await cp(join(clone.path, '.data'), join(clone.path, 'data'), { recursive: true })
}

describe('the commands of', () => {
  it.each(typed)('$path run as written', async (document) => {
    await clean()
    expect(await runBlocks(document, { clone, environment })).toBeGreaterThan(0)
  })
})

describe('the first call of the help', () => {
  it('is made by its commands as printed', async () => {
    await clean()
    const service = type({ commands: 'npm start', folder: clone.path, environment })
    const home = readPrinted(await service.until(hasStarted)).read(/^Signet \S+: (http\S+)$/m)
    const { page, context, faults } = await newVisitor(await sharedBrowser('whole'))
    await page.goto(home)
    await signIn(page, alice)
    const { id, secret } = await addProgram(page)
    const [first = '', ...others] = firstCallBlocks()
    const values = { ADDRESS: home.replace(/\/$/, ''), ID: id, SECRET: secret }
    const create = others.find((block) => block.includes('/api/web/v3/users"')) ?? ''
    const commands = [filledIn(first, values), ...others, create].join('\n')
    const printed = await type({ commands, folder: clone.path, environment }).ended()
    expect(others).toHaveLength(3)
    expect(printed.match(/"userId":"ada"/g)).toHaveLength(2)
    expect(printed).toContain('"errorCode":"user_exists"')
    expect(faults).toEqual([])
    await context.close()
    await service.interrupt()
  })
})

describe('the page of the command line', () => {
  it('names every command as its help does', async () => {
    const commands = 'npm run signet -- help'
    const help = await type({ commands, folder: clone.path, environment }).ended()
    const called = [...help.matchAll(/^ {2}(\S+(?: \S+)*) {2,}/gm)].map(([, call]) => call)
    const page = documents.find(({ path }) => path === 'docs/operations/README.md')
    const named = (page?.spans ?? []).map(({ text }) => text)
    expect(called.length).toBeGreaterThan(8)
    expect(called.filter((call) => !named.includes(call ?? ''))).toEqual([])
    const isCall = /^(?:audit|backup|key|recover-admin|restore|tenant) (?:.* )?[[A-Z]/
    expect(named.filter((name) => isCall.test(name) && !called.includes(name))).toEqual([])
  })
})

describe('the blocks of the documents', () => {
  it('are run, or say by one of four reasons why not', ({ task }) => {
    const blocks = documents.flatMap((document) => document.blocks)
    const count = (verdict: string): number =>
      blocks.filter((block) => judge(block) === verdict).length
    const counts = ['run', ...reasons].map((verdict) => `${verdict} ${count(verdict)}`)
    task.meta.note = `Blocks of documents: ${counts.join(', ')}`
    expect(typed.length).toBeGreaterThan(3)
    expect(
      findIn(documents, (document) =>
        document.blocks.filter((block) => judge(block) === 'unexplained'),
      ),
    ).toEqual([])
  })
})
