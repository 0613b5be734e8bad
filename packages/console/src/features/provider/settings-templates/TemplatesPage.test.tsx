import {
  listSettingsRollouts,
  readSettingsRollout,
  startSettingsRollout,
  stopSettingsRollout,
} from '@signet/contract/provider/settings-rollouts'
import {
  assignSettingsTemplate,
  createSettingsTemplate,
  listSettingsTemplatesPaged,
  listTemplateAssignments,
  planSettingsTemplate,
  readSettingsTemplate,
  readTemplateDrift,
} from '@signet/contract/provider/settings-templates'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { RolloutDetail } from './settings-templates.queries.ts'
import { settingsTemplatesFeature } from './settings-templates.screens.ts'

const id = '018f0000-0000-7000-8000-000000000001'
const tenantId = '018f0000-0000-7000-8000-000000000002'
const at = '2026-11-30T08:00:00.000Z'
const template = {
  id,
  name: 'Baseline',
  description: 'All customers',
  parentId: null,
  values: { password: { minimumLength: 12 } },
  createdAt: at,
  updatedAt: at,
}
const details = {
  ...template,
  effectiveValues: { password: { minimumLength: 12, refuseCompromised: true } },
}
const paging = { limit: 50, total: 1, estimated: false, nextCursor: null, prevCursor: null }
const list = answering(listSettingsTemplatesPaged, () => ({ results: [template], paging }))
const read = answering(readSettingsTemplate, () => details)
const assigned = answering(listTemplateAssignments, () => [
  { tenantId, companyName: 'Elm Academy', assignedAt: at, rolledOutAt: null },
])
const field = { family: 'password', field: 'minimumLength' }
const plan = answering(planSettingsTemplate, () => ({
  results: [
    {
      tenantId,
      companyName: 'Elm Academy',
      fields: [{ ...field, before: 10, after: 12, state: 'CHANGED' as const, reason: null }],
    },
  ],
  paging,
}))
const rollout: RolloutDetail = {
  id,
  templateId: id,
  state: 'STOPPED',
  stopReason: 'FAILURES_ROSE',
  watchMinutes: 60,
  overwrite: false,
  risePoints: 5,
  risePercent: 50,
  startedBy: 'rosa',
  createdAt: at,
  watchUntil: at,
  endedAt: null,
  tenants: { PENDING: 0, APPLIED: 1, UNCHANGED: 0, FAILED: 0, ROLLED_BACK: 0 },
  values: template.values,
  watched: { before: { failed: 5, all: 100 }, after: { failed: 30, all: 100 } },
  progress: [
    {
      tenantId,
      companyName: 'Elm Academy',
      canary: true,
      state: 'APPLIED',
      errorCode: null,
      fields: 1,
      changedAt: at,
    },
  ],
}

const rights = { entityType: 'TENANTS', view: true, add: true, edit: true, remove: true } as const
const session = buildConsoleSession({
  theme: buildTheme({ isSp: true }),
  roles: [buildRole({ permissions: [rights] })],
})
const show = (path: string) =>
  showScreens(settingsTemplatesFeature, `/serviceprovider/${path}`, { session })

