import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cellName } from '@signet/algorithms/grid'
import { listAssignedGrids, listUnassignedGrids } from '@signet/contract/authenticators/grid-lists'
import {
  assignGrid,
  assignUserGrid,
  changeGridState,
  createGrids,
  createUserGrid,
  deleteGrid,
  exportGrid,
  mailGrid,
  readGrid,
  readGridBySerial,
  readGridProperties,
  unassignGrid,
  updateGrid,
} from '@signet/contract/authenticators/grids'
import { readUserAuthenticators } from '@signet/contract/authenticators/user-authenticators'
import { createUserAttribute } from '@signet/contract/identity/user-attributes'
import { updateUser } from '@signet/contract/identity/users'
import { updateGridSettings } from '@signet/contract/settings/grid'
import { hasNoDisallowedCharacters } from '@signet/rules/text'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsTo, noticeTo } from '../../../../testing/access/mail.ts'
import { buildPerson } from '../../../../testing/access/people.ts'
import { buildGrid, buildUnassigned } from '../../../../testing/authenticators/grids.ts'
import { buildAdmin, buildGroup } from '../../../../testing/builders.ts'
import { eventDetail } from '../../../../testing/event-detail.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { codePlaces } from '../otps/index.ts'
import { gridPdf, type PrintFormat } from './grid-pdf.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const person = (email = `${test.platform.ids.random(5).toString('hex')}@example.test`) =>
  buildPerson(test.ctx, { email, password: null })

const listed = (text: string): { serialNumber: string; state: string }[] =>
  JSON.parse(text).results ?? JSON.parse(text)

describe('cards that nobody has', () => {
  it('are made many at once, with numbers that follow each other', {
    meta: { covers: ['lifecycle.grid-batch'] },
  }, async () => {
    const { id } = await buildGroup(test.ctx)
    const made = await test.call(createGrids, { as, body: { numberOfGrids: 25, groups: [id] } })
    const numbers = listed(made.text).map(({ serialNumber }) => Number(serialNumber))
    expect(numbers).toEqual(Array.from({ length: 25 }, (_, at) => (numbers[0] ?? 0) + at))
    const page = await test.call(listUnassignedGrids, { as, body: { groupId: id, limit: 10 } })
    expect(page.body).toMatchObject({ paging: { total: 25, estimated: false } })
    const { nextCursor } = JSON.parse(page.text).paging
    const next = await test.call(listUnassignedGrids, {
      as,
      body: { groupId: id, limit: 10, cursor: nextCursor },
    })
    expect(listed(next.text).map(({ serialNumber }) => Number(serialNumber))).toEqual(
      numbers.slice(10, 20),
    )
  })

  it('are 5,000 at most', async () => {
    const { body } = await test.call(readGridProperties, { as })
    expect(body).toMatchObject({ maximumUnassigned: 5000, rows: 8, columns: 10, cellLength: 2 })
    const missing = 5000 - Number(body.unassigned) - 3
    await sql`insert into grids (tenant_id, id, serial, state, rows, columns, cell_length,
        sealed_cells, shown, created_at)
      select ${test.tenant.id}::uuid, gen_random_uuid(), n, 'UNASSIGNED', 8, 10, 2, '', '', now()
      from generate_series(1, ${missing}::integer) n`.execute(test.ctx.db)
    const four = await test.call(createGrids, { as, body: { numberOfGrids: 4 } })
    expect(four.body.code).toBe('grid_limit_reached')
    const three = await test.call(createGrids, { as, body: { numberOfGrids: 3 } })
    expect(three.status).toBe(200)
    await test.ctx.db.deleteFrom('grids').where('serial', '<', 10_000).execute()
  })

  it('are seen by an administrator of their groups, and by no other who is limited', {
    meta: { covers: ['lifecycle.grid-batch'] },
  }, async () => {
    const mine = await buildGroup(test.ctx)
    const theirs = await buildGroup(test.ctx)
    const permissions = (['VIEW', 'EDIT', 'ADD'] as const).map(
      (action) => ['GRIDS', action] as const,
    )
    const limited = await buildAdmin(test.ctx, { permissions, groupIds: [mine.id] })
    const seen = await buildUnassigned(test.ctx, [mine.id])
    const other = await buildUnassigned(test.ctx, [theirs.id])
    const open = await buildUnassigned(test.ctx)
    const page = await test.call(listUnassignedGrids, { as: limited.token, body: {} })
    expect(listed(page.text).map(({ serialNumber }) => serialNumber)).toEqual([seen.serial])
    for (const { id, serial } of [other, open]) {
      const read = await test.call(readGrid, { as: limited.token, params: { gridid: id } })
      expect(read.status).toBe(404)
      const user = await person()
      await test.ctx.db
        .insertInto('user_groups')
        .values({ tenant_id: test.tenant.id, user_id: user.id, group_id: mine.id, name_key: 'x' })
        .execute()
      const given = await test.call(assignGrid, {
        as: limited.token,
        params: { serial },
        body: { userId: user.id },
      })
      expect(given.status).toBe(404)
    }
    const made = await test.call(createGrids, { as: limited.token, body: { numberOfGrids: 1 } })
    expect(JSON.parse(made.text)[0].groups).toEqual([{ id: mine.id, name: mine.name }])
  })
})

