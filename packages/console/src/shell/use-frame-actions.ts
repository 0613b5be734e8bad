import { useText } from '../lib/i18n.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import type { FrameAction } from './search-index.ts'
import { useScheme } from './use-scheme.ts'

/** What the frame of the console does, as the palette offers it. */
export const useFrameActions = (): readonly FrameAction[] => {
  const text = useText()
  const { isDark, turn } = useScheme()
  const signOut = useSignOut()
  return [
    {
      id: 'scheme',
      label: text(isDark ? 'common:shell.light' : 'common:shell.dark'),
      words: isDark ? 'light' : 'dark',
      perform: turn,
    },
    { id: 'sign-out', label: text('common:shell.logout'), words: 'signOut', perform: signOut },
  ]
}
