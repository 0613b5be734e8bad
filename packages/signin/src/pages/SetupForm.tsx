import { hasNoSpaces } from '@signet/rules/text'
import { useRef, useState } from 'react'
import { type Begun, beginSetup, type SetupLink } from '../flow/setup.ts'
import { RuleList } from '../passwords/RuleList.tsx'
import { useRules } from '../passwords/use-rules.ts'
import { Account } from '../steps/Account.tsx'
import { hasPasskeys } from '../steps/passkeys.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { Step } from '../ui/Step.tsx'
import { useAction } from '../ui/use-action.ts'
import { looksLikeMail, NameFields } from './person-fields.tsx'

interface SetupFormProps {
  readonly token: string
  readonly link: SetupLink
  readonly hasExpired: boolean
  readonly onBegun: (begun: Begun) => void
}

const words = {
  FIRST_ADMINISTRATOR: { title: 'setup.first.title', text: 'setup.first.text' },
  RECOVERY: { title: 'setup.recovery.title', text: 'setup.recovery.text' },
  INVITATION: { title: 'setup.invitation.title', text: 'setup.invitation.text' },
} as const satisfies Readonly<Record<SetupLink['kind'], object>>

const empty = { userId: '', firstName: '', lastName: '', email: '', password: '' }
type Values = typeof empty

const given = <K extends keyof Values>(name: K, value: string): { readonly [P in K]?: string } => {
  const pair: { [P in K]?: string } = {}
  if (value.trim() !== '') pair[name] = value.trim()
  return pair
}

/** What is wrong with a user id that is chosen here; the one that a link is for stays. */
const userIdFault = (
  userId: string,
  { userId: invited }: SetupLink,
): 'setup.required' | 'setup.spaces' | null => {
  if (userId.trim() === '') return 'setup.required'
  return invited !== null || hasNoSpaces(userId.trim()) ? null : 'setup.spaces'
}

const useSetup = ({ token, link, onBegun }: SetupFormProps) => {
  const [values, setValues] = useState<Values>({ ...empty, userId: link.userId ?? '' })
  const [isChecked, setChecked] = useState(false)
  const password = useRef<HTMLInputElement>(null)
  const { lines, refused } = useRules({ password: values.password, judge: null })
  const { userId, email } = values
  const hasFaults =
    userIdFault(userId, link) !== null ||
    values.password === '' ||
    (email !== '' && !looksLikeMail(email))
  const { run, clear, isBusy, text } = useAction(async () => {
    setChecked(true)
    if (hasFaults) return
    const names = {
      ...given('firstName', values.firstName),
      ...given('lastName', values.lastName),
      ...given('email', email),
    }
    const account = { setupToken: token, userId: userId.trim(), password: values.password }
    try {
      onBegun(await beginSetup(link, { ...account, ...names }))
    } catch (error) {
      refused(error)
      password.current?.focus()
      throw error
    }
  })
  const set = (name: keyof Values) => (value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    clear()
  }
  return { values, set, isChecked, password, lines, run, isBusy, text }
}

/** The account behind a setup link, by what it can be set up to sign in. */
export const SetupForm = (props: SetupFormProps) => {
  const say = useSay()
  const { link } = props
  const { title, text } = words[link.kind]
  const byPassword = link.firstFactors.includes('PASSWORD')
  const byPasskey = link.firstFactors.includes('PASSKEY') && hasPasskeys()
  if (!byPassword && !byPasskey) {
    return <Step title={say('sign-in.noWay.title')} text={say('sign-in.noWay.text')} />
  }
  return (
    <Step title={say(title)} text={say(text, { company: link.companyName })}>
      {props.hasExpired ? <Notice kind="warning">{say('sign-in.expired')}</Notice> : null}
      {byPassword ? (
        <PasswordForm {...props} />
      ) : (
        <Account userId={link.userId ?? ''} onChange={null} />
      )}
      {byPasskey ? <PasskeyChoice {...props} isAlone={!byPassword} /> : null}
    </Step>
  )
}

/** A passkey in place of a password: it is made in the next step. */
const PasskeyChoice = ({
  token,
  link,
  onBegun,
  isAlone,
}: SetupFormProps & { readonly isAlone: boolean }) => {
  const say = useSay()
  const { run, isBusy, text } = useAction(async () => {
    onBegun(await beginSetup(link, { setupToken: token, userId: link.userId ?? '' }))
  })
  return (
    <div className="alternative">
      {isAlone ? null : (
        <p className="divider">
          <span>{say('sign-in.or')}</span>
        </p>
      )}
      <ErrorText text={text} />
      <Button kind="plain" icon="passkey" isBusy={isBusy} onPress={() => void run()}>
        {say('enrollment.passkey.submit')}
      </Button>
    </div>
  )
}

const PasswordForm = (props: SetupFormProps) => {
  const say = useSay()
  const { link } = props
  const form = useSetup(props)
  return (
    <Form onSubmit={form.run}>
      <Names form={form} link={link} />
      <PasswordField
        label={say('setup.password')}
        autoComplete="new-password"
        value={form.values.password}
        onValue={form.set('password')}
        error={form.isChecked && form.values.password === '' ? say('setup.required') : form.text}
        isFirst={link.userId !== null}
        inputRef={form.password}
      />
      <RuleList lines={form.lines} />
      <Button isBusy={form.isBusy}>{say('setup.submit')}</Button>
    </Form>
  )
}

interface NamesProps {
  readonly form: ReturnType<typeof useSetup>
  readonly link: SetupLink
}

const Names = ({ form, link }: NamesProps) => {
  const say = useSay()
  const { values, set, isChecked } = form
  const fault = isChecked ? userIdFault(values.userId, link) : null
  return (
    <>
      <Field
        label={say('setup.userId')}
        value={values.userId}
        onValue={set('userId')}
        error={fault === null ? null : say(fault)}
        type="text"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={256}
        readOnly={link.userId !== null}
        isFirst={link.userId === null}
      />
      {link.kind === 'FIRST_ADMINISTRATOR' ? <Person form={form} /> : null}
    </>
  )
}

const Person = ({ form: { values, set, isChecked } }: Pick<NamesProps, 'form'>) => {
  const say = useSay()
  const optional = (label: string): string => say('setup.optional', { label })
  const mailFault = isChecked && values.email !== '' && !looksLikeMail(values.email)
  return (
    <>
      <NameFields values={values} set={set} />
      <Field
        label={optional(say('setup.email'))}
        value={values.email}
        onValue={set('email')}
        error={mailFault ? say('setup.emailFault') : null}
        type="email"
        autoComplete="email"
        maxLength={320}
      />
    </>
  )
}
