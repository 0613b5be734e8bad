import { listTenants } from '@signet/contract/provider/tenants'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { runFile } from '../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
})
afterAll(() => test.close())

const total = 500

it('a file of 500 tenants is tried, then creates them, each at its host', {
  timeout: 300_000,
}, async () => {
  const { token: as } = await buildAdmin(test.ctx)
  const lines = Array.from(
    { length: total },
    (_, at) => `Customer ${at};c${at};boss${at}@customers.example;PLUS;${at + 1}\r\n`,
  )
  const content = `\ufeffCompany;Host;Administrator;Bundle;Users\r\n${lines.join('')}`
  const wanted = { kind: 'createtenant', as, content } as const
  const tried = await runFile(test, { ...wanted, dryRun: true })
  expect(tried.filter(({ action }) => action === 'CREATE')).toHaveLength(total)
  const { text: none } = await test.call(listTenants, { as, query: {} })
  expect(JSON.parse(none)).toEqual([])

  const made = await runFile(test, wanted)
  expect(made.filter(({ action }) => action !== 'CREATE')).toEqual([])
  const { text } = await test.call(listTenants, { as, query: { search: 'Customer' } })
  const rows: { hostname: string; users: { allotment: number } }[] = JSON.parse(text)
  expect(new Set(rows.map(({ hostname }) => hostname)).size).toBe(total)
  const allotments = rows.map(({ users }) => users.allotment).toSorted((a, b) => a - b)
  expect(allotments).toEqual(Array.from({ length: total }, (_, at) => at + 1))
})
