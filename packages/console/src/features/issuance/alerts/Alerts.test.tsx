import {
  createPrinterAlert,
  deletePrinterAlert,
  listPrinterAlerts,
  readPrinterAlert,
  updatePrinterAlert,
} from '@signet/contract/issuance/alerts'
import { listPrinters } from '@signet/contract/issuance/printers'
import {
  fmaasAlertsFamily,
  readFleetAlertSettings,
  updateFleetAlertSettings,
} from '@signet/contract/settings/fmaasalerts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { Alert } from './alerts.queries.ts'
import { fleetAlertsFeature } from './alerts.screens.ts'

const id = '018f0000-0000-7000-8000-0000000000b1'
const printerId = '018f0000-0000-7000-8000-0000000000a1'
const alert = (change: Partial<Alert> = {}): Alert => ({
  id,
  name: 'Ribbons',
  enabled: true,
  condition: 'SUPPLY_LOW',
  level: 20,
  settleMinutes: 5,
  printerIds: null,
  standing: [
    {
      printerId,
      printerName: 'Front desk',
      detail: 'ribbon 12 %',
      since: '2026-01-02T03:04:05.000Z',
    },
  ],
  createdAt: '2026-01-02T03:04:05.000Z',
  modifiedAt: '2026-01-02T03:04:05.000Z',
  ...change,
})
const theme = buildTheme({ authenticationAccount: false, issuanceAccount: true, tier: 1 })
const session = buildConsoleSession({ theme, bundles: { hasFleetManagement: true } })
const show = (path = '/settings/fmaasalerts', as = session) =>
  showScreens(fleetAlertsFeature, path, { session: as })

describe('alerts on printers', () => {
  it('tell which printers they stand for', {
    meta: { covers: ['screen:settings/fmaasalerts'] },
  }, async () => {
    serve(answering(listPrinterAlerts, () => [alert()]))
    const { container } = await show()
    expect(await screen.findByText(/^Front desk \(ribbon 12 %\) since/)).toBeDefined()
    await expectAccessible(container)
  })

  it('are added for chosen printers', async () => {
    const asked = serve(
      answering(listPrinterAlerts, () => []),
      answering(listPrinters, () => [{ id: printerId, name: 'Front desk' }]),
      answering(createPrinterAlert, () => alert()),
    )
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Add alert' }))
    const dialog = await screen.findByRole('alertdialog')
    const save = within(dialog).getByRole('button', { name: 'Save' })
    expect(save).toHaveProperty('disabled', true)
    await user.type(within(dialog).getByLabelText('Name'), 'Ribbons')
    await user.type(within(dialog).getByLabelText('Low below (per cent)'), '20')
    expect(save).toHaveProperty('disabled', false)
    await user.click(within(dialog).getByLabelText(/^Every printer/))
    expect(save).toHaveProperty('disabled', true)
    await user.click(await within(dialog).findByLabelText('Front desk'))
    await expectAccessible(dialog)
    await user.click(save)
    const sent = () => asked.find(({ endpoint }) => endpoint === createPrinterAlert)
    await waitFor(() => expect(sent()).toBeDefined())
    expect(sent()?.body).toMatchObject({ name: 'Ribbons', level: 20, printerIds: [printerId] })
  })

  it('are changed as they were read, and say why they could not be', async () => {
    const asked = serve(
      answering(listPrinterAlerts, () => [alert()]),
      answering(readPrinterAlert, () => alert()),
      answering(updatePrinterAlert, () => new Refusal('ISSUANCE_ALERT_EXISTS')),
    )
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Actions for Ribbons' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Change' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText('An alert of that name exists.')).toBeDefined()
    const sent = asked.find(({ endpoint }) => endpoint === updatePrinterAlert)
    expect(sent?.body).toMatchObject({ name: 'Ribbons', level: 20, settleMinutes: 5 })
  })

  it('say that one to change is gone', async () => {
    serve(
      answering(listPrinterAlerts, () => [alert()]),
      answering(readPrinterAlert, () => new Refusal('ISSUANCE_ALERT_NOT_FOUND')),
    )
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Actions for Ribbons' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Change' }))
    const dialog = await screen.findByRole('dialog', { name: 'Change Ribbons' })
    expect(within(dialog).getByText(/This alert does not exist/)).toBeDefined()
  })

  it('are deleted after a question', async () => {
    const asked = serve(
      answering(listPrinterAlerts, () => [alert({ standing: [] })]),
      answering(deletePrinterAlert, () => undefined),
    )
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Actions for Ribbons' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    const sent = () => asked.some(({ endpoint }) => endpoint === deletePrinterAlert)
    await waitFor(() => expect(sent()).toBe(true))
  })

  it('are only shown to whoever may not change settings', async () => {
    serve(answering(listPrinterAlerts, () => [alert({ enabled: false })]))
    const permissions = { ...session.facts.permissions, SETTINGS: ['VIEW' as const] }
    const facts = { ...session.facts, permissions }
    await show('/settings/fmaasalerts', { ...session, facts })
    expect(await screen.findByText('Switched off')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Add alert' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Actions for Ribbons' })).toBeNull()
  })
})

it('mails go to nobody before somebody names recipients and switches it on', async () => {
  const asked = serve(
    answering(readFleetAlertSettings, () => fmaasAlertsFamily.defaults),
    answering(updateFleetAlertSettings, () => fmaasAlertsFamily.defaults),
  )
  const { container, user } = await show('/settings/fmaasalerts/mails')
  const toggle = await screen.findByLabelText(/^Watch the printers/)
  expect(toggle).toHaveProperty('checked', false)
  await expectAccessible(container)
  await user.click(toggle)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const sent = () => asked.find(({ endpoint }) => endpoint === updateFleetAlertSettings)
  expect(sent()).toBeUndefined()
  await user.type(await screen.findByLabelText(/^Recipients/), 'desk@acme.example')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()?.body).toMatchObject({ recipients: ['desk@acme.example'] }))
})
