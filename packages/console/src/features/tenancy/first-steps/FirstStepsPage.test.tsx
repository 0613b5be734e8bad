import { readOwnAuthenticators } from '@signet/contract/access/self-authenticators'
import { listOidcApplications } from '@signet/contract/applications/oidc-applications'
import { listUsers } from '@signet/contract/identity/user-lists'
import { readEmailState } from '@signet/contract/settings/email-state'
import { readSubscriber } from '@signet/contract/tenancy/subscribers'
import { onboardingFlags } from '@signet/rules/authenticators'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole, buildTheme } from '../../../../testing/facts.ts'
import { noQuestions } from '../../../../testing/kba.ts'
import { expectAccessible, renderRoutes } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { buildSelf } from '../../../../testing/self.ts'
import { onboarding } from '../../../lib/onboarding.ts'
import { clearAtLogout } from '../../../lib/slices.ts'
import { FirstStepsCard } from '../../../pickers/first-steps/FirstStepsCard.tsx'
import { firstStepsFeature } from './first-steps.screens.ts'

afterEach(() => onboarding.set({ flags: {}, isDismissed: false }))

const instant = '2026-01-05T08:00:00.000Z'

const person = (userId: string) => ({
  ...buildSelf({ id: crypto.randomUUID(), userId }),
  roles: [],
})

const paging = { limit: 2, total: 1, estimated: false, nextCursor: null, prevCursor: null }
const token = {
  id: crypto.randomUUID(),
  type: 'GOOGLE_AUTHENTICATOR' as const,
  serialNumber: '1',
  algorithmType: 'OATH_TOTP' as const,
  userId: crypto.randomUUID(),
  label: null,
  groups: [],
  state: 'ACTIVE' as const,
  createDate: instant,
  lastUsedDate: null,
  lockoutExpiry: null,
}
const password = {
  present: true,
  compromised: false,
  forceUpdate: false,
  expiryTime: null,
  status: 'ACTIVE' as const,
  changedAt: null,
  lockoutExpiry: null,
}

interface There {
  readonly logo?: string
  readonly people?: number
  readonly hasApp?: boolean
  /** A test email arrived. */
  readonly hasMail?: boolean
}

const serveTenant = ({ logo, people = 1, hasApp = false, hasMail = false }: There = {}) =>
  serve(
    answering(readEmailState, () => ({
      source: 'OPERATOR' as const,
      test: hasMail ? { sentAt: instant, taken: true, arrivedAt: instant } : null,
      failedLastDay: 0,
    })),
    answering(readSubscriber, () => buildTheme({ colours: {}, logo: logo ?? null })),
    answering(readOwnAuthenticators, () => ({
      password,
      tokens: hasApp ? [token] : [],
      fidoTokens: [],
      recoveryCodes: { remaining: 0, createDate: null },
      kba: noQuestions,
    })),
    answering(listUsers, () => ({
      results: Array.from({ length: people }, (_, at) => person(`user-${at}`)),
      paging,
    })),
    answering(listOidcApplications, () => []),
  )

const steps = async (): Promise<readonly string[]> => {
  const region = await screen.findByRole('region', { name: 'Steps' })
  const items = await within(region).findAllByRole('listitem')
  return items.map(({ textContent }) => textContent)
}

describe('the first steps', () => {
  it('knows what is done, and leads to the rest', {
    meta: { covers: ['shell.onboarding-wizard'] },
  }, async () => {
    serveTenant({ logo: 'data:image/png;base64,AAAA', hasApp: true })
    await showScreens(firstStepsFeature, '/firststeps')
    const found = await steps()
    expect(found.map((one) => one.includes('Done'))).toEqual([false, true, true, false, false])
    const links = screen.getAllByRole('link', { name: 'Set up' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/settings/email',
      '/user/add',
      '/applications/add',
    ])
    await expectAccessible()
  })

  it('begins with email, which is done once a test email arrived', async () => {
    serveTenant({ hasMail: true })
    await showScreens(firstStepsFeature, '/firststeps')
    const [first] = await steps()
    expect(first).toContain('Set up email')
    expect(first).toContain('Done')
  })

  it('keeps what will be used, all eight flags of it, across sign-out', {
    meta: { covers: ['session.persisted', 'shell.onboarding-wizard'] },
  }, async () => {
    onboarding.set({
      flags: Object.fromEntries(onboardingFlags.map((flag) => [flag, false])),
      isDismissed: false,
    })
    serveTenant()
    const { user } = await showScreens(firstStepsFeature, '/firststeps')
    await user.click(await screen.findByRole('checkbox', { name: 'Passkeys' }))
    expect((await steps()).some((one) => one.includes('Add a passkey of your own'))).toBe(true)
    clearAtLogout()
    const kept: unknown = JSON.parse(localStorage.getItem('signet.onboarding') ?? 'null')
    expect(kept).toMatchObject({ flags: { fido: true, vpn: false, grid: false } })
    expect(Object.keys(onboarding.get().flags)).toEqual([...onboardingFlags])
  })

  it('has only what somebody may do', async () => {
    serveTenant()
    const permissions = ['SETTINGS', 'USERS'].map((entityType) => ({
      entityType: entityType === 'USERS' ? ('USERS' as const) : ('SETTINGS' as const),
      view: true,
      add: true,
      edit: true,
      remove: true,
    }))
    const session = buildConsoleSession({ roles: [buildRole({ permissions })] })
    await showScreens(firstStepsFeature, '/firststeps', { session })
    expect((await steps()).map((one) => one.slice(0, 10))).toEqual([
      'Set up ema',
      'Protect yo',
      'Invite use',
    ])
  })
})

describe('the card on the dashboard', () => {
  const show = (session = buildConsoleSession()) =>
    renderRoutes([{ path: '/', element: <FirstStepsCard /> }], { session })

  it('tells how far it is, and does not come back once it was put away', async () => {
    serveTenant({ people: 2 })
    const { user, unmount } = show()
    expect(await screen.findByText('1 of 5 first steps done')).toBeDefined()
    await expectAccessible()
    await user.click(screen.getByRole('button', { name: 'Not now' }))
    expect(screen.queryByRole('region')).toBeNull()
    unmount()
    clearAtLogout()
    const asked = serveTenant({ people: 2 })
    show()
    expect(screen.queryByRole('region')).toBeNull()
    expect(asked).toEqual([])
  })

  it('is not shown to who cannot take the steps, nor asks for anything', () => {
    const asked = serveTenant()
    show(buildConsoleSession({ roles: [buildRole({ roleType: 'USER', permissions: [] })] }))
    expect(screen.queryByRole('region')).toBeNull()
    expect(asked).toEqual([])
  })
})
