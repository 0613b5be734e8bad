import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { type ReactNode, Suspense } from 'react'
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from 'react-router'
import { expect } from 'vitest'
import { LeavingQuestion } from '../src/kit/unsaved.tsx'
import { Labels } from '../src/labels.tsx'
import { schemeStore } from '../src/scheme-store.ts'
import { type ConsoleSession, SessionProvider } from '../src/session/session-context.tsx'
import { AppTheme, createStyles } from '../src/ui/theme/AppTheme.tsx'
import { buildConsoleSession } from './facts.ts'

/** Writes no style: jsdom would parse each, and read all for every role that is looked up. */
const styles = createStyles(undefined)
Object.getPrototypeOf(styles.sheet).insert = () => undefined

const frame = (
  <>
    <Outlet />
    <LeavingQuestion />
  </>
)

interface RenderOptions {
  readonly at?: string
  readonly session?: ConsoleSession
  /** Puts something between the session and the router. */
  readonly wrap?: (children: ReactNode) => ReactNode
}

/** Shows routes as the console does: with theme, words, query cache, session and router. */
export const renderRoutes = (
  routes: RouteObject[],
  { at = '/', session = buildConsoleSession(), wrap = (children) => children }: RenderOptions = {},
) => {
  const router = createMemoryRouter([{ element: frame, children: routes }], {
    initialEntries: [at],
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const view = render(
    <AppTheme density="compact" schemes={schemeStore} styles={styles}>
      <QueryClientProvider client={client}>
        <Suspense>
          <Labels>
            <SessionProvider session={session}>
              {wrap(<RouterProvider router={router} />)}
            </SessionProvider>
          </Labels>
        </Suspense>
      </QueryClientProvider>
    </AppTheme>,
  )
  return { ...view, router, user: userEvent.setup() }
}

/** axe finds nothing; contrast needs a layout and is looked at in a browser. */
export const expectAccessible = async (root: Element = document.body): Promise<void> => {
  const { violations } = await axe.run(root, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`),
  ).toEqual([])
}
