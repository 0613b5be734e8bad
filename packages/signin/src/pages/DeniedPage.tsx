import { use } from 'react'
import type { Denial } from '../flow/application.ts'
import { goOn } from '../leave.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Step } from '../ui/Step.tsx'
import { ErrorPage } from './ErrorPage.tsx'

interface DeniedPageProps {
  readonly application: Promise<Denial | 'ended'> | null
}

const reasonOf = ({ tooManySessions, noSubject }: NonNullable<Denial['denied']>) => {
  if (tooManySessions === true) return 'closed.tooMany'
  return noSubject === true ? 'closed.noSubject' : 'closed.text'
}

/** An application that is closed to whoever is signed in: they read why before it hears of it. */
const DeniedPage = ({ application }: DeniedPageProps) => {
  const say = useSay()
  const asked = application === null ? null : use(application)
  if (asked === 'ended' || asked === null || asked.denied === null) {
    return <ErrorPage code="expired" />
  }
  const { denied, applicationName } = asked
  const values = { application: applicationName }
  return (
    <Step title={say('closed.title', values)} text={say(reasonOf(denied))}>
      {denied.decision === null ? null : (
        <p className="detail">{say('closed.decision', { decision: denied.decision })}</p>
      )}
      <Button onPress={() => goOn(denied.redirect)}>{say('closed.back', values)}</Button>
    </Step>
  )
}

export default DeniedPage
