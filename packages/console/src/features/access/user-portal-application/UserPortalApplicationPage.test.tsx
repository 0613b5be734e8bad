import {
  readUserPortalApplication,
  updateUserPortalApplication,
} from '@signet/contract/access/user-portal-application'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { userPortalApplicationFeature } from './user-portal-application.screens.ts'

const ruleId = '018f0000-0000-7000-8000-000000000001'
const portal = (more: object = {}) => ({
  id: 'USER_PORTAL' as const,
  applicationType: 'USER_PORTAL' as const,
  name: null,
  description: '',
  enabled: true,
  url: 'https://acme.example/',
  resourceRules: [{ id: ruleId, name: 'Everybody', enabled: false }],
  ...more,
})
const read = answering(readUserPortalApplication, () => portal())
const show = (session = buildConsoleSession()) =>
  showScreens(userPortalApplicationFeature, '/applications/portal/USER_PORTAL/USER_PORTAL', {
    session,
  })

describe('the user portal as an application', () => {
  it('shows where it is and by which rules it is judged', async () => {
    serve(read)
    const { container } = await show()
    expect(await screen.findByRole('heading', { name: /User portal/ })).toBeDefined()
    expect(screen.getByText('https://acme.example/')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Everybody' }).getAttribute('href')).toContain(ruleId)
    expect(screen.getByText('Switched off')).toBeDefined()
    await expectAccessible(container)
  })

  it('is named, and switched off', {
    meta: { covers: ['screen:applications/{applicationType}/{templateId}/{id}/{tab}'] },
  }, async () => {
    const asked = serve(
      read,
      answering(updateUserPortalApplication, () => portal({ name: 'Desk', enabled: false })),
    )
    const { user } = await show()
    await user.type(await screen.findByLabelText(/^Name/), 'Desk')
    await user.click(screen.getByLabelText(/^People may use it/))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const found = () => asked.find(({ endpoint }) => endpoint === updateUserPortalApplication)
    await waitFor(() => expect(found()).toBeDefined())
    const put = found()
    expect(put?.body).toEqual({ name: 'Desk', description: '', enabled: false })
  })

  it('is read alone by whoever may not change applications, without rules they may not see', async () => {
    serve(answering(readUserPortalApplication, () => portal({ resourceRules: [] })))
    const permissions = [
      { entityType: 'APPLICATIONS' as const, view: true, add: false, edit: false, remove: false },
    ]
    await show(buildConsoleSession({ roles: [buildRole({ permissions })] }))
    expect(await screen.findByLabelText(/^Name/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(screen.queryByText('Resource rules')).toBeNull()
  })
})
