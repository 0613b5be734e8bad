import { useNavigate } from 'react-router'

/** Goes with an own step to `/logout`; no link from elsewhere can bring it along. */
const asked = { isSignOut: true } as const

/** Whether this very console led to `/logout` because somebody chose to. */
export const isAskedFor = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && Reflect.get(state, 'isSignOut') === true

/** Signs out by somebody's own choice. */
export const useSignOut = (): (() => void) => {
  const navigate = useNavigate()
  return () => void navigate('/logout', { state: asked })
}
