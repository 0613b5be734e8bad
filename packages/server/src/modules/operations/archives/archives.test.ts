import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createArchive, downloadArchive, listArchives } from '@signet/contract/operations/archives'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup, everyPermission } from '../../../../testing/builders.ts'
import { pathOf } from '../../../../testing/call.ts'
import { chainedExport } from '../../../../testing/chained-events.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { verifyAuditExport } from '../audit-events/index.ts'
import { archivePath, readWhole } from './archive-files.ts'
import { workOnArchive } from './index.ts'

/*
 * Guards: `isWhole` and `readWhole`, `expectWholeSight`, `hasEnded`, the state asked in `finish` and
 * `updateOpenArchive`, `verified`.
 */

const day = 86_400_000

let test: TestApp
let as: string
let month: string
let folder: string

const note = (ctx: Context, count: number) =>
  ctx.transaction(async (ctx) => {
    for (let made = 0; made < count; made += 1) {
      audit(ctx, 'NOTED', { subject: { entity: 'GRIDS', id: `grid-${made}` } })
    }
    return ctx.platform.clock.now().toISOString().slice(0, 7)
  })

/** The tenant's context on a node with this folder. */
const onNode = (ctx: Context): Context => ({
  ...ctx,
  platform: { ...ctx.platform, config: { ...ctx.platform.config, archivesDir: folder } },
})

const work = (ctx: Context, id: string, isLast = false): Promise<void> =>
  workOnArchive(ctx, { content: { id }, signal: new AbortController().signal, isLast })

const create = (body = { month }) => test.call(createArchive, { as, body })

const download = (id: string) =>
  test.app.inject({
    method: 'GET',
    url: pathOf(downloadArchive, { id }),
    headers: { host: new URL(test.tenant.publicUrl).host, authorization: `Bearer ${as}` },
  })

const listed = async (): Promise<Record<string, unknown>> => {
  const { text } = await test.call(listArchives, { as })
  return JSON.parse(text)[0]
}

const archivedEvents = async (): Promise<number> => {
  const rows = await test.ctx.db
    .selectFrom('audit_events')
    .select('id')
    .where('tenant_id', '=', test.tenant.id)
    .where('action', '=', 'AUDIT_ARCHIVED')
    .where('outcome', '=', 'SUCCESS')
    .execute()
  return rows.length
}

beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  folder = test.platform.config.archivesDir
  month = await note(test.ctx, 5)
  test.clock.advance(35 * day)
  as = (await buildAdmin(test.ctx)).token
})
afterAll(async () => {
  for (const name of await ownFiles()) await rm(join(folder, name))
  await test.close()
})

const ownFiles = async (): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => name.includes(test.tenant.id))

