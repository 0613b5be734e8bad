import { useEffect, useState } from 'react'
import {
  decideRequest,
  readRequests,
  type SignInRequest,
  signInFirst,
} from '../flow/sign-in-requests.ts'
import { sessionToken } from '../session/stored-session.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Step } from '../ui/Step.tsx'
import { useAction } from '../ui/use-action.ts'
import { Waiting } from '../ui/Waiting.tsx'
import { Scopes } from './Scopes.tsx'

/**
 * Whoever knows a user id can have its owner asked: so it says what asks and what to compare, and
 * that nobody else's sign-in is to be allowed.
 */
const Confirm = ({ request }: { readonly request: SignInRequest }) => {
  const say = useSay()
  const { id, applicationName, applicationLogo, bindingMessage, scopes } = request
  const { run, isBusy, text } = useAction((allow: boolean) => decideRequest(id, allow))
  const title = say('requests.confirm.title', { application: applicationName })
  const compare = bindingMessage === null ? {} : { text: say('requests.confirm.compare') }
  return (
    <Step title={title} {...compare}>
      {applicationLogo === null ? null : (
        <img className="application-logo" src={applicationLogo} alt="" />
      )}
      {bindingMessage === null ? null : <p className="binding-message">{bindingMessage}</p>}
      <Notice kind="warning">{say('requests.confirm.warning')}</Notice>
      {scopes.length === 0 ? null : (
        <>
          <p className="lead">{say('device.confirm.scopes')}</p>
          <Scopes scopes={scopes} />
        </>
      )}
      <ErrorText text={text} />
      <div className="choice">
        <Button kind="plain" isDisabled={isBusy} onPress={() => void run(false)}>
          {say('requests.confirm.deny')}
        </Button>
        <Button isBusy={isBusy} onPress={() => void run(true)}>
          {say('requests.confirm.allow')}
        </Button>
      </div>
    </Step>
  )
}

/** What applications ask this person for (OpenID Connect CIBA), after the sign-in; newest first. */
const RequestsPage = () => {
  const say = useSay()
  const hasSession = sessionToken() !== null
  const [requests, setRequests] = useState<readonly SignInRequest[] | null>(null)
  const { run, isBusy, text } = useAction(async () => setRequests(await readRequests()))
  useEffect(() => {
    if (hasSession) void run()
    else signInFirst()
  }, [hasSession, run])
  const [newest] = requests ?? []
  if (newest !== undefined) return <Confirm request={newest} />
  if (requests === null && text === null) return <Waiting />
  return (
    <Step title={say('requests.none.title')} text={say('requests.none.text')}>
      <ErrorText text={text} />
      <Button kind="plain" isBusy={isBusy} onPress={() => void run()}>
        {say('requests.refresh')}
      </Button>
    </Step>
  )
}

export default RequestsPage