describe('a card', () => {
  it('is given, taken back while unused, and given to somebody else', {
    meta: { covers: ['lifecycle.grid-assign', 'lifecycle.grid-direct'] },
  }, async () => {
    const card = await buildUnassigned(test.ctx)
    const user = await person('given@example.test')
    const given = await test.call(assignGrid, {
      as,
      params: { serial: card.serial },
      body: { userId: user.id },
    })
    expect(given.body).toMatchObject({ state: 'PENDING', user: { id: user.id } })
    const twice = await test.call(assignUserGrid, {
      as,
      params: { id: user.id },
      body: { gridSerial: card.serial },
    })
    expect(twice.body.code).toBe('grid_already_assigned')
    const back = await test.call(unassignGrid, { as, params: { id: card.id } })
    expect(back.body).toMatchObject({ state: 'UNASSIGNED', user: null, assignDate: null })
    const again = await test.call(assignUserGrid, {
      as,
      params: { id: (await person()).id },
      body: { gridSerial: card.serial },
    })
    expect(again.status, again.text).toBe(200)
    const mail = await noticeTo(test, 'given@example.test', /grid card was added/)
    expect(mail.text).toContain(card.serial)
  })

  it('is not taken back once it was used, or lies in a mailbox', async () => {
    for (const change of [{ uses: 1 }, { mailed_at: new Date() }]) {
      const card = await buildGrid(test.ctx, (await person()).id)
      await test.ctx.db.updateTable('grids').set(change).where('id', '=', card.id).execute()
      const back = await test.call(unassignGrid, { as, params: { id: card.id } })
      expect(back.body.code).toBe('grid_invalid_state')
    }
  })

  it('is one of three at most that somebody has, cancelled ones too', async () => {
    const { id } = await person()
    const made = []
    for (let at = 0; at < 4; at += 1) {
      made.push(await test.call(createUserGrid, { as, params: { userid: id }, body: {} }))
      const gridid = String(made[at]?.body.id)
      await test.call(changeGridState, { as, params: { gridid }, body: { state: 'CANCELED' } })
    }
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 409])
    const all = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const other = await person()
        const answers = await Promise.all(
          Array.from({ length: 6 }, () =>
            test.call(createUserGrid, { as, params: { userid: other.id }, body: {} }),
          ),
        )
        return answers.filter(({ status }) => status === 200).length
      }),
    )
    expect(all).toEqual([3, 3, 3, 3, 3])
  })

  it('goes through its states, and is never active again once it was cancelled or retired', {
    meta: { covers: ['lifecycle.state-change-call', 'lifecycle.state-values-open'] },
  }, async () => {
    const card = await buildGrid(test.ctx, (await person()).id)
    const to = (state: string) =>
      test.call(changeGridState, { as, params: { gridid: card.id }, body: { state } })
    expect((await to('INACTIVE')).body).toMatchObject({ state: 'INACTIVE', retired: null })
    expect((await to('ACTIVE')).body).toMatchObject({ state: 'ACTIVE' })
    await test.ctx.db
      .updateTable('grids')
      .set({ state: 'INACTIVE', retired: 'EXPOSURE' })
      .where('id', '=', card.id)
      .execute()
    expect((await to('ACTIVE')).body.code).toBe('grid_invalid_state')
    expect((await to('CANCELED')).body).toMatchObject({ state: 'CANCELED' })
    expect((await to('ACTIVE')).body.code).toBe('grid_invalid_state')
  })

  it('has an end and a number of uses that can be changed', async () => {
    const card = await buildGrid(test.ctx, (await person()).id)
    const read = await test.call(readGridBySerial, { as, params: { sernum: card.serial } })
    const expireDate = '2031-01-01T00:00:00.000Z'
    const headers = { 'if-match': String(read.headers.etag) }
    const changed = await test.call(updateGrid, {
      as,
      headers,
      params: { gridid: card.id },
      body: { expireDate, maxUses: 50 },
    })
    expect(changed.body).toMatchObject({ expireDate, maxUses: 50 })
    const stale = await test.call(updateGrid, {
      as,
      headers,
      params: { gridid: card.id },
      body: { maxUses: 60 },
    })
    expect(stale.status).toBe(412)
  })

  it('has only what changes noted as changed, groups too', async () => {
    const noted = (entityId: string) => eventDetail(test.ctx, { action: 'GRID_UPDATED', entityId })
    const change = (gridid: string, body: object) =>
      test.call(updateGrid, { as, params: { gridid }, body })
    const card = await buildGrid(test.ctx, (await person()).id)
    const expireDate = '2031-01-01T00:00:00.000Z'
    await change(card.id, { expireDate })
    await change(card.id, { maxUses: 50 })
    expect(await noted(card.id)).toMatchObject({
      before: { expireDate, maxUses: null },
      after: { expireDate, maxUses: 50 },
    })
    const group = await buildGroup(test.ctx)
    const unassigned = await buildUnassigned(test.ctx)
    await change(unassigned.id, { groups: [group.id] })
    expect(await noted(unassigned.id)).toMatchObject({
      before: { groups: '' },
      after: { groups: group.name },
    })
  })

  it('expires as long after it was given as the settings say', async () => {
    await test.call(updateGridSettings, { as, body: { lifeDays: 30 } })
    const made = await test.call(createUserGrid, {
      as,
      params: { userid: (await person()).id },
      body: {},
    })
    await test.call(updateGridSettings, { as, body: { lifeDays: null } })
    const life = Date.parse(String(made.body.expireDate)) - Date.parse(String(made.body.assignDate))
    expect(life).toBe(30 * 86_400_000)
  })

  it('is listed with its owner, read among their authenticators, and deleted', async () => {
    const user = await person()
    const card = await buildGrid(test.ctx, user.id)
    const page = await test.call(listAssignedGrids, { as, body: { userId: user.id } })
    expect(JSON.parse(page.text).results).toMatchObject([
      { serialNumber: card.serial, user: { name: user.userId }, exposure: { shownCells: 0 } },
    ])
    const all = await test.call(readUserAuthenticators, { as, params: { userid: user.id } })
    expect(all.body.grids).toMatchObject([{ id: card.id }])
    await test.call(deleteGrid, { as, params: { gridid: card.id } })
    expect((await test.call(readGrid, { as, params: { gridid: card.id } })).status).toBe(404)
  })

  it('is mailed to the owner’s proven address, and to no other', {
    meta: { covers: ['lifecycle.grid-email', 'S5'] },
  }, async () => {
    const user = await person('paper@example.test')
    const card = await buildGrid(test.ctx, user.id)
    const mailed = await test.call(mailGrid, { as, params: { gridid: card.id }, body: {} })
    expect(mailed.status, mailed.text).toBe(204)
    const mail = mailsTo(test, 'paper@example.test').find(({ files }) => files.length > 0)
    expect(mail?.files).toEqual([`grid-${card.serial}.pdf`])
    await test.ctx.db
      .updateTable('users')
      .set({ email_verified: false })
      .where('id', '=', user.id)
      .execute()
    const refused = await test.call(mailGrid, { as, params: { gridid: card.id }, body: {} })
    expect(refused.body.code).toBe('no_contact')
  })

  it('is not noted as mailed where no email server is set up', async () => {
    const card = await buildGrid(test.ctx, (await person()).id)
    const { platform } = test
    const { mailer } = platform
    Object.assign(platform, { mailer: { ...mailer, route: 'NONE' } })
    const refused = await test.call(mailGrid, { as, params: { gridid: card.id }, body: {} })
    Object.assign(platform, { mailer })
    expect(refused.body.code).toBe('email_server_missing')
    const row = await test.ctx.db
      .selectFrom('grids')
      .select('mailed_at')
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', card.id)
      .executeTakeFirstOrThrow()
    expect(row.mailed_at).toBeNull()
  })

  it('is mailed to an own attribute that holds an address, once that is proven', {
    meta: { covers: ['lifecycle.grid-email', 'S5'] },
  }, async () => {
    const made = await test.call(createUserAttribute, {
      as,
      body: { name: 'Private email', type: 'EMAIL' },
    })
    const emailAttributeName = String(made.body.id)
    const user = await person('work@example.test')
    const value = 'home@example.test'
    const userAttributeValues = [{ userAttributeId: emailAttributeName, value }]
    await test.call(updateUser, { as, params: { id: user.id }, body: { userAttributeValues } })
    const card = await buildGrid(test.ctx, user.id)
    const mail = () =>
      test.call(mailGrid, { as, params: { gridid: card.id }, body: { emailAttributeName } })
    expect((await mail()).body.code).toBe('no_contact')
    const proof = { userId: user.id, attribute: emailAttributeName, value }
    await test.ctx.db.executeQuery(codePlaces.prove(test.ctx, proof))
    const mailed = await mail()
    expect(mailed.status, mailed.text).toBe(204)
    expect(mailsTo(test, value).find(({ files }) => files.length > 0)?.files).toEqual([
      `grid-${card.serial}.pdf`,
    ])
    expect(mailsTo(test, 'work@example.test').filter(({ files }) => files.length > 0)).toEqual([])
  })

  it('is neither mailed nor given by an attribute that holds no address', async () => {
    const made = await test.call(createUserAttribute, { as, body: { name: 'Badge number' } })
    const user = await person()
    const card = await buildGrid(test.ctx, user.id)
    const free = await buildUnassigned(test.ctx)
    for (const emailAttributeName of [String(made.body.id), 'mobile', 'nowhere']) {
      const body = { emailAttributeName }
      const mailed = await test.call(mailGrid, { as, params: { gridid: card.id }, body })
      const given = await test.call(assignGrid, {
        as,
        params: { serial: free.serial },
        body: { userId: user.id, emailParms: body },
      })
      expect([mailed.status, given.status]).toEqual([400, 400])
      expect(given.body.fields).toEqual([
        { path: 'body.emailParms.emailAttributeName', message: 'not_an_email_attribute' },
      ])
    }
    const read = await test.call(readGrid, { as, params: { gridid: free.id } })
    expect(read.body.state).toBe('UNASSIGNED')
  })

  it('is printed after a fresh proof alone, and each time is noted', {
    meta: { covers: ['S5'] },
  }, async () => {
    const card = await buildGrid(test.ctx, (await person()).id)
    const call = () => test.call(exportGrid, { as, params: { gridid: card.id }, query: {} })
    const fresh = await call()
    expect(fresh.headers['content-type']).toContain('application/pdf')
    expect(fresh.headers['cache-control']).toContain('no-store')
    test.clock.advance(11 * 60_000)
    expect((await call()).body.code).toBe('step_up_required')
    const rows = await test.ctx.db
      .selectFrom('audit_events')
      .select('id')
      .where('tenant_id', '=', test.tenant.id)
      .where('action', '=', 'GRID_EXPORTED')
      .where('entity_id', '=', card.id)
      .execute()
    expect(rows).toHaveLength(1)
  })
})

