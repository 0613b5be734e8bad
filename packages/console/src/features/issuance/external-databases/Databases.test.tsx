import {
  createExternalDatabase,
  listExternalDatabases,
  readExternalDatabase,
  testDatabaseConnection,
  updateExternalDatabase,
} from '@signet/contract/issuance/external-databases'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { Database } from './databases.queries.ts'
import { externalDatabasesFeature } from './databases.screens.ts'

const id = '018f0000-0000-7000-8000-0000000000d1'
const staff = (change: Partial<Database> = {}): Database => ({
  id,
  name: 'Staff',
  kind: 'POSTGRESQL',
  host: 'db.example',
  port: 5432,
  database: 'people',
  user: 'reader',
  security: 'TLS',
  caCertificates: null,
  readOnly: true,
  version: 1,
  createdAt: '2026-01-02T03:04:05.000Z',
  modifiedAt: '2026-01-03T03:04:05.000Z',
  modifiedBy: 'grace',
  ...change,
})

const session = buildConsoleSession({ theme: buildTheme({ issuanceAccount: true }) })
const show = (at: string) => showScreens(externalDatabasesFeature, at, { session })

describe('external databases', () => {
  it('are listed with where they are', {
    meta: { covers: ['screen:externaldatabases'] },
  }, async () => {
    serve(answering(listExternalDatabases, () => [staff()]))
    const { container } = await show('/externaldatabases')
    const link = await screen.findByRole('link', { name: 'Staff' })
    expect(link.getAttribute('href')).toContain(`/externaldatabases/${id}`)
    expect(screen.getByText('db.example:5432')).toBeDefined()
    await expectAccessible(container)
  })

  it('are added; the usual port follows the kind', async () => {
    const asked = serve(
      answering(createExternalDatabase, () => staff()),
      answering(readExternalDatabase, () => staff()),
    )
    const { container, user } = await show('/externaldatabases/add')
    await user.type(await screen.findByLabelText(/^Name/), 'Staff')
    await user.selectOptions(screen.getByLabelText('Kind'), 'SQL_SERVER')
    expect(screen.getByLabelText(/Port/)).toHaveProperty('value', '1433')
    await user.selectOptions(screen.getByLabelText('Kind'), 'MYSQL')
    await user.type(screen.getByLabelText(/^Host/), 'db.example')
    await user.type(screen.getByLabelText(/^Database/), 'people')
    await user.type(screen.getByLabelText(/^User/), 'reader')
    await user.type(screen.getByLabelText(/^Password/), 'secret')
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Add database' }))
    await screen.findByRole('heading', { name: 'Staff' })
    const sent = asked.find(({ endpoint }) => endpoint === createExternalDatabase)
    expect(sent?.body).toMatchObject({ kind: 'MYSQL', port: 3306, password: 'secret' })
  })

  it('are saved over what was read, without the password that nobody typed', async () => {
    const asked = serve(
      answering(readExternalDatabase, () => staff()),
      answering(updateExternalDatabase, () => staff({ name: 'Staffs' })),
    )
    const { user } = await show(`/externaldatabases/${id}`)
    await user.type(await screen.findByLabelText(/^Name/), 's')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === updateExternalDatabase)
    await waitFor(() => expect(sent()?.ifMatch).toBe('"1"'))
    expect(sent()?.body).toMatchObject({ name: 'Staffs' })
    expect(sent()?.body).not.toHaveProperty('password')
  })

  it('tell which step of the connection failed, and which were not tried', async () => {
    serve(
      answering(readExternalDatabase, () => staff()),
      answering(testDatabaseConnection, () => ({
        failed: 'SIGN_IN' as const,
        detail: 'password authentication failed',
        server: null,
        latencyMillis: 12,
        tables: null,
      })),
    )
    const { container, user } = await show(`/externaldatabases/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Test connection' }))
    expect(await screen.findByText('This failed: Signing in')).toBeDefined()
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows.filter((row) => row?.includes('Went well'))).toHaveLength(3)
    const failed = screen
      .getAllByRole('listitem')
      .find((row) => row.textContent?.includes('Failed'))
    expect(within(failed ?? container).getByText('password authentication failed')).toBeDefined()
    expect(rows.filter((row) => row?.includes('Not tried'))).toHaveLength(5)
    await expectAccessible(container)
  })
})
