import { explainUserRights } from '@signet/contract/identity/roles'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { renderRoutes } from '../../../../testing/render.tsx'
import { changeLocale } from '../../../lib/i18n.ts'
import { RightsTab } from './RightsTab.tsx'

const user = { id: '018f0000-0000-7000-8000-000000000042' }
const role = { superAdministrator: false, groupManagement: 'ALL' as const, groupIds: [] }
const desk = {
  ...role,
  id: '018f0000-0000-7000-8000-000000000078',
  name: 'Help Desk',
  builtIn: 'HELP_DESK' as const,
}
const own = {
  ...role,
  id: '018f0000-0000-7000-8000-000000000079',
  name: 'Night desk',
  builtIn: null,
}

describe('the rights of a user', () => {
  it('name the built-in roles they come from in the language of whoever reads', async () => {
    serve(
      answering(explainUserRights, () => ({
        ...role,
        roles: [desk, own],
        permissions: [
          { entityType: 'USERS' as const, action: 'VIEW' as const, roleIds: [desk.id, own.id] },
        ],
      })),
    )
    await changeLocale('ja')
    renderRoutes([{ path: '/', element: <RightsTab user={user} /> }])
    const link = await screen.findByRole('link', { name: 'ヘルプデスク' })
    expect(link.getAttribute('href')).toContain(`/role/${desk.id}`)
    expect(screen.getByRole('link', { name: 'Night desk' })).toBeDefined()
    expect(screen.queryByText('Help Desk')).toBeNull()
    await changeLocale('en')
  })
})