describe('settings templates', () => {
  it('are listed', async () => {
    serve(list)
    const { container } = await show('settingstemplates')
    const row = await screen.findByRole('row', { name: /Baseline/ })
    expect(row.textContent).toContain('All customers')
    await expectAccessible(container)
  })

  it('are added with the settings that have a value, and no others', async () => {
    const asked = serve(
      list,
      read,
      answering(createSettingsTemplate, () => details),
    )
    const { user } = await show('settingstemplates/add')
    await user.type(await screen.findByLabelText(/^Name/), 'Baseline')
    await user.type(screen.getByLabelText('Fewest characters'), '12')
    await user.click(screen.getByRole('button', { name: 'Add settings template' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === createSettingsTemplate)?.body).toEqual({
        name: 'Baseline',
        description: '',
        parentId: null,
        values: { password: { minimumLength: 12 } },
      }),
    )
  })

  it('are not added with values weaker than the default', async () => {
    const asked = serve(list)
    const { user } = await show('settingstemplates/add')
    await user.type(await screen.findByLabelText(/^Name/), 'Weak')
    await user.type(screen.getByLabelText('Fewest characters'), '8')
    await user.click(screen.getByRole('button', { name: 'Add settings template' }))
    expect((await screen.findAllByText(/Weaker than the default/)).length).toBeGreaterThan(0)
    expect(asked.some(({ endpoint }) => endpoint === createSettingsTemplate)).toBe(false)
  })

  it('show what tenants get, with what is inherited', async () => {
    serve(list, read)
    const { container } = await show(`settingstemplates/${id}`)
    expect(await screen.findByText('Settings for tenants')).toBeDefined()
    expect(container.textContent).toContain('Enabled')
    await expectAccessible(container)
  })

  it('are assigned to tenants', async () => {
    serve(
      read,
      assigned,
      answering(assignSettingsTemplate, () => []),
    )
    await show(`settingstemplates/${id}/tenants`)
    expect(await screen.findByRole('row', { name: /Elm Academy/ })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Assign to tenants' })).toBeDefined()
  })

  it('are rolled out from the plan, canary tenants first', async () => {
    const asked = serve(
      read,
      assigned,
      plan,
      answering(startSettingsRollout, () => rollout),
      answering(readSettingsRollout, () => rollout),
    )
    const { user } = await show(`settingstemplates/${id}/plan`)
    const row = await screen.findByRole('row', { name: /Elm Academy/ })
    expect(row.textContent).toContain('1012Changes')
    await user.click(screen.getByRole('button', { name: 'Start rollout' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(await dialog.findByRole('checkbox', { name: 'Elm Academy' }))
    await user.click(dialog.getByRole('button', { name: 'Start rollout' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === startSettingsRollout)?.body).toEqual({
        canaryTenantIds: [tenantId],
        watchMinutes: 60,
        overwrite: false,
      }),
    )
  })

  it('show drift and who caused it', async () => {
    serve(
      read,
      answering(readTemplateDrift, () => ({
        results: [
          {
            tenantId,
            companyName: 'Elm Academy',
            fields: [{ ...field, value: 18, templateValue: 12, overridden: true, changedAt: at }],
          },
        ],
        paging,
      })),
    )
    await show(`settingstemplates/${id}/drift`)
    const row = await screen.findByRole('row', { name: /Elm Academy/ })
    expect(row.textContent).toContain('1812Changed by the tenant')
  })

  it('list their rollouts', async () => {
    serve(
      read,
      answering(listSettingsRollouts, () => [rollout]),
    )
    await show(`settingstemplates/${id}/rollouts`)
    expect((await screen.findByRole('row', { name: /rosa/ })).textContent).toContain('Stopped')
  })

  it('list their tenants, and then their rollouts', async () => {
    serve(
      read,
      assigned,
      answering(listSettingsRollouts, () => [rollout]),
    )
    const { user } = await show(`settingstemplates/${id}/tenants`)
    await screen.findByRole('row', { name: /Elm Academy/ })
    await user.click(screen.getByRole('tab', { name: 'Rollouts' }))
    expect((await screen.findByRole('row', { name: /rosa/ })).textContent).toContain('Stopped')
  })
})

describe('a rollout', () => {
  it('says why it stopped, and can be resumed or rolled back', async () => {
    serve(answering(readSettingsRollout, () => rollout))
    const { container } = await show(`settingsrollouts/${id}`)
    expect(await screen.findByText('Sign-ins of canary tenants failed more often')).toBeDefined()
    expect(container.textContent).toContain('30 of 100 failed')
    expect(screen.getByRole('button', { name: 'Resume' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Roll back' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull()
    await expectAccessible(container)
  })

  it('is stopped after a question', async () => {
    const running: RolloutDetail = { ...rollout, state: 'ROLLING', stopReason: null }
    const asked = serve(
      answering(readSettingsRollout, () => running),
      answering(stopSettingsRollout, () => rollout),
    )
    const { user } = await show(`settingsrollouts/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Stop' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Stop' }))
    await waitFor(() =>
      expect(asked.map(({ endpoint }) => endpoint)).toContain(stopSettingsRollout),
    )
  })
})
