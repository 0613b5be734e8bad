import { once } from 'node:events'
import { createServer } from 'node:net'
import { blankField } from '@signet/card/enrolment/generate'
import { templates } from '@signet/card/templates'
import { createExternalDatabase } from '@signet/contract/issuance/external-databases'
import {
  readConnectedValues,
  replaceFieldConnections,
} from '@signet/contract/issuance/field-connections'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { type Call, createCall } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createApp } from '../../../app.ts'
import { allowedTargetOf } from '../../../platform/config/outbound-allow.ts'
import { createOutbound } from '../../../platform/outbound/outbound.ts'
import { createCredentialDesign } from '../credential-designs/index.ts'
import { createWorkflowDesign } from '../workflow-designs/index.ts'

// Guard: databases that are away, in `readOrTold`.

let test: TestApp
let call: Call
let close: () => Promise<void>
let port: number
let connections = 0
const server = createServer((socket) => {
  connections += 1
  socket.destroy()
})
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
  const target = allowedTargetOf(`database=127.0.0.1:${port}`)
  if (typeof target === 'string') throw new Error(target)
  const config = { ...test.platform.config, outboundAllow: [target] }
  const outbound = createOutbound(config)
  const app = await createApp({ ...test.platform, config, outbound })
  await app.ready()
  call = createCall(app, new URL(test.tenant.publicUrl).host)
  close = async () => {
    await app.close()
    await outbound.close()
  }
})
afterAll(async () => {
  server.close()
  await close()
  await test.close()
})

const filled = ['one', 'two', 'three', 'four', 'five']

const workflowDesign = async (): Promise<{ workflowId: string }> => {
  const design = templates.student()
  const card = await createCredentialDesign(test.ctx, { name: 'Card', description: null, design })
  const fields = ['number', ...filled].map((id) => blankField('TEXT', { id, name: `My ${id}` }))
  const { value } = await createWorkflowDesign(test.ctx, {
    name: 'Design',
    description: null,
    credentialDesignId: card.value.id,
    allGroups: true,
    groupIds: [],
    definition: { steps: [{ id: 'one', title: 'One', fields }] },
  })
  return { workflowId: value.id }
}

it('a database that is away is tried once, however many of its tables are asked for', {
  meta: { covers: ['S56'] },
}, async () => {
  const { token: as } = await buildAdmin(test.ctx)
  const made = await call(createExternalDatabase, {
    as,
    body: {
      name: 'Away',
      kind: 'POSTGRESQL',
      host: '127.0.0.1',
      port,
      database: 'people',
      user: 'reader',
      password: 'right',
      security: 'CLEAR',
    },
  })
  const params = await workflowDesign()
  const body = {
    connections: filled.map((each) => ({
      fieldId: each,
      databaseId: String(made.body.id),
      table: `public.${each}`,
      column: each,
      keyColumn: 'number',
      keyFieldId: 'number',
    })),
  }
  expect((await call(replaceFieldConnections, { as, params, body })).status).toBe(200)
  const keys = { number: '7' }
  const answer = await call(readConnectedValues, { as, params, body: { keys } })
  const { sources }: { sources: { outcome: string }[] } = JSON.parse(answer.text)
  expect(sources.map(({ outcome }) => outcome)).toEqual(filled.map(() => 'FAILED'))
  expect(connections).toBe(1)
})
