import { generateWorkflow } from '@signet/card/enrolment/generate'
import { templates } from '@signet/card/templates'
import {
  listDatabaseColumns,
  listDatabaseTables,
  listExternalDatabases,
} from '@signet/contract/issuance/external-databases'
import {
  addFieldConnections,
  deleteFieldConnection,
  listFieldConnections,
  replaceFieldConnections,
} from '@signet/contract/issuance/field-connections'
import { readWorkflowDesign } from '@signet/contract/issuance/workflow-designs'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { Connection } from './field-connections.queries.ts'
import { fieldConnectionsFeature } from './field-connections.screens.ts'

const workflowId = '018f0000-0000-7000-8000-000000000095'
const databaseId = '018f0000-0000-7000-8000-0000000000d1'
const definition = generateWorkflow(templates.student())
const [first, second] = definition.steps[0]?.fields ?? []
const staff = {
  id: databaseId,
  name: 'Staff',
  kind: 'POSTGRESQL' as const,
  host: 'db.example',
  port: 5432,
  database: 'people',
  user: 'reader',
  security: 'TLS' as const,
  caCertificates: null,
  readOnly: false,
  version: 1,
  createdAt: '2026-01-02T03:04:05.000Z',
  modifiedAt: '2026-01-03T03:04:05.000Z',
  modifiedBy: 'grace',
}
const workflow = answering(readWorkflowDesign, () => ({
  id: workflowId,
  name: 'Students',
  description: null,
  version: 1,
  credentialDesignId: workflowId,
  credentialDesignName: 'Student card',
  steps: 2,
  fields: 6,
  allGroups: true,
  groups: [],
  createdAt: '2026-01-02T03:04:05.000Z',
  modifiedAt: '2026-01-03T03:04:05.000Z',
  modifiedBy: 'grace',
  definition,
  mismatches: [],
}))
const connection: Connection = {
  fieldId: second?.id ?? '',
  databaseId,
  table: 'public.people',
  column: 'first_name',
  keyColumn: 'number',
  keyFieldId: first?.id ?? '',
  writeBack: false,
}
const connected = answering(listFieldConnections, () => ({ connections: [connection] }))
const none = answering(listFieldConnections, () => ({ connections: [] }))
const databases = answering(listExternalDatabases, () => [staff])

const session = buildConsoleSession({ theme: buildTheme({ issuanceAccount: true }) })
const show = () =>
  showScreens(fieldConnectionsFeature, `/fieldconnections/${workflowId}`, { session })

describe('field connections', () => {
  it('are made from the tables and columns of the database', {
    meta: { covers: ['screen:fieldconnections/{workflowId}'] },
  }, async () => {
    const asked = serve(
      workflow,
      none,
      databases,
      answering(listDatabaseTables, () => [{ name: 'public.people', isView: false }]),
      answering(listDatabaseColumns, () => [
        { name: 'number', kind: 'TEXT' as const },
        { name: 'first_name', kind: 'TEXT' as const },
        { name: 'photo', kind: 'BINARY' as const },
      ]),
      answering(addFieldConnections, () => ({ connections: [connection] })),
    )
    const { container, user } = await show()
    await user.click(await screen.findByRole('button', { name: `Connect ${second?.name}` }))
    const dialog = within(await screen.findByRole('dialog'))
    await expectAccessible(container)
    await user.selectOptions(dialog.getByLabelText('From the database'), databaseId)
    await dialog.findByRole('option', { name: 'public.people' })
    await user.selectOptions(dialog.getByLabelText('Table'), 'public.people')
    await dialog.findAllByRole('option', { name: 'first_name' })
    expect(dialog.queryByRole('option', { name: 'photo' })).toBeNull()
    await user.selectOptions(dialog.getByLabelText('Column'), 'first_name')
    await user.selectOptions(dialog.getByLabelText('Key column'), 'number')
    await user.selectOptions(dialog.getByLabelText('Key field'), first?.id ?? '')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === addFieldConnections)
    await waitFor(() => expect(sent()?.body).toEqual({ connections: [connection] }))
  })

  it('write back where somebody says so, with a warning, and only into what may be written', async () => {
    const asked = serve(
      workflow,
      connected,
      answering(listExternalDatabases, () => [
        staff,
        { ...staff, id: workflowId, name: 'Closed', readOnly: true },
      ]),
      answering(listDatabaseTables, () => [{ name: 'public.people', isView: false }]),
      answering(listDatabaseColumns, () => [{ name: 'first_name', kind: 'TEXT' as const }]),
      answering(replaceFieldConnections, () => ({ connections: [connection] })),
    )
    const { container, user } = await show()
    await user.click(await screen.findByRole('button', { name: `Change ${second?.name}` }))
    const dialog = within(await screen.findByRole('dialog'))
    const warning = /changes records of another system/
    expect(dialog.queryByText(warning)).toBeNull()
    await user.click(dialog.getByRole('checkbox', { name: 'Write changes back' }))
    expect(dialog.getByText(warning)).toBeDefined()
    await expectAccessible(container)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === replaceFieldConnections)
    const body = { connections: [{ ...connection, writeBack: true }] }
    await waitFor(() => expect(sent()?.body).toEqual(body))
    await user.click(await screen.findByRole('button', { name: `Change ${second?.name}` }))
    const again = within(await screen.findByRole('dialog'))
    await user.selectOptions(again.getByLabelText('From the database'), workflowId)
    expect(again.getByRole('checkbox', { name: 'Write changes back' })).toHaveProperty(
      'disabled',
      true,
    )
    expect(again.getByText(/This database is only read/)).toBeDefined()
  })

  it('say where a field comes from, and are taken away', async () => {
    const asked = serve(
      workflow,
      connected,
      databases,
      answering(deleteFieldConnection, () => undefined),
    )
    const { container, user } = await show()
    const words = `public.people.first_name of Staff, where number is ${first?.name}`
    expect(await screen.findByText(words)).toBeDefined()
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: `Disconnect ${second?.name}` }))
    const sent = () => asked.find(({ endpoint }) => endpoint === deleteFieldConnection)
    await waitFor(() => expect(sent()?.params).toEqual({ workflowId, fieldId: second?.id }))
  })

  it('say in the dialog why a database was not read', async () => {
    serve(
      workflow,
      none,
      databases,
      answering(
        listDatabaseTables,
        () => new Refusal('ISSUANCE_EXTERNAL_DATABASE_FAILED', { step: 'CONNECT' }),
      ),
    )
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: `Connect ${second?.name}` }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.selectOptions(dialog.getByLabelText('From the database'), databaseId)
    expect(await dialog.findByText(/The database was not read/)).toBeDefined()
    expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  })

  it('say once that a database of a connection is gone', async () => {
    const gone = () => new Refusal('ISSUANCE_EXTERNAL_DATABASE_FAILED', { step: 'CONNECT' })
    const asked = serve(
      workflow,
      connected,
      databases,
      answering(listDatabaseTables, gone),
      answering(listDatabaseColumns, gone),
    )
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: `Change ${second?.name}` }))
    const dialog = within(await screen.findByRole('dialog'))
    const isAsked = () => asked.some(({ endpoint }) => endpoint === listDatabaseColumns)
    await waitFor(() => expect(isAsked()).toBe(true))
    expect(await dialog.findAllByText(/The database was not read/)).toHaveLength(1)
  })
})
