import LogoutIcon from '@mui/icons-material/LogoutOutlined'
import { logout } from '@signet/contract/access/authentication'
import { readUpstreamSignOut } from '@signet/contract/access/upstream-sign-in'
import { readSupportSession } from '@signet/contract/provider/tenant-support'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { call } from '../lib/call.ts'
import { CallError } from '../lib/call-error.ts'
import { useText } from '../lib/i18n.ts'
import { leaveForProvider, leaveToSignIn } from '../lib/leave.ts'
import { queryClient } from '../lib/query-client.ts'
import { clearAtLogout } from '../lib/slices.ts'
import { deleteSession } from '../session/stored.ts'
import { isSupportTab } from '../session/support-tab.ts'
import { NotAuthenticated, SessionExpired, sessionLife } from '../session/token.ts'
import { isAskedFor } from '../session/use-sign-out.ts'
import { Button } from '../ui/Button.tsx'
import { PageSkeleton } from '../ui/Skeletons.tsx'
import { CentredState } from '../ui/States.tsx'
import { FullPageNotice } from './FullPageNotice.tsx'
import { SupportEnded } from './SupportEnded.tsx'

interface Standing {
  readonly isOver: boolean
  /** Where they sign out as well; null where there is no such place, or it cannot be told. */
  readonly upstream: string | null
}

/** The service or the clock says that the session is over. */
const saysItIsOver = (error: unknown): boolean =>
  error instanceof NotAuthenticated ||
  error instanceof SessionExpired ||
  (error instanceof CallError && error.status === 401)

const readStanding = async (): Promise<Standing> => {
  try {
    if (isSupportTab()) {
      await call(readSupportSession)
      return { isOver: false, upstream: null }
    }
    return { isOver: false, upstream: (await call(readUpstreamSignOut)).redirect }
  } catch (error) {
    return { isOver: saysItIsOver(error), upstream: null }
  }
}

/** Ends the session here and on the server; a server that cannot be reached holds nobody up. */
const endSession = async (): Promise<void> => {
  try {
    await call(logout)
  } catch {
    // The token ends by itself; this browser forgets it all the same.
  }
  deleteSession()
  queryClient.clear()
  // What else this browser keeps is of the users of the tenant.
  if (!isSupportTab()) clearAtLogout()
}

/** Signs out at once, or finds out first whether there is anything to ask about. */
const useEnding = (hadSession: boolean, back: string) => {
  const isAsked = isAskedFor(useLocation().state)
  const [standing, setStanding] = useState<Standing | null>(null)
  const [isEnded, setIsEnded] = useState(false)
  const hasBegun = useRef(false)
  const end = async ({ upstream }: Standing): Promise<void> => {
    await endSession()
    if (isSupportTab()) setIsEnded(true)
    else if (upstream === null) leaveToSignIn(back)
    else leaveForProvider(upstream)
  }
  const begin = async (): Promise<void> => {
    const found = await readStanding()
    if (isAsked || found.isOver) await end(found)
    else setStanding(found)
  }
  useEffect(() => {
    if (!hadSession || hasBegun.current) return
    hasBegun.current = true
    void begin()
  })
  return { standing, isEnded, end }
}

interface QuestionProps {
  readonly onEnd: () => void
}

const Question = ({ onEnd }: QuestionProps) => {
  const text = useText()
  const navigate = useNavigate()
  const [isEnding, setIsEnding] = useState(false)
  const handleEnd = (): void => {
    setIsEnding(true)
    onEnd()
  }
  return (
    <CentredState
      icon={<LogoutIcon />}
      title={text('common:session.askTitle')}
      actions={
        <>
          <Button isDisabled={isEnding} onClick={() => void navigate('/redirect')}>
            {text('common:session.continue')}
          </Button>
          <Button kind="primary" isPending={isEnding} onClick={handleEnd}>
            {text('common:shell.logout')}
          </Button>
        </>
      }
    >
      {text('common:session.askHint')}
    </CentredState>
  )
}

/** Without a session: leads to the sign-in page where there is a way back; else says that the session is over. */
const Ended = ({ back }: { readonly back: string | null }) => {
  const text = useText()
  useEffect(() => {
    if (back !== null) leaveToSignIn(back)
  }, [back])
  if (back !== null) return <PageSkeleton />
  return (
    <CentredState
      role="status"
      icon={<LogoutIcon />}
      title={text('common:session.ended')}
      actions={
        <Button kind="primary" onClick={() => leaveToSignIn('/')}>
          {text('common:session.signIn')}
        </Button>
      }
    >
      {text('common:session.endedHint')}
    </CentredState>
  )
}

/**
 * `/logout`: ends the session of whoever chose so in the console, and asks whoever was led here by
 * a link from elsewhere; leads to the sign-in page when the session had ended already.
 */
export const LogoutPage = () => {
  const [hadSession] = useState(() => sessionLife(Date.now()) !== null)
  const [parameters] = useSearchParams()
  const back = parameters.get('redirect')
  const { standing, isEnded, end } = useEnding(hadSession, back ?? '/')
  const isAsked = isAskedFor(useLocation().state)
  if (isEnded || (isSupportTab() && !hadSession)) {
    return <SupportEnded isLeft={isAsked || standing !== null} />
  }
  if (hadSession && standing === null) return <PageSkeleton />
  return (
    <FullPageNotice>
      {standing === null ? <Ended back={back} /> : <Question onEnd={() => void end(standing)} />}
    </FullPageNotice>
  )
}
