import { keptAtLogout } from '@signet/rules/sessions'
import { useEffect, useState } from 'react'
import { call } from '../calls/call.ts'
import { doors } from '../calls/doors.ts'
import { CallFailure } from '../calls/failures.ts'
import { leaveForProvider, openConsole, openPage } from '../leave.ts'
import { dropSession, sessionToken } from '../session/stored-session.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Step } from '../ui/Step.tsx'
import { useAction } from '../ui/use-action.ts'

const clearStored = (): void => {
  const kept = new Set(keptAtLogout.map((name) => `signet.${name}`))
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith('signet.') && !kept.has(key)) localStorage.removeItem(key)
  }
  sessionStorage.clear()
}

interface Standing {
  readonly isOver: boolean
  /** Where they sign out as well; nowhere, if that cannot be told. */
  readonly upstream: string | null
}

const readStanding = async (): Promise<Standing> => {
  try {
    return { isOver: false, upstream: (await call(doors.upstreamSignOut, {})).redirect }
  } catch (error) {
    return { isOver: error instanceof CallFailure && error.status === 401, upstream: null }
  }
}

/** Ends the session: here in any case, and at the service where it still answers. */
const end = async ({ isOver, upstream }: Standing): Promise<void> => {
  try {
    if (!isOver) await call(doors.logout, {})
  } finally {
    dropSession()
    clearStored()
    if (upstream !== null) leaveForProvider(upstream)
  }
}

/** Nothing of these pages leads here: whoever is signed in was led here by a link, and is asked. */
const LogoutPage = () => {
  const say = useSay()
  const [standing, setStanding] = useState<Standing | null>(null)
  const [isDone, setDone] = useState(false)
  const { run } = useAction(async () => {
    const found = sessionToken() === null ? { isOver: true, upstream: null } : await readStanding()
    if (!found.isOver) return setStanding(found)
    await end(found)
    setDone(true)
  })
  const ending = useAction(async (found: Standing) => {
    await end(found).finally(() => setDone(true))
  })
  useEffect(() => {
    void run()
  }, [run])
  if (isDone) {
    return (
      <Step key="done" title={say('page.logout.title')} text={say('page.logout.text')}>
        <Button kind="plain" onPress={() => openPage('/')}>
          {say('page.logout.again')}
        </Button>
      </Step>
    )
  }
  if (standing === null) return <Step key="working" title={say('page.logout.working')} />
  return (
    <Step key="asking" title={say('page.logout.ask')} text={say('page.logout.askText')}>
      <Button isBusy={ending.isBusy} onPress={() => void ending.run(standing)}>
        {say('page.logout.leave')}
      </Button>
      <Button kind="plain" onPress={() => openConsole('/redirect')}>
        {say('page.logout.stay')}
      </Button>
    </Step>
  )
}

export default LogoutPage
