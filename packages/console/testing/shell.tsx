import People from '@mui/icons-material/PeopleOutlined'
import type { Feature, Screen } from '../src/kit/screen.ts'
import { createStore } from '../src/lib/store.ts'
import type { SessionCounter } from '../src/session/counter.ts'
import { routesOf } from '../src/shell/router.tsx'
import { ScreensProvider } from '../src/shell/screens-context.tsx'
import { termsAcknowledged } from '../src/shell/terms-due.ts'
import { buildConsoleSession } from './facts.ts'
import { renderRoutes } from './render.tsx'

const page = (name: string) => async () => ({ default: () => <h1>{name} page</h1> })
const menu = { icon: People } as const

/** A page whose code comes when a test says so. */
export const slowPage = { come: (): void => undefined }
const loadSlowly: Screen['page'] = () =>
  new Promise((resolve) => {
    slowPage.come = () => resolve({ default: () => <h1>Slow page</h1> })
  })

/** A few pages of their own, one of each kind that the frame treats differently. */
const features: readonly Feature[] = [
  {
    entrance: page('Entrance'),
    screens: [
      {
        path: '/users',
        title: 'common:pages.users',
        help: 'users',
        needs: ['USERS', 'VIEW'],
        menu: { ...menu, group: 'users', letter: 'u' },
        page: page('Users'),
      },
      {
        path: '/user/add',
        title: 'common:pages.addUser',
        parent: '/users',
        help: 'users',
        needs: ['USERS', 'ADD'],
        page: page('Add user'),
      },
      {
        path: '/dashboard',
        title: 'common:pages.dashboard',
        help: 'dashboard',
        needs: ['REPORTS', 'VIEW'],
        conditions: ['issuanceAccount'],
        menu: { ...menu, group: 'overview' },
        page: page('Dashboard'),
      },
      {
        path: '/myprofile/profile',
        title: 'common:pages.profile',
        help: 'profile',
        menu: { ...menu, group: 'self' },
        page: page('Profile'),
      },
      { path: '/slow', title: 'common:pages.error', help: 'start', page: loadSlowly },
      {
        path: '/applications',
        title: 'common:pages.applications',
        help: 'applications',
        needs: ['APPLICATIONS', 'VIEW'],
        conditions: ['notMobile'],
        menu: { ...menu, group: 'applications' },
        page: page('Applications'),
      },
      {
        path: '/broken',
        title: 'common:pages.error',
        help: 'start',
        page: async () => ({
          default: () => {
            throw new Error('the screen broke')
          },
        }),
      },
    ],
    palette: [
      {
        heading: 'common:pages.users',
        needs: ['USERS', 'VIEW'],
        find: async (typed) => [{ id: 'user-1', label: `Found ${typed}`, to: '/users?q=1' }],
      },
    ],
  },
]

const quiet = { isPrompting: false, remainingSeconds: 60, isExpired: false }

/** What the clockwork of the session says; a test may say otherwise. */
export const counterState = createStore(quiet)
/** How often the session was asked to go on. */
export const continued = { times: 0 }

export const resetShell = (): void => {
  counterState.set(quiet)
  continued.times = 0
  termsAcknowledged.set(false)
}

/** A clockwork that does not tick. */
export const stillCounter: SessionCounter = {
  state: counterState,
  continueSession: async () => {
    continued.times += 1
    counterState.set({ ...counterState.get(), isPrompting: false })
  },
  stop: () => undefined,
}

/** The frame of the console at an address. */
export const showShell = (at = '/users', session = buildConsoleSession()) => {
  return renderRoutes([...routesOf(features, stillCounter)], {
    at,
    session,
    wrap: (children) => <ScreensProvider features={features}>{children}</ScreensProvider>,
  })
}
