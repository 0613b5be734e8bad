import type { EmotionCache } from '@emotion/cache'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useMemo } from 'react'
import { RouterProvider } from 'react-router'
import { features } from './features.ts'
import { Labels } from './labels.tsx'
import { usePreferences } from './lib/preferences.ts'
import { queryClient } from './lib/query-client.ts'
import { useStore } from './lib/store.ts'
import { schemeStore } from './scheme-store.ts'
import type { SessionCounter } from './session/counter.ts'
import { accountLocked } from './session/endings.ts'
import { type ConsoleSession, SessionProvider } from './session/session-context.tsx'
import { CrashBoundary } from './shell/CrashBoundary.tsx'
import { reportCrash } from './shell/crash-report.ts'
import { LockedNotice } from './shell/notices.tsx'
import { createConsoleRouter } from './shell/router.tsx'
import { ScreensProvider } from './shell/screens-context.tsx'
import { AppTheme } from './ui/theme/AppTheme.tsx'

interface FrameProps {
  readonly styles: EmotionCache
  readonly children: ReactNode
}

/** Theme and words around whatever is shown, the notices before sign-in included. */
export const Frame = ({ styles, children }: FrameProps) => {
  const { density, colours } = usePreferences()
  return (
    <AppTheme
      styles={styles}
      schemes={schemeStore}
      density={density}
      brand={colours.primary1}
      accent={colours.accent1}
    >
      <Suspense>
        <Labels>{children}</Labels>
      </Suspense>
    </AppTheme>
  )
}

interface AppProps {
  readonly styles: EmotionCache
  readonly session: ConsoleSession
  readonly counter: SessionCounter
}

/** The console of a signed-in person. */
export const App = ({ styles, session, counter }: AppProps) => {
  const isLocked = useStore(accountLocked)
  const router = useMemo(() => createConsoleRouter(features, counter), [counter])
  return (
    <Frame styles={styles}>
      <CrashBoundary onCrash={reportCrash}>
        <QueryClientProvider client={queryClient}>
          <SessionProvider session={session}>
            <ScreensProvider features={features}>
              {isLocked ? <LockedNotice /> : <RouterProvider router={router} />}
            </ScreensProvider>
          </SessionProvider>
        </QueryClientProvider>
      </CrashBoundary>
    </Frame>
  )
}
