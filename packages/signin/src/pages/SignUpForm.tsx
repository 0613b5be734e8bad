import { type ReactNode, useId, useState } from 'react'
import { requestAccount } from '../flow/sign-up.ts'
import { openPage } from '../leave.ts'
import { useSay } from '../texts/language.tsx'
import { useTheme } from '../theme/theme-context.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { Step } from '../ui/Step.tsx'
import { useAction } from '../ui/use-action.ts'
import { looksLikeMail, NameFields } from './person-fields.tsx'

/** What the tenant asks of who signs up. */
export interface SignUpTerms {
  readonly termsUrl: string | null
  readonly domains: readonly string[]
}

const empty = { email: '', firstName: '', lastName: '', hasAccepted: false }
type Values = typeof empty
type Texts = 'email' | 'firstName' | 'lastName'

const named = (name: 'firstName' | 'lastName', value: string) =>
  value.trim() === '' ? {} : { [name]: value.trim() }

const useSignUp = ({ termsUrl }: SignUpTerms, onSent: (email: string) => void) => {
  const [values, setValues] = useState<Values>(empty)
  const [isChecked, setChecked] = useState(false)
  const email = values.email.trim()
  const faults = {
    email: !looksLikeMail(email),
    terms: termsUrl !== null && !values.hasAccepted,
  }
  const { run, clear, isBusy, text } = useAction(async () => {
    setChecked(true)
    if (faults.email || faults.terms) return
    await requestAccount({
      email,
      ...named('firstName', values.firstName),
      ...named('lastName', values.lastName),
      termsAccepted: values.hasAccepted,
    })
    onSent(email)
  })
  const change = (next: Partial<Values>): void => {
    setValues((before) => ({ ...before, ...next }))
    clear()
  }
  const set = (name: Texts) => (value: string) => change({ [name]: value })
  return { values, set, change, isChecked, faults, run, isBusy, text }
}

type SignUpState = ReturnType<typeof useSignUp>

const Terms = ({ form, address }: { readonly form: SignUpState; readonly address: string }) => {
  const say = useSay()
  const id = useId()
  const { values, change, isChecked, faults } = form
  const isMissing = isChecked && faults.terms
  return (
    <div className="check">
      <input
        id={id}
        type="checkbox"
        required
        checked={values.hasAccepted}
        onChange={(event) => change({ hasAccepted: event.target.checked })}
        aria-invalid={isMissing || undefined}
        aria-describedby={`${id}-terms ${isMissing ? `${id}-error` : ''}`.trim()}
      />
      <label htmlFor={id}>{say('sign-up.form.accept')}</label>
      <p className="hint" id={`${id}-terms`}>
        <a href={address} target="_blank" rel="noopener noreferrer">
          {say('sign-up.form.terms')}
        </a>
      </p>
      <ErrorText text={isMissing ? say('sign-up.form.termsFault') : null} id={`${id}-error`} />
    </div>
  )
}

const Person = ({ form, domains }: { readonly form: SignUpState; readonly domains: string }) => {
  const say = useSay()
  const { values, set, isChecked, faults, text } = form
  return (
    <>
      <Field
        label={say('setup.email')}
        value={values.email}
        onValue={set('email')}
        error={isChecked && faults.email ? say('setup.emailFault') : text}
        hint={domains === '' ? null : say('sign-up.form.domains', { domains })}
        type="email"
        name="email"
        autoComplete="email"
        maxLength={254}
        required
        isFirst
      />
      <NameFields values={values} set={set} />
    </>
  )
}

/** Two links, of which the second leads back to the first page. */
const ToSignIn = ({ children }: { readonly children: ReactNode }) => (
  <Button kind="link" icon="back" onPress={() => openPage('/')}>
    {children}
  </Button>
)

const Sent = ({ email, onAgain }: { readonly email: string; readonly onAgain: () => void }) => {
  const say = useSay()
  return (
    <Step title={say('sign-up.sent.title')} text={say('sign-up.sent.text', { email })}>
      <p>{say('sign-up.sent.hint')}</p>
      <Button kind="plain" onPress={onAgain}>
        {say('sign-up.sent.again')}
      </Button>
      <ToSignIn>{say('reset.backToSignIn')}</ToSignIn>
    </Step>
  )
}

/** Asks for name and address, then says to look into the mailbox: of which it knows nothing. */
export const SignUpForm = ({ terms }: { readonly terms: SignUpTerms }) => {
  const say = useSay()
  const { companyName } = useTheme()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useSignUp(terms, setSentTo)
  if (sentTo !== null) return <Sent email={sentTo} onAgain={() => setSentTo(null)} />
  return (
    <Step
      key="form"
      title={say('sign-up.title')}
      text={say('sign-up.form.text', { company: companyName })}
    >
      <Form onSubmit={form.run}>
        <Person form={form} domains={terms.domains.join(', ')} />
        {terms.termsUrl === null ? null : <Terms form={form} address={terms.termsUrl} />}
        <Button isBusy={form.isBusy}>{say('sign-up.form.submit')}</Button>
      </Form>
      <ToSignIn>{say('reset.backToSignIn')}</ToSignIn>
    </Step>
  )
}
