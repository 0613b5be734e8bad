import {
  changeFavoriteApplication,
  listOwnApplications,
} from '@signet/contract/access/self-applications'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { selfApplicationsFeature } from './self-applications.screens.ts'

const application = (at: number, name: string, favorite = false) => ({
  id: `018f0000-0000-7000-8000-0000000000${String(at).padStart(2, '0')}`,
  name,
  description: `${name} for everybody`,
  openUrl: `https://${name.toLowerCase()}.example/login`,
  favorite,
})
const few = [application(1, 'Expenses'), application(2, 'Wiki', true)]
const many = Array.from({ length: 9 }, (_, at) => application(at + 10, `App${at}`))

const show = (at = '/myprofile/applications') => showScreens(selfApplicationsFeature, at)
const listing = (rows: readonly ReturnType<typeof application>[]) =>
  answering(listOwnApplications, () => [...rows])

describe('my applications', () => {
  it('are tiles that open in a tab of their own, favourites first', {
    meta: { covers: ['purpose.end-users'] },
  }, async () => {
    serve(listing(few))
    await show()
    const favorites = await screen.findByRole('region', { name: 'Favourites' })
    expect(within(favorites).getByRole('link', { name: /^Wiki/ })).toBeDefined()
    const link = screen.getByRole('link', { name: /^Expenses/ })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      'https://expenses.example/login',
      '_blank',
    ])
    expect(link.getAttribute('rel')).toContain('noopener')
    await expectAccessible()
  })

  it('are marked and unmarked by the star', async () => {
    const asked = serve(
      listing(few),
      answering(changeFavoriteApplication, () => undefined),
    )
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Add Expenses to favourites' }))
    expect(
      await screen.findByRole('button', { name: 'Remove Expenses from favourites' }),
    ).toBeDefined()
    const change = asked.find(({ endpoint }) => endpoint === changeFavoriteApplication)
    expect(change?.body).toEqual({ applicationId: few[0]?.id, favorite: true })
  })

  it('keep their star when the service does not take the change, and say so', async () => {
    serve(
      listing(few),
      answering(changeFavoriteApplication, () => new Refusal('general_error')),
    )
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Add Expenses to favourites' }))
    expect(await screen.findByRole('alert')).toBeDefined()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Add Expenses to favourites' })).toBeDefined(),
    )
  })

  it('are searched where there are many, in the address', async () => {
    serve(listing(many))
    const { user, router } = await show()
    await user.type(await screen.findByRole('searchbox', { name: 'Find an application' }), 'app3')
    await waitFor(() => expect(router.state.location.search).toBe('?q=app3'))
    await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(1))
    await user.type(screen.getByRole('searchbox'), 'x')
    expect(await screen.findByText('No application fits')).toBeDefined()
  })

  it('say so where there are none, or they cannot be shown', async () => {
    serve(listing([]))
    await show()
    expect(await screen.findByText('Nothing to open yet')).toBeDefined()
  })
})
