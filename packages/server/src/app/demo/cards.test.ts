import { listCredentialDesigns } from '@signet/contract/issuance/credential-designs'
import { searchEnrollments, summarizeEnrollments } from '@signet/contract/issuance/enrollments'
import { listFieldConnections } from '@signet/contract/issuance/field-connections'
import {
  downloadFlashPassLog,
  listFlashPasses,
  readFlashPasses,
} from '@signet/contract/issuance/flash-passes'
import { listPrintersInFull } from '@signet/contract/issuance/printers'
import { listUnassignedSmartCards } from '@signet/contract/issuance/smart-cards'
import { listWorkflowDesigns } from '@signet/contract/issuance/workflow-designs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildAdmin } from '../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { insertCards } from './cards.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('the demonstration has designed two cards', async () => {
  const { token } = await buildAdmin(test.ctx)
  await insertCards(test.ctx)
  const { text } = await test.call(listCredentialDesigns, { as: token })
  expect(JSON.parse(text)).toMatchObject([{ name: 'Student card' }, { name: 'Visitor badge' }])
})

it('the demonstration has two printers, which are simulated', async () => {
  const { token } = await buildAdmin(test.ctx)
  const { text } = await test.call(listPrintersInFull, { as: token })
  expect(JSON.parse(text)).toMatchObject([
    { name: 'Card office', kind: 'SIMULATED', ptpReady: true },
    { name: 'Front desk', kind: 'SIMULATED' },
  ])
})

it('the demonstration has two boxes of smart cards that nobody has', async () => {
  const { token: as } = await buildAdmin(test.ctx)
  const { body } = await test.call(listUnassignedSmartCards, { as, body: { limit: 1 } })
  expect(body).toMatchObject({ results: [{ serialNumber: 'CAMPUS-1001' }], paging: { total: 24 } })
})

it('the demonstration asks the holders of its cards', async () => {
  const { token } = await buildAdmin(test.ctx)
  const asked = await test.call(listWorkflowDesigns, { as: token })
  expect(JSON.parse(asked.text)).toMatchObject([
    { name: 'Students', credentialDesignName: 'Student card' },
    { name: 'Visitors', credentialDesignName: 'Visitor badge' },
  ])
})

it('the demonstration has enrolled students, one of them without a photo', async () => {
  const { token } = await buildAdmin(test.ctx)
  const { text } = await test.call(summarizeEnrollments, { as: token })
  const designs: { name: string; count: number; workflowId: string }[] = JSON.parse(text)
  const found = designs.find(({ name }) => name === 'Students')
  expect(found?.count).toBe(5)
  const body = { workflowId: found?.workflowId, term: 'kafo' }
  const people = await test.call(searchEnrollments, { as: token, body })
  expect(JSON.parse(people.text).results).toMatchObject([
    { title: 'Amara Okafor', thumbnail: expect.stringMatching(/^data:image/) },
  ])
})

it('the demonstration has connected a field with a database', async () => {
  const { token } = await buildAdmin(test.ctx)
  const asked = await test.call(listWorkflowDesigns, { as: token })
  const designs: { name: string; id: string }[] = JSON.parse(asked.text)
  const workflowId = designs.find(({ name }) => name === 'Visitors')?.id ?? ''
  const { text } = await test.call(listFieldConnections, { as: token, params: { workflowId } })
  expect(JSON.parse(text).connections).toMatchObject([{ table: 'public.visits', column: 'host' }])
})

it('the demonstration has given passes to students, whose log tells how each stands', async () => {
  const { token: as } = await buildAdmin(test.ctx)
  const listed = await test.call(listFlashPasses, { as })
  const [{ id }]: [{ id: string }] = JSON.parse(listed.text)
  const read = await test.call(readFlashPasses, { as, params: { id } })
  const passes: { title: string; state: string }[] = JSON.parse(read.text).passes
  const { text } = await test.call(downloadFlashPassLog, { as, params: { id } })
  const last = new Map(
    text
      .trim()
      .split('\r\n')
      .map((line) => line.split('  '))
      .map(([, , title, event]) => [title, event]),
  )
  expect(passes.map(({ state }) => state)).toEqual(['CLAIMED', 'ISSUED', 'CLAIMED', 'REVOKED'])
  expect(passes.map(({ title }) => last.get(title))).toEqual(passes.map(({ state }) => state))
})
