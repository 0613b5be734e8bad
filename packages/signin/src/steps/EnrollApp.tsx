import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useState } from 'react'
import type { Enrollment } from '../flow/enrollments.ts'
import type { SignInFlow } from '../flow/use-sign-in.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { CodeField } from '../ui/CodeField.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Form } from '../ui/Form.tsx'
import { Step } from '../ui/Step.tsx'
import { useAction } from '../ui/use-action.ts'
import { useCode } from './use-code.ts'

type NewToken = NonNullable<Enrollment['token']>

export interface EnrollProps {
  readonly flow: Pick<SignInFlow, 'startEnrollment' | 'completeEnrollment'>
}

const useNewToken = ({ flow }: EnrollProps) => {
  const [token, setToken] = useState<NewToken | null>(null)
  const action = useAction(async () => {
    const started = await flow.startEnrollment('TOKEN')
    setToken(started.token)
  })
  const { run } = action
  useEffect(() => {
    void run()
  }, [run])
  return { ...action, token }
}

/** An authenticator app: picture or key, then the first code as proof. */
export const EnrollApp = ({ flow }: EnrollProps) => {
  const say = useSay()
  const start = useNewToken({ flow })
  const { token } = start
  return (
    <Step title={say('enrollment.app.title')} text={say('enrollment.app.scan')}>
      <ErrorText text={start.text} />
      <TokenPicture token={token} />
      {token === null ? null : <Confirm flow={flow} />}
    </Step>
  )
}

/** Groups of four are read and typed without losing the place. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches

/** The picture's place is kept while the key is on its way. */
const TokenPicture = ({ token }: { readonly token: NewToken | null }) => {
  const say = useSay()
  if (token === null) return <div className="qr" aria-hidden="true" />
  return (
    <>
      <div className="qr">
        <QRCodeSVG
          value={token.otpauthUri}
          title={say('enrollment.app.picture')}
          role="img"
          size={176}
          level="M"
        />
      </div>
      {isTouch() ? (
        <a className="button button-plain" href={token.otpauthUri}>
          {say('enrollment.app.open')}
        </a>
      ) : null}
      <details className="by-hand">
        <summary>{say('enrollment.app.byHand')}</summary>
        <dl>
          <dt>{say('enrollment.app.key')}</dt>
          <dd className="secret">{grouped(token.secret)}</dd>
        </dl>
        <CopyButton
          text={token.secret}
          label={say('enrollment.app.copy')}
          done={say('enrollment.app.copied')}
        />
      </details>
    </>
  )
}

const Confirm = ({ flow }: EnrollProps) => {
  const say = useSay()
  const { field, isBusy, submit } = useCode((response) =>
    flow.completeEnrollment('TOKEN', { response }),
  )
  return (
    <Form onSubmit={submit}>
      <p>{say('enrollment.app.confirm')}</p>
      <CodeField {...field} length={6} label={say('enrollment.app.label')} />
      <Button isBusy={isBusy}>{say('methods.submit')}</Button>
    </Form>
  )
}
