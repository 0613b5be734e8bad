import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildConsoleSession, buildRole, buildSettings } from '../../testing/facts.ts'
import { showShell } from '../../testing/shell.tsx'

const openMenu = async (
  ...where: Parameters<typeof showShell>
): Promise<readonly HTMLElement[]> => {
  const { user } = showShell(...where)
  await user.click(await screen.findByRole('button', { name: 'Ada Lovelace' }))
  return screen.findAllByRole('menuitem')
}
const textsOf = (items: readonly HTMLElement[]) => items.map(({ textContent }) => textContent)
const addressOf = (name: string) => screen.getByRole<HTMLAnchorElement>('menuitem', { name }).href

describe('the menu under the name of the user', () => {
  it('has profile, help, papers, developer documentation and sign-out', {
    meta: { covers: ['help.links', 'shell.top-bar'] },
  }, async () => {
    expect(textsOf(await openMenu())).toEqual([
      'My profile',
      'Comfortable rows',
      'Help for this page',
      'Administration guide',
      'Integration guides',
      'Release notes',
      'White papers',
      'Developer documentation',
      'Sign out',
    ])
    const at = (path: string) => `https://acme.example.test${path}`
    expect(addressOf('Administration guide')).toBe(at('/documentation/help/en/admin'))
    expect(addressOf('White papers')).toBe(at('/documentation/help/en/white-papers'))
    expect(addressOf('Developer documentation')).toBe(
      at('/help/developer/apis/administration/openapi/'),
    )
  })

  it('leads to the help about the page that is shown, else to the start of the guide', {
    meta: { covers: ['help.links'] },
  }, async () => {
    await openMenu('/user/add')
    expect(addressOf('Help for this page')).toMatch(/\/documentation\/help\/en\/users$/)
  })

  it('leads to the start of the guide where there is no page', async () => {
    await openMenu('/nowhere')
    expect(addressOf('Help for this page')).toMatch(/\/documentation\/help\/en\/start$/)
  })

  it('has the tenant’s own guide for users, and none of administration for them', {
    meta: { covers: ['help.user-guide-url'] },
  }, async () => {
    const settings = buildSettings({ userGuideUrl: 'https://help.example.test/guide' })
    const roles = [buildRole({ roleType: 'USER', permissions: [] })]
    const items = await openMenu('/myprofile/profile', buildConsoleSession({ settings, roles }))
    expect(addressOf('User guide')).toBe('https://help.example.test/guide')
    expect(textsOf(items)).not.toContain('Administration guide')
  })
})
