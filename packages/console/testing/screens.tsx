import { act } from '@testing-library/react'
import type { Feature } from '../src/kit/screen.ts'
import type { ConsoleSession } from '../src/session/session-context.tsx'
import { renderRoutes } from './render.tsx'

interface ShowOptions {
  readonly session?: ConsoleSession
}

/** The screens of a feature at an address, as the router would show them; its texts are loaded. */
export const showScreens = async (
  { screens }: Feature,
  at: string,
  { session }: ShowOptions = {},
) => {
  const routes = await Promise.all(
    screens.map(async ({ path, page }) => {
      const { default: Page } = await page()
      return { path, element: <Page /> }
    }),
  )
  return act(async () =>
    renderRoutes(routes, { at, ...(session === undefined ? {} : { session }) }),
  )
}
