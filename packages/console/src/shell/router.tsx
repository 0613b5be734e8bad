import { lazy } from 'react'
import { createHashRouter, type RouteObject } from 'react-router'
import type { Screen } from '../kit/screen.ts'
import { loadChunk } from '../lib/chunk.ts'
import type { SessionCounter } from '../session/counter.ts'
import { AnewPage, ErrorPage, LogoutPage, OtherPage, RedirectPage } from './open-pages.tsx'
import { ScreenFrame } from './ScreenFrame.tsx'
import { Shell } from './Shell.tsx'

const routeOf = (screen: Screen): RouteObject => {
  const Page = lazy(() => loadChunk(screen.page))
  return {
    path: screen.path,
    handle: screen.path,
    element: (
      <ScreenFrame key={screen.path} screen={screen}>
        <Page />
      </ScreenFrame>
    ),
  }
}

/** Pages that need no session. */
const openRoutes: readonly RouteObject[] = [
  { path: '/logout', element: <LogoutPage /> },
  { path: '/error', element: <ErrorPage /> },
]

/** The console before anybody is signed in. */
export const createOpenRouter = () =>
  createHashRouter([...openRoutes, { path: '*', element: <AnewPage /> }])

/** The routes of the console (hash routes): one for each Screen record, and those of the shell. */
export const routesOf = (
  screens: readonly Screen[],
  counter: SessionCounter,
): readonly RouteObject[] => [
  ...openRoutes,
  { path: '/redirect', element: <RedirectPage /> },
  {
    element: <Shell counter={counter} />,
    children: [...screens.map(routeOf), { path: '*', element: <OtherPage /> }],
  },
]

export const createConsoleRouter = (screens: readonly Screen[], counter: SessionCounter) =>
  createHashRouter([...routesOf(screens, counter)])
