import { landing, portalStart } from '@signet/rules/landing'
import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { decideFace } from '../../boot/face.ts'
import { errorTextNow, useText } from '../lib/i18n.ts'
import { leaveTo, withReturn } from '../lib/leave.ts'
import { useSession } from '../session/session-context.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageSkeleton } from '../ui/Skeletons.tsx'
import { FullPageNotice } from './FullPageNotice.tsx'
import { NotFound } from './NotFound.tsx'

/** `/redirect`: where a person goes after sign-in. */
export const RedirectPage = () => {
  const { facts, user } = useSession()
  const [parameters] = useSearchParams()
  const target = landing({
    ...facts,
    redirect: parameters.get('redirect'),
    registrationRequired: user.registrationRequired,
    verificationRequired: user.verificationRequired,
  })
  return <Navigate replace to={target} />
}

/** Whoever has to register or verify first sees no other page before. */
export const DueFirst = ({ children }: { readonly children: ReactNode }) => {
  const { registrationRequired, verificationRequired } = useSession().user
  const { pathname, search } = useLocation()
  if (!registrationRequired && !verificationRequired) return children
  return <Navigate replace to={withReturn('/', pathname + search)} />
}

/** `/error`: the text of the code in the address. */
export const ErrorPage = () => {
  const text = useText()
  const [parameters] = useSearchParams()
  const code = parameters.get('code') ?? 'general_error'
  const message = errorTextNow(code, {}) ?? errorTextNow('general_error', {}) ?? ''
  return (
    <FullPageNotice>
      <ErrorState
        title={text('common:pages.error')}
        message={message}
        actions={<Button onClick={() => leaveTo('/')}>{text('common:states.toStart')}</Button>}
      />
    </FullPageNotice>
  )
}

/** An address that the boot script has to judge anew. */
export const AnewPage = () => {
  const { pathname, search } = useLocation()
  useEffect(() => leaveTo(pathname + search), [pathname, search])
  return <PageSkeleton />
}

/** Any other address: a page of the other face is loaded anew, and of the rest there is none. */
export const OtherPage = () => {
  const { pathname } = useLocation()
  const { face } = decideFace({ pathname: '/', hash: `#${pathname}`, hasSession: true })
  if (face === 'signin') return <AnewPage />
  return pathname === '/' ? <Navigate replace to={portalStart} /> : <NotFound />
}
