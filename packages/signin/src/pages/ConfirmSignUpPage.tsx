import { use, useRef, useState } from 'react'
import { isFailure } from '../calls/failures.ts'
import { makeAccount, type SignUpLink } from '../flow/sign-up.ts'
import { openPage } from '../leave.ts'
import { RuleList } from '../passwords/RuleList.tsx'
import { useRules } from '../passwords/use-rules.ts'
import { Account } from '../steps/Account.tsx'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { Step } from '../ui/Step.tsx'
import { useAction } from '../ui/use-action.ts'
import { NewAccountFlow, SignInAgain, ToSignIn } from './NewAccountFlow.tsx'

type Made = Awaited<ReturnType<typeof makeAccount>>

interface FormProps {
  readonly token: string
  readonly link: SignUpLink
  readonly onMade: (made: Made) => void
}

/** What is wrong is the user id that was chosen. */
const isOfUserId = (failure: unknown): boolean =>
  isFailure(failure, 'user_exists') || isFailure(failure, 'user_id_not_allowed')

const useAccount = ({ token, link, onMade }: FormProps) => {
  const say = useSay()
  const [values, setValues] = useState({ userId: '', password: '' })
  const [isChecked, setChecked] = useState(false)
  const password = useRef<HTMLInputElement>(null)
  const { lines, refused } = useRules({ password: values.password, judge: null })
  const isChosen = link.userId === 'CHOSEN'
  const userId = values.userId.trim()
  const hasFaults = values.password === '' || (isChosen && userId === '')
  const { run, clear, isBusy, text, failure } = useAction(async () => {
    setChecked(true)
    if (hasFaults) return
    const named = isChosen ? { userId } : {}
    try {
      onMade(await makeAccount({ signUpToken: token, ...named, password: values.password }))
    } catch (error) {
      refused(error)
      if (!isOfUserId(error)) password.current?.focus()
      throw error
    }
  })
  const set = (name: keyof typeof values) => (value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    clear()
  }
  const isTaken = isOfUserId(failure)
  const taken = isFailure(failure, 'user_exists') ? say('sign-up.confirm.taken') : text
  return { values, set, isChecked, isChosen, isTaken, taken, password, lines, run, isBusy, text }
}

interface NameProps {
  readonly form: ReturnType<typeof useAccount>
  readonly email: string
}

/** The user id where people choose one; else the address, for password managers. */
const Name = ({ form, email }: NameProps) => {
  const { values, set, isChecked, isChosen, isTaken, taken } = form
  const say = useSay()
  if (!isChosen) return <Account userId={email} onChange={null} />
  const isMissing = isChecked && values.userId.trim() === ''
  return (
    <Field
      label={say('setup.userId')}
      value={values.userId}
      onValue={set('userId')}
      error={isMissing ? say('setup.required') : isTaken ? taken : null}
      type="text"
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={256}
      isFirst
    />
  )
}

/** The account of a proven address: its password, and its user id where people choose one. */
const AccountForm = (props: FormProps) => {
  const say = useSay()
  const { email, companyName } = props.link
  const form = useAccount(props)
  const { values, isChosen, isTaken } = form
  const fault = isTaken && isChosen ? null : form.text
  return (
    <Step
      title={say('sign-up.confirm.title')}
      text={say('sign-up.confirm.text', { company: companyName, email })}
    >
      <Form onSubmit={form.run}>
        <Name form={form} email={email} />
        <PasswordField
          label={say('setup.password')}
          autoComplete="new-password"
          value={values.password}
          onValue={form.set('password')}
          error={form.isChecked && values.password === '' ? say('setup.required') : fault}
          isFirst={!isChosen}
          inputRef={form.password}
        />
        <RuleList lines={form.lines} />
        <Button isBusy={form.isBusy}>{say('sign-up.confirm.submit')}</Button>
      </Form>
    </Step>
  )
}

interface ConfirmSignUpPageProps {
  readonly token: string
  /** Null when the link is no longer good. */
  readonly link: Promise<SignUpLink | null> | null
}

/** The link of a sign-up. Opening it changes nothing: programs look into mails before people do. */
const ConfirmSignUpPage = ({ token, link }: ConfirmSignUpPageProps) => {
  const say = useSay()
  const found = link === null ? null : use(link)
  const [made, setMade] = useState<Made | null>(null)
  if (found === null) {
    return (
      <Step title={say('setup.invalid.title')} text={say('sign-up.confirm.invalid')}>
        <Button kind="plain" onPress={() => openPage('/signup')}>
          {say('sign-up.confirm.anew')}
        </Button>
      </Step>
    )
  }
  if (made === null) return <AccountForm token={token} link={found} onMade={setMade} />
  const { userId, authentication } = made
  if (authentication !== null) {
    return (
      <NewAccountFlow
        key="made"
        first={authentication}
        userId={userId}
        hasEnd
        expired={<SignInAgain />}
      />
    )
  }
  return (
    <Step
      key="made"
      title={say('sign-up.ready.title')}
      text={say('sign-up.ready.text', { userId })}
    >
      <ToSignIn />
    </Step>
  )
}

export default ConfirmSignUpPage