describe('a month of the audit log', () => {
  it('that is not over is refused', async () => {
    const now = test.clock.now().toISOString().slice(0, 7)
    const { status, body } = await create({ month: now })
    expect([status, body.errorCode]).toEqual([409, 'archive_month_open'])
  })

  it.each(['../2026-01', '2026-13', '2026-01/../../x', '1999-12', '2026-1'])(
    '%j is no month, and touches no file',
    { meta: { covers: ['S36'] } },
    async (wrong) => {
      expect((await create({ month: wrong })).status).toBe(400)
      expect(await ownFiles()).toEqual([])
    },
  )

  it('is archived once, by whichever of two nodes is first', {
    meta: { covers: ['admin.archives'] },
  }, async () => {
    const { status, body } = await create()
    expect([status, body.state, body.month]).toEqual([200, 'PENDING', month])
    const id = String(body.id)
    expect((await download(id)).json()).toMatchObject({ errorCode: 'archive_not_ready' })
    await expect(work(test.ctx, id)).rejects.toThrow('not in the chain yet')
    await chainedExport(test)
    await note(test.ctx, 2)
    await chainedExport(test)
    await Promise.all([work(onNode(test.ctx), id), work(onNode(test.ctx), id)])
    expect(await archivedEvents()).toBe(1)
    expect(await ownFiles()).toEqual([`audit-${test.tenant.id}-${month}.jsonl.gz`])
    const again = await create()
    expect(again.body).toMatchObject({ id, state: 'READY', progressPercent: 100 })
    await work(test.ctx, id)
    expect(await archivedEvents()).toBe(1)
  })

  it('downloads as it was written, and verifies compressed and unpacked', {
    meta: { covers: ['admin.archives'] },
  }, async () => {
    const archive = await listed()
    const answer = await download(String(archive.id))
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/gzip')
    expect(answer.headers['content-disposition']).toContain(`audit-${month}.jsonl.gz`)
    const file = archivePath(test.ctx, month)
    expect(answer.rawPayload.equals(await readFile(file))).toBe(true)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const verdict = await verifyAuditExport({ file })
    expect(verdict).toMatchObject({ valid: true, events: archive.events })
    const text = gunzipSync(answer.rawPayload).toString('utf8')
    expect(text.match(/"action":"NOTED"/g)).toHaveLength(5)
    expect(await verifyAuditExport(text.trimEnd().split('\n'))).toEqual(verdict)
    const forged = await mkdtemp(join(tmpdir(), 'signet-forged-'))
    await writeFile(join(forged, 'a.gz'), gzipSync(text.replace('grid-3', 'grid-4')))
    expect((await verifyAuditExport({ file: join(forged, 'a.gz') })).valid).toBe(false)
    await rm(forged, { recursive: true })
  })

  it('whose file was changed does not leave, and is made again', {
    meta: { covers: ['S40'] },
  }, async () => {
    const { id, sha256, bytes } = await listed()
    const file = archivePath(test.ctx, month)
    const content = await readFile(file)
    content.writeUInt8(content.readUInt8(40) ^ 1, 40)
    await writeFile(file, content)
    const refused = await download(String(id))
    expect([refused.statusCode, refused.json().errorCode]).toEqual([409, 'archive_damaged'])
    const digest = { sha256: String(sha256), bytes: Number(bytes) }
    const cutOff = Readable.from(readWhole(file, digest)).toArray()
    await expect(cutOff).rejects.toThrow('was changed')
    await rm(file)
    expect((await download(String(id))).statusCode).toBe(409)
    expect((await create()).body).toMatchObject({ id, state: 'PENDING' })
    await work(test.ctx, String(id))
    expect((await download(String(id))).statusCode).toBe(200)
  })

  it('is archived by a job of the queue', async () => {
    const past = { month: '2020-02' }
    const { body } = await create(past)
    await test.platform.queue.handle('audit-archives', (job) => workOnArchive(test.ctx, job))
    const state = async () => (await create(past)).body.state
    await expect.poll(state, { timeout: 30_000 }).toBe('READY')
    expect((await download(String(body.id))).statusCode).toBe(200)
  })

  it('is another tenant’s alone', { meta: { covers: ['S21'] } }, async () => {
    const other = await test.otherTenant()
    const token = (await buildAdmin(other.ctx)).token
    const params = { id: String((await listed()).id) }
    expect((await other.call(downloadArchive, { as: token, params })).status).toBe(404)
    expect((await other.call(listArchives, { as: token })).text).toBe('[]')
  })

  it('is out of reach of an administrator limited to groups', async () => {
    const groupIds = [(await buildGroup(test.ctx)).id]
    const limited = (await buildAdmin(test.ctx, { permissions: everyPermission, groupIds })).token
    const params = { id: String((await listed()).id) }
    const answers = [
      await test.call(listArchives, { as: limited }),
      await test.call(createArchive, { as: limited, body: { month } }),
      await test.call(downloadArchive, { as: limited, params }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  })

  it('that was tampered with in the database is not archived', {
    meta: { covers: ['S40'] },
  }, async () => {
    await rm(archivePath(test.ctx, month))
    const id = String((await create()).body.id)
    await test.testDatabase.asOwner((owner) =>
      owner.query(
        `update audit_events set action = 'FORGED' where tenant_id = $1 and action = 'NOTED'`,
        [test.tenant.id],
      ),
    )
    await expect(work(test.ctx, id, true)).rejects.toThrow('does not verify')
    expect((await listed()).state).toBe('FAILED')
    expect(await ownFiles()).toEqual([`audit-${test.tenant.id}-2020-02.jsonl.gz`])
    const { rows } = await sql`select 1 from audit_events where outcome = 'FAILURE'
      and action = 'AUDIT_ARCHIVED'`.execute(test.ctx.db)
    expect(rows).toHaveLength(1)
  })
})
