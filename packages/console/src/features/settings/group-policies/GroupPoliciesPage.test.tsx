import { listGroupsPaged } from '@signet/contract/identity/groups'
import {
  changeGroupPolicyState,
  createGroupPolicy,
  deleteGroupPolicy,
  listGroupPolicies,
  orderGroupPolicies,
  readGroupPolicy,
  updateGroupPolicy,
} from '@signet/contract/settings/grouppolicy'
import { PolicySettings } from '@signet/contract/settings/policy-parts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Asked, answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { GroupPolicy } from '../../../pickers/policies/policies.queries.ts'
import { partNames, settingsOf } from '../../../pickers/policies/policy-form.ts'
import { groupPoliciesFeature } from './group-policies.screens.ts'

const id = '018f0000-0000-7000-8000-0000000000a1'
const other = id.replace('a1', 'a2')
const group = { id: id.replace('a1', 'b1'), name: 'Finance' }
const facts = {
  description: null,
  externalId: null,
  type: 'MGMT_UI' as const,
  createdAt: '2026-11-22T10:00:00.000Z',
  updatedAt: '2026-11-22T10:00:00.000Z',
  version: 1,
  memberCount: 0,
  memberCountEstimated: false,
}
const policy = (change: Partial<GroupPolicy> = {}): GroupPolicy => ({
  id,
  name: 'Strict',
  priority: 1,
  state: 'ACTIVE',
  groups: [group],
  groupIds: [group.id],
  settings: { password: { minimumLength: 14 } },
  updatedAt: '2026-11-22T10:00:00.000Z',
  version: 3,
  ...change,
})
const second = policy({ id: other, name: 'Loose', priority: 2, state: 'INACTIVE', settings: {} })

const show = (at: string, session = buildConsoleSession()) =>
  showScreens(groupPoliciesFeature, at, { session })
const bodies = (asked: readonly Asked[], endpoint: Asked['endpoint']) =>
  asked.filter((each) => each.endpoint === endpoint).map(({ body }) => body)

