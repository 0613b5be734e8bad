import { mostAlerts } from '@signet/contract/issuance/alerts'
import { mostSiteAgents } from '@signet/contract/issuance/site-agents'
import { mostListExports } from '@signet/rules/list-exports'
import { mostListViews } from '@signet/rules/list-views'
import { mostPrinters } from '@signet/rules/printers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allRoutes } from '../app/areas.ts'
import { mostProfiles } from '../modules/issuance/smart-card-profiles/smart-card-profiles.repository.ts'
import { mostWebhooks } from '../modules/operations/webhooks/webhooks.repository.ts'
import { type ObservedApp, startObservedApp } from './sweep/observed-app.ts'
import { rightInput } from './sweep/right-calls.ts'
import { createWorld, type Given } from './sweep/world.ts'

/* Guards: the lock of each limit, taken before what there is is counted. */

let test: ObservedApp
beforeAll(async () => {
  test = await startObservedApp()
})
afterAll(() => test.close())

const atOnce = 8

const limits = [
  ['createPrinter', 'printers', mostPrinters, 'ISSUANCE_PRINTER_LIMIT_REACHED'],
  ['createPrinterAlert', 'printer_alerts', mostAlerts, 'ISSUANCE_ALERT_LIMIT_REACHED'],
  ['saveRibbonBundle', 'ribbon_bundles', 500, 'ISSUANCE_RIBBON_LIMIT_REACHED'],
  ['createCredentialDesign', 'credential_designs', 500, 'ISSUANCE_CREDENTIAL_DESIGN_LIMIT_REACHED'],
  ['createWorkflowDesign', 'workflow_designs', 500, 'ISSUANCE_WORKFLOW_DESIGN_LIMIT_REACHED'],
  ['createFlashPassDesign', 'flash_pass_designs', 100, 'ISSUANCE_FLASH_PASS_DESIGN_LIMIT_REACHED'],
  ['createVariableGraphic', 'variable_graphics', 200, 'ISSUANCE_VARIABLE_GRAPHIC_LIMIT_REACHED'],
  ['createExternalDatabase', 'external_databases', 100, 'ISSUANCE_EXTERNAL_DATABASE_LIMIT_REACHED'],
  [
    'createSmartCardProfile',
    'smart_card_profiles',
    mostProfiles,
    'ISSUANCE_SMART_CARD_PROFILE_LIMIT_REACHED',
  ],
  ['createSiteAgent', 'site_agents', mostSiteAgents, 'invalid_parameters'],
  ['initialiseImportusers', 'bulk_operations', 200, 'too_many_bulk_operations'],
  ['createListExport', 'list_exports', mostListExports, 'too_many_list_exports'],
  ['createListView', 'list_views', mostListViews, 'too_many_list_views'],
  ['createReport', 'reports', 500, 'too_many_reports'],
  ['createWebhook', 'webhooks', mostWebhooks, 'webhook_limit_reached'],
  ['createScheduledTask', 'scheduled_tasks', 50, 'too_many_scheduled_tasks'],
] as const

type Table = (typeof limits)[number][1]

const routeOf = (name: string) => {
  const route = allRoutes.find((each) => each.name === name)
  if (route === undefined) throw new Error(`there is no call ${name}`)
  return route
}

/** What is saved by a name in its address has another one each time. */
const apart = (given: Given, at: number): Given =>
  given.params?.ribbonId === undefined
    ? given
    : { ...given, params: { ribbonId: `525100-${100 + at}` } }

const builtWorld = async () => createWorld({ ...test, ...(await test.otherTenant()) })
type Built = Awaited<ReturnType<typeof builtWorld>>

const countOf = async ({ ctx }: Built, table: Table): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from ${sql.table(table)} where tenant_id = ${ctx.tenant.id}`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** Copies the one that there is. */
const copy = async ({ ctx }: Built, table: Table, times: number): Promise<void> => {
  await sql`insert into ${sql.table(table)}
    select c.* from ${sql.table(table)} t
    cross join generate_series(1, ${times}::integer) n
    cross join lateral jsonb_populate_record(t, jsonb_build_object(
      'id', gen_random_uuid(), 'device_id', gen_random_uuid(), 'name', 'copy ' || n,
      'name_key', 'copy ' || n, 'ribbon_id', 'copy ' || n)) c
    where t.tenant_id = ${ctx.tenant.id}`.execute(ctx.db)
}

it.each(limits)(
  '%s of several at once adds one to the last place',
  { meta: { covers: ['S64'] } },
  async (...limit) => {
    const [name, table, most, code] = limit
    const route = routeOf(name)
    const world = await builtWorld()
    const inputs: Given[] = []
    for (let at = 0; at <= atOnce; at += 1) {
      inputs.push(apart(await rightInput(world, route), at))
    }
    const call = (input: Given | undefined) => world.test.call(route.endpoint, input ?? {})
    expect((await call(inputs.shift())).status).toBeLessThan(300)
    expect(await countOf(world, table)).toBe(1)
    await copy(world, table, most - 2)
    const answers = await Promise.all(inputs.map(call))
    const codes = answers.filter(({ status }) => status >= 300).map(({ body }) => body.errorCode)
    expect(codes).toEqual(Array.from({ length: atOnce - 1 }, () => code))
    expect(await countOf(world, table)).toBe(most)
  },
)
