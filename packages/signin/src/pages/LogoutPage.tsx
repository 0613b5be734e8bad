import { keptAtLogout } from '@signet/rules/sessions'
import { useEffect, useState } from 'react'
import { call } from '../calls/call.ts'
import { doors } from '../calls/doors.ts'
import { openPage } from '../leave.ts'
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

/** Ends the session: here in any case, and at the service where it still answers. */
const LogoutPage = () => {
  const say = useSay()
  const [isDone, setDone] = useState(false)
  const { run } = useAction(async () => {
    try {
      if (sessionToken() !== null) await call(doors.logout, {})
    } finally {
      dropSession()
      clearStored()
      setDone(true)
    }
  })
  useEffect(() => {
    void run()
  }, [run])
  if (!isDone) return <Step key="working" title={say('page.logout.working')} />
  return (
    <Step title={say('page.logout.title')} text={say('page.logout.text')}>
      <Button kind="plain" onPress={() => openPage('/')}>
        {say('page.logout.again')}
      </Button>
    </Step>
  )
}

export default LogoutPage