describe('the group policies', () => {
  it('stand in the order in which they are asked, with what each sets and for whom', {
    meta: { covers: ['screen:settings/grouppolicies'] },
  }, async () => {
    serve(answering(listGroupPolicies, () => [second, policy()]))
    const { container } = await show('/settings/grouppolicies')
    const names = await screen.findAllByRole('link', { name: /^(Strict|Loose)$/ })
    expect(names.map(({ textContent }) => textContent)).toEqual(['Strict', 'Loose'])
    expect(names[0]?.getAttribute('href')).toContain(`/settings/grouppolicies/${id}`)
    expect(screen.getByText('Passwords')).toBeDefined()
    expect(screen.getAllByText('Finance')).toHaveLength(2)
    expect(screen.getByText('In force')).toBeDefined()
    expect(screen.getByText('Off')).toBeDefined()
    await expectAccessible(container)
  })

  it('are put in another order, switched and deleted', async () => {
    const asked = serve(
      answering(listGroupPolicies, () => [policy(), second]),
      answering(orderGroupPolicies, () => [second, policy()]),
      answering(changeGroupPolicyState, () => policy({ state: 'INACTIVE' })),
      answering(deleteGroupPolicy, () => undefined),
    )
    const { user } = await show('/settings/grouppolicies')
    const choose = async (action: string) => {
      await user.click(await screen.findByRole('button', { name: 'Actions for Strict' }))
      await user.click(await screen.findByRole('menuitem', { name: action }))
    }
    await choose('Ask later')
    await waitFor(() => expect(bodies(asked, orderGroupPolicies)).toEqual([{ ids: [other, id] }]))
    await choose('Switch off')
    await waitFor(() =>
      expect(bodies(asked, changeGroupPolicyState)).toEqual([{ state: 'INACTIVE' }]),
    )
    await choose('Delete policy')
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete policy' }))
    await waitFor(() => expect(bodies(asked, deleteGroupPolicy)).toHaveLength(1))
  })

  it('are shown alone to who may not change them', async () => {
    const permissions = [
      { entityType: 'SETTINGS' as const, view: true, add: false, edit: false, remove: false },
    ]
    const session = buildConsoleSession({ roles: [buildRole({ permissions })] })
    serve(
      answering(listGroupPolicies, () => [policy()]),
      answering(readGroupPolicy, () => policy()),
    )
    await show('/settings/grouppolicies', session)
    await screen.findByRole('link', { name: 'Strict' })
    expect(screen.queryByRole('button', { name: 'Actions for Strict' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Add group policy' })).toBeNull()
  })
})

describe('a group policy', () => {
  it('is added with the settings that differ, and no others', {
    meta: { covers: ['screen:settings/grouppolicies/add'] },
  }, async () => {
    const asked = serve(
      answering(listGroupsPaged, () => ({
        results: [{ ...group, ...facts }],
        paging: { limit: 20, total: 1, estimated: false, nextCursor: null, prevCursor: null },
      })),
      answering(createGroupPolicy, () => policy()),
      answering(listGroupPolicies, () => [policy()]),
    )
    const { user, container } = await show('/settings/grouppolicies/add')
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Careful')
    await user.click(screen.getByRole('combobox', { name: /^Groups/ }))
    await user.click(await screen.findByRole('option', { name: 'Finance' }))
    const part = screen.getByRole('combobox', { name: 'Add settings of' })
    await user.selectOptions(part, 'Passwords')
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'Add a setting: Passwords' }),
      'Fewest characters',
    )
    const length = screen.getByRole('spinbutton', { name: 'Fewest characters' })
    expect(length).toHaveProperty('value', '10')
    await user.clear(length)
    await user.type(length, '16')
    await user.selectOptions(part, 'Magic links')
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'Add a setting: Magic links' }),
      'Sign in by a link in an email',
    )
    await user.click(screen.getByRole('checkbox', { name: 'Sign in by a link in an email' }))
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bodies(asked, createGroupPolicy)).toHaveLength(1))
    expect(bodies(asked, createGroupPolicy)[0]).toEqual({
      name: 'Careful',
      groupIds: [group.id],
      state: 'ACTIVE',
      settings: { password: { minimumLength: 16 }, magiclink: { enabled: true } },
    })
  })

  it('gives a setting back to what everybody has, and says what does not hold', {
    meta: { covers: ['screen:settings/grouppolicies/{id}'] },
  }, async () => {
    const asked = serve(
      answering(readGroupPolicy, () =>
        policy({
          settings: {
            password: { minimumLength: 14, minimumAgeMillis: 3_600_000 },
            lockout: { authenticators: { TOKEN: { attempts: 2, lockMillis: 900_000 } } },
          },
        }),
      ),
      answering(updateGroupPolicy, () => new Refusal('guess_budget_exceeded')),
    )
    const { user } = await show(`/settings/grouppolicies/${id}`)
    const give = 'As for everybody: Fewest characters'
    await user.click(await screen.findByRole('button', { name: give }))
    expect(screen.queryByRole('spinbutton', { name: 'Fewest characters' })).toBeNull()
    const age = screen.getByRole('spinbutton', { name: 'May be changed again after' })
    await user.clear(age)
    await user.type(age, '9999')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findAllByText(/30 days/)).length).toBeGreaterThan(0)
    await user.clear(age)
    await user.type(age, '2')
    const token = within(screen.getByRole('group', { name: /Code from your authenticator app/ }))
    const attempts = token.getByRole('spinbutton', { name: 'Wrong answers until a lock' })
    await user.clear(attempts)
    await user.type(attempts, '10')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/an attacker would guess right too often/)).toBeDefined()
    expect(bodies(asked, updateGroupPolicy)).toEqual([
      {
        name: 'Strict',
        groupIds: [group.id],
        state: 'ACTIVE',
        settings: {
          password: { minimumAgeMillis: 7_200_000 },
          lockout: { authenticators: { TOKEN: { attempts: 10, lockMillis: 900_000 } } },
        },
      },
    ])
  })

  it('offers every setting that the service takes', () => {
    expect(partNames.toSorted()).toEqual(Object.keys(PolicySettings.shape).toSorted())
    for (const part of partNames) expect(settingsOf(part).size).toBeGreaterThan(0)
  })
})