const run = promisify(execFile)

/** What a reader of the document finds in it. */
const wordsOf = async (content: Buffer): Promise<string> => {
  const path = join(
    tmpdir(),
    `grid-${process.pid}-${test.platform.ids.random(4).toString('hex')}.pdf`,
  )
  await writeFile(path, content)
  return (await run('pdftotext', ['-layout', path, '-'])).stdout
}

describe('a printed card', () => {
  const print = async (format: PrintFormat, locale = 'en') => {
    const { cells, serial } = await buildGrid(test.ctx, (await person()).id)
    const shape = { rows: 8, columns: 10 }
    const owner = 'ada'
    const content = await gridPdf(
      { ...shape, serial, cells, company: 'Acme', owner, locale },
      format,
    )
    return { cells, serial, text: await wordsOf(content), content }
  }

  it.each(['CARD', 'A4', 'LARGE'] as const)(
    'of the form %s shows every cell in its place',
    async (format) => {
      const { cells, serial, text } = await print(format)
      expect(text).toContain(serial)
      for (let row = 0; row < 8; row += 1) {
        const line = [row + 1, ...cells.slice(row * 10, row * 10 + 10)].join('\\s+')
        expect(text).toMatch(new RegExp(`${line}\\s*$`, 'm'))
      }
      expect(cells.every(hasNoDisallowedCharacters)).toBe(true)
    },
  )

  it('is as large as a credit card', async () => {
    const { content } = await print('CARD')
    const [, width, height] =
      /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(content.toString('latin1')) ?? []
    expect(Number(width)).toBeCloseTo((85.6 / 25.4) * 72, 0)
    expect(Number(height)).toBeCloseTo((53.98 / 25.4) * 72, 0)
  })

  it('says every cell in words, to be read aloud', async () => {
    const { cells, text } = await print('SPOKEN')
    for (const [at, cell] of cells.entries()) {
      const name = cellName(at, { columns: 10 })
      const words = `Column ${name.slice(0, 1)}, row ${name.slice(1)}: ${[...cell].join(' ')}`
      expect(text).toContain(words)
    }
  })

  it('speaks the language of its owner', async () => {
    expect((await print('A4', 'de')).text).toContain('Gitterkarte')
    expect((await print('A4', 'ja')).text).toContain('グリッドカード')
  })
})
