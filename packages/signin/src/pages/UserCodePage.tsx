import { useEffect, useState } from 'react'
import { decideDevice, findDevice, signInFirst, type WaitingDevice } from '../flow/user-code.ts'
import { sessionToken } from '../session/stored-session.ts'
import { useLanguage, useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Step } from '../ui/Step.tsx'
import { useAction } from '../ui/use-action.ts'
import { Scopes } from './Scopes.tsx'

interface EnterProps {
  readonly given: string
  readonly onFound: (device: WaitingDevice) => void
}

const EnterCode = ({ given, onFound }: EnterProps) => {
  const say = useSay()
  const [code, setCode] = useState(given)
  const { run, clear, isBusy, text } = useAction(async () => {
    const device = await findDevice(code)
    if (device !== null) onFound(device)
  })
  const type = (value: string): void => {
    setCode(value.toUpperCase())
    clear()
  }
  return (
    <Step title={say('device.enter.title')} text={say('device.enter.text')}>
      <Form onSubmit={run}>
        <Field
          label={say('device.enter.code')}
          value={code}
          onValue={type}
          error={text}
          type="text"
          name="user_code"
          className="code"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={40}
          isFirst
        />
        <Button isBusy={isBusy}>{say('device.enter.next')}</Button>
      </Form>
    </Step>
  )
}

/** Where the device asks from: its address, and the country where that is known. */
const useOrigin = ({ requested, country }: WaitingDevice): string => {
  const { say, locale } = useLanguage()
  const address = requested.address ?? '?'
  if (country === null || country === 'ZZ') return say('device.confirm.from', { address })
  const name = new Intl.DisplayNames([locale], { type: 'region' }).of(country) ?? country
  return say('device.confirm.fromCountry', { address, country: name })
}

/**
 * Whoever talks people into typing a code signs a device of their own in to another's account: so
 * it says what asks, from where, and that nobody else has a reason to send a code.
 */
const Confirm = ({ device }: { readonly device: WaitingDevice }) => {
  const say = useSay()
  const { applicationName, applicationLogo, scopes, userCode, isNear, selfRegistered } = device
  const origin = useOrigin(device)
  const { run, isBusy, text } = useAction((allow: boolean) => decideDevice(userCode, allow))
  const title = say('device.confirm.title', { application: applicationName })
  return (
    <Step title={title} text={say('device.confirm.compare')}>
      {applicationLogo === null ? null : (
        <img className="application-logo" src={applicationLogo} alt="" />
      )}
      <p className="device-code">{userCode}</p>
      <p className="hint">{origin}</p>
      {isNear ? null : <p className="detail">{say('device.confirm.elsewhere')}</p>}
      <Notice kind="warning">{say('device.confirm.warning')}</Notice>
      {selfRegistered ? (
        <Notice kind="warning">
          {say('consent.selfRegistered', { application: applicationName })}
        </Notice>
      ) : null}
      {scopes.length === 0 ? null : (
        <>
          <p className="lead">{say('device.confirm.scopes')}</p>
          <Scopes scopes={scopes} />
        </>
      )}
      <ErrorText text={text} />
      <div className="choice">
        <Button kind="plain" isDisabled={isBusy} onPress={() => void run(false)}>
          {say('device.confirm.deny')}
        </Button>
        <Button isBusy={isBusy} onPress={() => void run(true)}>
          {say('device.confirm.allow')}
        </Button>
      </div>
    </Step>
  )
}

/** Connects a device by the code that it shows (RFC 8628, section 3.3), after the sign-in. */
const UserCodePage = ({ code }: { readonly code: string }) => {
  const hasSession = sessionToken() !== null
  const [device, setDevice] = useState<WaitingDevice | null>(null)
  useEffect(() => {
    if (!hasSession) signInFirst(code)
  }, [hasSession, code])
  if (!hasSession) return null
  if (device !== null) return <Confirm device={device} />
  return <EnterCode given={code} onFound={setDevice} />
}

export default UserCodePage
