import { readGroupPolicy, updateGroupPolicy } from '@signet/contract/settings/grouppolicy'
import { kbaFamily, readKbaSettings } from '@signet/contract/settings/kba'
import { policyParts } from '@signet/contract/settings/policy-parts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../testing/answers.ts'
import { expectAccessible, renderRoutes } from '../../../testing/render.tsx'
import { PolicySubjectPage } from './PolicySubjectPage.tsx'
import type { GroupPolicy } from './policies.queries.ts'
import { policySubjects } from './policy-subjects.ts'

const id = '018f0000-0000-7000-8000-0000000000a1'
const group = { id: '018f0000-0000-7000-8000-0000000000b1', name: 'Finance' }

const policy = (settings: GroupPolicy['settings']): GroupPolicy => ({
  id,
  name: 'Strict',
  priority: 1,
  state: 'ACTIVE',
  groups: [group],
  groupIds: [group.id],
  settings,
  updatedAt: '2026-11-22T10:00:00.000Z',
  version: 3,
})

const show = (settings: GroupPolicy['settings']) => {
  const asked = serve(
    answering(readGroupPolicy, () => policy(settings)),
    answering(readKbaSettings, () => ({ ...kbaFamily.defaults, questionsAsked: 4 })),
    answering(updateGroupPolicy, () => policy(settings)),
  )
  const view = renderRoutes([{ path: '/', element: <PolicySubjectPage subject="kba" id={id} /> }])
  const saved = async () => {
    await view.user.click(screen.getByRole('button', { name: 'Save' }))
    const ofUpdate = () => asked.filter(({ endpoint }) => endpoint === updateGroupPolicy)
    await waitFor(() => expect(ofUpdate()).toHaveLength(1))
    return Object(ofUpdate()[0]?.body).settings
  }
  return { ...view, saved }
}

const other = { password: { minimumLength: 14 } }

describe('the own values of a policy among the settings of a page', () => {
  it('begin with what everybody has, and leave the rest of the policy as it is', {
    meta: {
      covers: [
        'screen:settings/authenticators/{id}',
        'screen:settings/external/{id}',
        'screen:settings/kba/{id}',
        'screen:settings/registration/{id}',
        'screen:settings/softtokensdk/{id}',
        'screen:settings/userportal/{id}',
      ],
    },
  }, async () => {
    const { container, user, saved } = show(other)
    expect(await screen.findByText('As for everybody: 4')).toBeDefined()
    expect(screen.getByText(/For the people of Finance/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Own value: Questions asked at a time' }))
    const asked = screen.getByRole('spinbutton', { name: 'Questions asked at a time' })
    expect(asked).toHaveProperty('value', '4')
    await expectAccessible(container)
    await user.clear(asked)
    await user.type(asked, '5')
    expect(await saved()).toEqual({ ...other, kba: { questionsAsked: 5 } })
  })

  it('are given back; a part without any is left to the next policy', async () => {
    const { user, saved } = show({ ...other, kba: { questionsAsked: 5 } })
    const back = 'As for everybody: Questions asked at a time'
    await user.click(await screen.findByRole('button', { name: back }))
    expect(screen.getByText('As for everybody: 4')).toBeDefined()
    expect(await saved()).toEqual(other)
  })

  it('stand on one of the pages, but for the roles that only a policy knows', () => {
    const shown = new Set(Object.values(policySubjects).flatMap(({ parts }) => [...parts]))
    const hidden = Object.keys(policyParts).filter(
      (part) => ![...shown].some((one) => one === part),
    )
    expect(hidden).toEqual(['administratorrole'])
  })
})
