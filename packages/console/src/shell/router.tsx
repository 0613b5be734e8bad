import { portalStart } from '@signet/rules/landing'
import { lazy } from 'react'
import { createHashRouter, type RouteObject } from 'react-router'
import type { Feature, Screen } from '../kit/screen.ts'
import { loadChunk } from '../lib/chunk.ts'
import type { SessionCounter } from '../session/counter.ts'
import { LogoutPage } from './LogoutPage.tsx'
import { AnewPage, DueFirst, ErrorPage, OtherPage, RedirectPage } from './open-pages.tsx'
import { PortalStart } from './PortalStart.tsx'
import { ScreenFrame } from './ScreenFrame.tsx'
import { Shell } from './Shell.tsx'

const pagesOf = (screen: Screen): readonly RouteObject[] => {
  const Page = lazy(() => loadChunk(screen.page))
  const element = (
    <ScreenFrame key={screen.path} screen={screen}>
      <Page />
    </ScreenFrame>
  )
  return [screen.path, ...(screen.aliases ?? [])].map((path) => ({
    path,
    handle: screen.path,
    element,
  }))
}

/** Only administrators of a provider see it. */
const SupportEntryPage = lazy(() => loadChunk(() => import('./SupportEntryPage.tsx')))

/** Pages that need no session. */
const openRoutes: readonly RouteObject[] = [
  { path: '/logout', element: <LogoutPage /> },
  { path: '/error', element: <ErrorPage /> },
  { path: '/supportentry', element: <SupportEntryPage /> },
]

/** The console before anybody is signed in. */
export const createOpenRouter = () =>
  createHashRouter([...openRoutes, { path: '*', element: <AnewPage /> }])

const entranceOf = (features: readonly Feature[]): readonly RouteObject[] =>
  features.flatMap(({ entrance }) => {
    if (entrance === undefined) return []
    const Page = lazy(() => loadChunk(entrance))
    return [{ path: '/', element: <Page /> }]
  })

/** `/myprofile`: the tab that the user portal starts with, at the address of the portal. */
const startOf = (pages: readonly RouteObject[]): RouteObject => ({
  path: portalStart,
  handle: portalStart,
  element: <PortalStart pages={pages} />,
})

/** The routes of the console (hash routes): those of each Screen record, and those of the shell. */
export const routesOf = (
  features: readonly Feature[],
  counter: SessionCounter,
): readonly RouteObject[] => {
  const pages = features.flatMap(({ screens }) => screens.flatMap(pagesOf))
  return [
    ...openRoutes,
    { path: '/redirect', element: <RedirectPage /> },
    ...entranceOf(features),
    {
      element: (
        <DueFirst>
          <Shell counter={counter} />
        </DueFirst>
      ),
      children: [startOf(pages), ...pages, { path: '*', element: <OtherPage /> }],
    },
  ]
}

export const createConsoleRouter = (features: readonly Feature[], counter: SessionCounter) =>
  createHashRouter([...routesOf(features, counter)])
