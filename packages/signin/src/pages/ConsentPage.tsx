import { use, useEffect } from 'react'
import { call } from '../calls/call.ts'
import { doors } from '../calls/doors.ts'
import { CallFailure } from '../calls/failures.ts'
import type { Application } from '../flow/application.ts'
import { goOn } from '../leave.ts'
import { sessionToken } from '../session/stored-session.ts'
import { useSay } from '../texts/language.tsx'
import { useTheme } from '../theme/theme-context.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Step } from '../ui/Step.tsx'
import { useAction } from '../ui/use-action.ts'
import { Details } from './Details.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { Scopes } from './Scopes.tsx'

interface ConsentPageProps {
  readonly uid: string
  readonly application: Promise<Application | 'ended'> | null
}

const ConsentPage = ({ uid, application }: ConsentPageProps) => {
  const asked = application === null ? null : use(application)
  const hasSession = sessionToken() !== null
  useEffect(() => {
    if (!hasSession) toSignIn(uid)
  }, [hasSession, uid])
  if (asked === 'ended' || asked === null) return <ErrorPage code="expired" />
  return hasSession ? <Question uid={uid} asked={asked} /> : null
}

const toSignIn = (uid: string): void => goOn(`/oidc/authentication?uid=${encodeURIComponent(uid)}`)

interface QuestionProps {
  readonly uid: string
  readonly asked: Application
}

const useDecision = (uid: string) =>
  useAction(async (allow: boolean) => {
    try {
      const { redirect } = await call(doors.decideConsent, { body: { uid, allow } })
      goOn(redirect)
    } catch (error) {
      if (error instanceof CallFailure && error.status === 401) toSignIn(uid)
      else throw error
    }
  })

const Question = ({ uid, asked }: QuestionProps) => {
  const say = useSay()
  const { companyName } = useTheme()
  const { run, isBusy, text } = useDecision(uid)
  const { applicationName, applicationLogo, scopes, details, selfRegistered } = asked
  const values = { application: applicationName, company: companyName }
  return (
    <Step title={say('consent.title', values)} text={say('consent.text', values)}>
      {applicationLogo === null ? null : (
        <img className="application-logo" src={applicationLogo} alt="" />
      )}
      {selfRegistered ? (
        <Notice kind="warning">{say('consent.selfRegistered', values)}</Notice>
      ) : null}
      <Scopes scopes={scopes} />
      <Details details={details} />
      <ErrorText text={text} />
      <div className="choice">
        <Button kind="plain" isDisabled={isBusy} onPress={() => void run(false)}>
          {say('consent.deny')}
        </Button>
        <Button isBusy={isBusy} onPress={() => void run(true)}>
          {say('consent.allow')}
        </Button>
      </div>
      <p className="hint">{say('consent.note')}</p>
    </Step>
  )
}

export default ConsentPage
