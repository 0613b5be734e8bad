import { foldCode } from '@signet/rules/codes'
import { type FormEvent, useState } from 'react'
import { type Details, detailsOf } from '../service/answers.ts'
import { Refused, type Reply, reply } from '../service/calls.ts'
import { useLanguage, useSay } from '../texts/language.tsx'
import type { Asked } from './use-accounts.ts'

type Outcome = 'approved' | 'confirmed' | 'denied' | 'concerned' | 'wrongNumber' | 'over' | 'failed'
const outcomes = { APPROVE: 'approved', DENY: 'denied', CONCERN: 'concerned' } as const

const outcomeOf = (error: unknown): Outcome => {
  if (!(error instanceof Refused)) return 'failed'
  return error.status === 401 ? 'wrongNumber' : 'over'
}

/** Somebody who speaks with the person, or a browser. */
const Asker = ({ agent, address, browser }: Details) => {
  const say = useSay()
  if (agent !== undefined) {
    return (
      <>
        <dt>{say('authenticator.agent')}</dt>
        <dd>{agent}</dd>
      </>
    )
  }
  return (
    <>
      <dt>{say('authenticator.from')}</dt>
      <dd>{address ?? '?'}</dd>
      <dt>{say('authenticator.browser')}</dt>
      <dd>{browser ?? '?'}</dd>
    </>
  )
}

/** The number that both read to each other on the telephone. */
const Spoken = ({ number }: { readonly number: string }) => {
  const say = useSay()
  return (
    <>
      <p className="code">
        <span className="hidden">{say('authenticator.callNumber')}</span>
        <span>{number.replace(/^(.{3})(.{3})$/, '$1 $2')}</span>
      </p>
      <p>{say('authenticator.callText')}</p>
    </>
  )
}

/** What is signed in to, from where and when: the very text that is signed. */
const Facts = ({ details }: { readonly details: string }) => {
  const say = useSay()
  const { locale } = useLanguage()
  const facts = detailsOf(details)
  if (facts === null) return null
  const at = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
  const { application, issuer, purpose } = facts
  return (
    <dl>
      <dt>{say('authenticator.purpose')}</dt>
      <dd>{application ?? say('authenticator.console', { issuer })}</dd>
      <dd>{say(`authenticator.purposes.${purpose}`)}</dd>
      <Asker {...facts} />
      <dt>{say('authenticator.time')}</dt>
      <dd>{at.format(new Date(facts.at))}</dd>
    </dl>
  )
}

interface RequestPageProps extends Asked {
  readonly onDone: (outcome: Outcome) => void
}

const useAnswer = ({ service, push, onDone }: RequestPageProps) => {
  const [isBusy, setBusy] = useState(false)
  const answer = async (given: Reply): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    try {
      await reply(service, push, given)
      const isCall = detailsOf(push.details)?.purpose === 'CALL'
      onDone(isCall && given.decision === 'APPROVE' ? 'confirmed' : outcomes[given.decision])
    } catch (error) {
      onDone(outcomeOf(error))
    }
  }
  return { isBusy, answer }
}

interface NumberFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

const NumberField = ({ value, onChange }: NumberFieldProps) => {
  const say = useSay()
  return (
    <label>
      {say('authenticator.number')}
      <input
        className="number"
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        value={value}
        onChange={(event) => onChange(foldCode(event.target.value).replaceAll(/\D/g, ''))}
      />
    </label>
  )
}

const refusals = [
  { decision: 'DENY', key: 'authenticator.deny', look: 'plain' },
  { decision: 'CONCERN', key: 'authenticator.concern', look: 'danger' },
] as const

/** A request to approve, to decline, or to report. */
export const RequestPage = (props: RequestPageProps) => {
  const say = useSay()
  const { account, push } = props
  const spoken = detailsOf(push.details)?.number
  const isCall = spoken !== undefined
  const [number, setNumber] = useState('')
  const { isBusy, answer } = useAnswer(props)
  const approve = (event: FormEvent): void => {
    event.preventDefault()
    void answer({ decision: 'APPROVE', ...(push.numberAsked ? { number } : {}) })
  }
  return (
    <form className="card" onSubmit={approve}>
      <h2>{say(isCall ? 'authenticator.callRequest' : 'authenticator.request')}</h2>
      <p>{`${account.issuer} · ${account.name}`}</p>
      <Facts details={push.details} />
      {isCall ? <Spoken number={spoken} /> : null}
      {push.numberAsked ? <NumberField value={number} onChange={setNumber} /> : null}
      <button type="submit" disabled={isBusy || (push.numberAsked && number.length !== 2)}>
        {say(isCall ? 'authenticator.callConfirm' : 'authenticator.approve')}
      </button>
      {refusals.map(({ decision, key, look }) => (
        <button
          key={decision}
          type="button"
          className={look}
          disabled={isBusy}
          onClick={() => void answer({ decision })}
        >
          {say(key)}
        </button>
      ))}
    </form>
  )
}

export type { Outcome }
