import {
  readSubscriber,
  resetSubscriberTheme,
  updateSubscriber,
} from '@signet/contract/tenancy/subscribers'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible, renderRoutes } from '../../../../testing/render.tsx'
import { messages } from '../../../lib/messages.ts'
import { preferences } from '../../../lib/preferences.ts'
import { parseColour } from '../../../ui/theme/colour.ts'
import { schemes, shownContrast, signInLook } from './looks.ts'
import ThemePage from './ThemePage.tsx'

const kept = buildTheme({ colours: { primary1: '#ffd600' }, motd: { en: 'Closed on Friday' } })

const show = (update: () => typeof kept | Refusal = () => kept) => {
  const asked = serve(
    answering(readSubscriber, () => kept),
    answering(updateSubscriber, update),
    answering(resetSubscriberTheme, () => buildTheme({ colours: {} })),
  )
  const view = renderRoutes([{ path: '/theme', element: <ThemePage /> }], { at: '/theme' })
  return { ...view, asked }
}

const colour = () => screen.findByRole('textbox', { name: 'Main colour' })

describe('the page of the theme', () => {
  it('says what becomes of a colour, and saves over the version that was read', {
    meta: { covers: ['purpose.tenant-admins'] },
  }, async () => {
    const { user, asked } = show()
    const field = await colour()
    screen.getByText(/^Main colour, light: shown as #\w{6}\. Contrast/)
    screen.getByText(/^Main colour, dark: #ffd600, as it is\. Contrast/)
    await expectAccessible()
    await user.clear(field)
    await user.type(field, '#123a80')
    await screen.findByText(/^Main colour, light: #123a80, as it is/)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(messages.get().map(({ text }) => text)).toContain('Saved'))
    const save = asked.find(({ endpoint }) => endpoint === updateSubscriber)
    expect(save?.ifMatch).toBe('"1"')
    expect(save?.body).toEqual({
      logo: null,
      colours: { primary1: '#123a80' },
      motd: { en: 'Closed on Friday' },
      defaultLocale: 'en',
    })
    expect(preferences.get().colours).toEqual(kept.colours)
  })

  it('keeps a message for each language', async () => {
    const { user, asked } = show()
    await colour()
    await user.clear(screen.getByRole('textbox', { name: 'Message of the day' }))
    await user.type(screen.getByRole('textbox', { name: 'Message of the day' }), 'Open')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const saved = () => asked.find(({ endpoint }) => endpoint === updateSubscriber)?.body
    await waitFor(() => expect(saved()).toMatchObject({ motd: { en: 'Open' } }))
    await waitFor(() => expect(asked.at(-1)?.endpoint).toBe(readSubscriber))
  })

  it('shows in an empty field the colour that is in use', async () => {
    const { user } = show()
    const main = await colour()
    const hintOf = (name: string) =>
      screen.getByRole('textbox', { name }).getAttribute('placeholder')
    expect(hintOf('Accent colour')).toBe('#ffd600')
    expect(screen.getByLabelText('Pick: Accent colour')).toHaveProperty('value', '#ffd600')
    expect(hintOf('Second main colour')).toBeNull()
    expect(screen.getByLabelText('Pick: Second main colour')).toHaveProperty('value', '#ffffff')
    await user.clear(main)
    expect(hintOf('Main colour')).toBe('#1f7a4d')
    expect(hintOf('Accent colour')).toBe('#1f7a4d')
  })

  it('refuses a file that is no picture, and says so at the field', async () => {
    const { user, asked } = show()
    await colour()
    const input = screen.getByLabelText('Logo', { selector: 'input' })
    await user.upload(input, new File(['x'], 'logo.png', { type: 'text/html' }))
    await screen.findByText('Logo: Choose a PNG or JPEG file.')
    const large = new File([new Uint8Array(300_000)], 'logo.png', { type: 'image/png' })
    await user.upload(input, large)
    await screen.findByText(/This picture is too large/)
    expect(asked.filter(({ endpoint }) => endpoint.method === 'PUT')).toEqual([])
  })

  it('asks what to keep when somebody else has changed it meanwhile', async () => {
    const { user } = show(() => new Refusal('precondition_failed'))
    await user.type(await colour(), '0')
    await user.clear(await colour())
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const [alert] = await screen.findAllByRole('alert')
    expect(alert?.textContent).toMatch(/changed/i)
  })

  it('says that logo and colors are the provider’s, and keeps them out of what is saved', async () => {
    const inherited = buildTheme({ colours: { primary1: '#123a80' }, themeSource: 'PROVIDER' })
    const asked = serve(
      answering(readSubscriber, () => inherited),
      answering(updateSubscriber, () => inherited),
    )
    const { user } = renderRoutes([{ path: '/theme', element: <ThemePage /> }], { at: '/theme' })
    const field = await colour()
    expect(field).toHaveProperty('value', '')
    expect(field.getAttribute('placeholder')).toBe('#123a80')
    screen.getByText(/come from your service provider/)
    await user.type(screen.getByRole('textbox', { name: 'Message of the day' }), 'Open')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const saved = () => asked.find(({ endpoint }) => endpoint === updateSubscriber)?.body
    await waitFor(() =>
      expect(saved()).toEqual({
        logo: null,
        colours: {},
        motd: { en: 'Open' },
        defaultLocale: 'en',
      }),
    )
    await user.type(await colour(), '#654321')
    expect(screen.getByRole('textbox', { name: 'Accent colour' }).getAttribute('placeholder')).toBe(
      '#654321',
    )
  })

  it('is put back only once the name of the company is typed', async () => {
    const { user, asked } = show()
    await colour()
    await user.click(screen.getByRole('button', { name: 'Reset the theme' }))
    const dialog = within(screen.getByRole('alertdialog'))
    await user.type(dialog.getByRole('textbox'), 'Acme')
    await user.click(dialog.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const reset = asked.find(({ endpoint }) => endpoint === resetSubscriberTheme)
    expect(reset?.ifMatch).toBe('"1"')
  })
})

it.each(['#ffd600', '#101010', '#f8f8f8', 'nothing'])(
  'the preview of the sign-in pages shows %s as it reads there',
  (wished) => {
    for (const scheme of schemes) {
      const look = signInLook(scheme, wished)
      expect(shownContrast(look)).toBeGreaterThanOrEqual(4.6)
      expect(parseColour(look.main)).not.toBeNull()
    }
  },
)
