import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '../app/areas.ts'
import { buildUser, signInAs } from '../testing/builders.ts'
import { masterKey } from '../testing/test-platform.ts'
import { type Crawl, newCrawl, visit, visitWrongly } from './sweep/crawl.ts'
import { stateOf } from './sweep/database-state.ts'
import { leaksIn, withHex } from './sweep/leaks.ts'
import { startObservedApp } from './sweep/observed-app.ts'
import {
  openColumns,
  secretColumns,
  storedSecrets,
  suspiciousColumns,
} from './sweep/secret-columns.ts'
import { buildVictim } from './sweep/victim.ts'
import { createWorld, type World } from './sweep/world.ts'

/*
 * Guards: answers are parsed by their schema, which strips what it does not name; the log takes out
 * secrets by name and by look; audit entries hold declared fields; codes and links are kept as
 * digests. Row 5 of the list of attacks.
 */

let world: World
let stored: ReadonlySet<string>
const crawl: Crawl = newCrawl()

beforeAll(async () => {
  world = await createWorld(await startObservedApp())
  world.keep(masterKey)
  await buildVictim(world)
  for (const route of allRoutes) await visit(world, crawl, { route })
  const plain = await signInAs(world.ctx, await buildUser(world.ctx))
  for (const route of allRoutes.filter(({ endpoint }) => endpoint.needs !== undefined)) {
    await visit(world, crawl, { route, as: plain })
  }
  for (const route of allRoutes.filter(({ endpoint }) => endpoint.body !== undefined)) {
    await visitWrongly(world, crawl, route)
  }
  stored = await storedSecrets(world.test.testDatabase)
}, 400_000)
afterAll(() => world.test.close())

describe('a stored secret', () => {
  it('is known as one: every column that looks like it stands in one of the lists', async () => {
    const listed = [...secretColumns, ...openColumns]
    const columns = await suspiciousColumns(world.test.testDatabase)
    expect(columns.filter((name) => !listed.includes(name))).toEqual([])
  })

  it('of every kind was there to be found', async () => {
    const empty: string[] = []
    await world.test.testDatabase.asOwner(async (owner) => {
      for (const column of secretColumns) {
        const [table, name] = column.split('.')
        const { rowCount } = await owner.query(
          `select from ${table} where ${name} is not null limit 1`,
        )
        if (rowCount === 0) empty.push(column)
      }
    })
    // Only while the master key is being replaced.
    expect(empty).toEqual(['master_check.previous'])
  })
})

describe('no secret shows', () => {
  it('in an answer, but where the endpoint declares it', () => {
    const found = crawl.seen
      .filter(({ reveals }) => !reveals)
      .map(({ by, text }) => [by, leaksIn(text, [...world.secrets, ...stored])])
      .filter(([, leaks]) => leaks?.length !== 0)
    expect(found).toEqual([])
  })

  it('as it is stored, even where the endpoint declares one', () => {
    const found = crawl.seen
      .filter(({ reveals }) => reveals)
      .map(({ by, text }) => [by, leaksIn(text, stored)])
      .filter(([, leaks]) => leaks?.length !== 0)
    expect(found).toEqual([])
  })

  it('in a line of the log', () => {
    const text = world.test.logged.join('')
    expect(world.test.logged.length).toBeGreaterThan(allRoutes.length)
    expect(leaksIn(text, [...world.secrets, ...stored, ...crawl.bearers])).toEqual([])
  })

  it('in a mail, but the code that the mail is for', () => {
    const codes = new Set([...world.secrets].filter((secret) => /^\d{6,8}$/.test(secret)))
    const secrets = [...world.secrets].filter((secret) => !codes.has(secret))
    const text = JSON.stringify(world.test.outbox())
    expect(leaksIn(text, [...secrets, ...stored, ...crawl.bearers])).toEqual([])
  })

  it('in a row in clear, audit events among them', async () => {
    const state = await stateOf(world.test.testDatabase, world.ctx.tenant.id)
    const secrets = withHex([...world.secrets, ...crawl.bearers])
    const found = Object.entries(state)
      .map(([table, text]) => [table, leaksIn(text, secrets)])
      .filter(([, leaks]) => leaks?.length !== 0)
    expect(found).toEqual([])
  })

  it('in an audit event as it is stored', async () => {
    const state = await stateOf(world.test.testDatabase, world.ctx.tenant.id)
    expect(leaksIn(`${state.audit_events}${state.audit_details}`, stored)).toEqual([])
  })

  it('in a queued job: it names the tenant and a row, nothing else', async () => {
    const payloads = await world.test.testDatabase.asOwner(async (owner) => {
      const { rows } = await owner.query<{ keys: string }>(
        `select distinct (select string_agg(key, ',' order by key) from jsonb_object_keys(data) key) as keys
         from pgboss.job where data is not null`,
      )
      return rows.map(({ keys }) => keys)
    })
    expect(payloads).toEqual(['jobRowId,tenantId'])
  })

  it('on a page, in a document or in the metrics', async () => {
    const { app, platform } = world.test
    const { host } = new URL(world.ctx.tenant.publicUrl)
    const paths = ['/', '/health/ready', '/nowhere', '/help/developer/apis/administration/openapi/']
    const pages = await Promise.all(paths.map((url) => app.inject({ url, headers: { host } })))
    const text = [...pages.map(({ body }) => body), (await platform.metrics.page()).body].join('\n')
    expect(leaksIn(text, [...world.secrets, ...stored, ...crawl.bearers])).toEqual([])
  })
})
