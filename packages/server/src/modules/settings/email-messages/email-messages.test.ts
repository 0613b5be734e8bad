import { listEmailMessages } from '@signet/contract/settings/email-messages'
import { updateEmailServer } from '@signet/contract/settings/emailserver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup, buildUser, everyPermission } from '../../../../testing/builders.ts'
import {
  allowPorts,
  localhostTls,
  type MailServerForTests,
  refusal,
  startMailServer,
  trustTestAuthority,
} from '../../../../testing/mail-servers.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { sweepAll } from '../../../app/upkeep/sweep.ts'
import { mailCode } from '../../authenticators/notices/index.ts'
import { sendMail } from './index.ts'

let test: TestApp
let as: string
let server: MailServerForTests
let distrust: () => void
/** What the server says to the next recipients; it takes the mail when there is nothing. */
const refusals: Error[] = []

beforeAll(async () => {
  distrust = trustTestAuthority()
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  server = await startMailServer({
    ...localhostTls(),
    onRcptTo: (_address, _session, done) => done(refusals.shift()),
  })
  allowPorts(test, { mail: [server.port] })
  const body = {
    enabled: true,
    host: 'localhost',
    port: server.port,
    authentication: 'NONE',
    fromAddress: 'no-reply@acme.example',
  }
  await test.call(updateEmailServer, { as, body })
})
afterAll(async () => {
  distrust()
  await server.close()
  await test.close()
})

const send = (to: string, rest: { id?: string; isLast?: boolean; userId?: string } = {}) =>
  sendMail(test.ctx, {
    id: test.platform.ids.uuid(),
    type: 'newDevice',
    to,
    locale: 'de-CH',
    values: { name: 'Ann', at: 'now', address: '::1', browser: 'Firefox' },
    isLast: false,
    ...rest,
  }).then(
    () => 'sent',
    () => 'failed',
  )
const listed = async (body: object, token = as) => {
  const answer = await test.call(listEmailMessages, { as: token, body })
  expect(answer.status, answer.text).toBe(200)
  const page: { results: Record<string, unknown>[]; paging: Record<string, unknown> } = JSON.parse(
    answer.text,
  )
  return page
}
const about = async (recipient: string) => (await listed({ recipient })).results[0]

describe('what became of a mail', () => {
  it('is that the tenant’s server took it, with what it said', async () => {
    expect(await send('Ann@Example.test')).toBe('sent')
    expect(await about('ann@example.TEST')).toMatchObject({
      recipient: 'Ann@Example.test',
      type: 'newDevice',
      locale: 'de',
      state: 'SENT',
      tries: 1,
      via: 'TENANT',
      reply: expect.stringContaining('250'),
    })
  })

  it('is that it waits after a temporary refusal, and went at a later try', async () => {
    const id = test.platform.ids.uuid()
    refusals.push(refusal(451, 'greylisted'))
    expect(await send('grey@example.test', { id })).toBe('failed')
    expect(await about('grey@example.test')).toMatchObject({
      state: 'DELAYED',
      reply: expect.stringContaining('451 greylisted'),
    })
    await send('grey@example.test', { id })
    expect(await about('grey@example.test')).toMatchObject({ state: 'SENT', tries: 2 })
  })

  it.each([
    ['BOUNCED', 550, false],
    ['FAILED', 451, true],
  ])('is %s after %i', async (state, code, isLast) => {
    const to = `${state.toLowerCase()}@example.test`
    refusals.push(refusal(code, 'no'))
    await send(to, { isLast })
    expect(await about(to)).toMatchObject({ state, reply: expect.stringContaining(String(code)) })
  })

  it('is noted of a code, and the code is not', async () => {
    const to = { userId: null, address: 'code@example.test', name: 'Cleo', locale: 'en' }
    mailCode(test.ctx, to, { mail: 'code', code: '31415926', minutes: 5 })
    await expect.poll(() => about(to.address)).toMatchObject({ type: 'code' })
    const rows = await test.ctx.db.selectFrom('email_messages').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('31415926')
    expect(server.received.at(-1)?.mail.text).toContain('31415926')
  })

  // Guard: `ofUsersIn` of email-messages.repository.ts.
  it('is shown to an administrator limited to a group for its users alone', async () => {
    const member = await buildUser(test.ctx, { email: 'Member@example.test' })
    const { id } = await buildGroup(test.ctx, { members: [member.id] })
    await send('member@example.test', { userId: member.id })
    await send('elsewhere@example.test')
    const limited = await buildAdmin(test.ctx, { permissions: everyPermission, groupIds: [id] })
    const { results } = await listed({}, limited.token)
    expect(results.map(({ recipient }) => recipient)).toEqual(['member@example.test'])
  })

  it('is not shown because a user of the group was given the address of someone else', async () => {
    const chief = await buildUser(test.ctx, { email: 'chief@example.test' })
    await send('chief@example.test', { userId: chief.id })
    const member = await buildUser(test.ctx, { email: 'moved@example.test' })
    await send('moved@example.test', { userId: member.id })
    const { id } = await buildGroup(test.ctx, { members: [member.id] })
    await test.ctx.db
      .updateTable('users')
      .set({ email: 'chief@example.test' })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', member.id)
      .execute()
    const limited = await buildAdmin(test.ctx, { permissions: everyPermission, groupIds: [id] })
    const { results } = await listed({}, limited.token)
    expect(results.map(({ recipient }) => recipient)).toEqual(['moved@example.test'])
    const asked = await listed({ recipient: 'chief@example.test' }, limited.token)
    expect(asked).toMatchObject({ results: [], paging: { total: 0 } })
  })

  it('is listed page by page, the newest first, and by state', async () => {
    test.clock.advance(1000)
    await send('last@example.test')
    const first = await listed({ limit: 2 })
    expect(first.results[0]).toMatchObject({ recipient: 'last@example.test' })
    const second = await listed({ limit: 2, cursor: first.paging.nextCursor })
    expect(second.results).toHaveLength(2)
    const back = await listed({ limit: 2, cursor: second.paging.prevCursor })
    expect(back.results).toEqual(first.results)
    const bounced = await listed({ state: 'BOUNCED' })
    expect(bounced.results.map(({ recipient }) => recipient)).toEqual(['bounced@example.test'])
    expect(bounced.paging.total).toBe(1)
  })

  it('is nobody’s to read in another tenant', async () => {
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    const answer = await other.call(listEmailMessages, { as: token, body: {} })
    expect(answer.body.results).toEqual([])
  })

  it('is forgotten after 30 days', async () => {
    test.clock.advance(31 * 86_400_000)
    await sweepAll(test.platform, { mayGoOn: async () => true })
    const rows = await test.ctx.db.selectFrom('email_messages').selectAll().execute()
    expect(rows).toEqual([])
  })
})
