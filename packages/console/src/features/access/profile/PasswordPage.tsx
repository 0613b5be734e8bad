import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { changePassword, type Rules, rulesQuery, verdictQuery } from './password.queries.ts'
import { RuleList } from './RuleList.tsx'
import { ruleLines } from './rule-lines.ts'

/** Typing pauses this long before the service is asked. */
const quietMs = 400

const useSettled = (typed: string): string => {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), quietMs)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

/** How the new password stands to each rule, while somebody types. */
const useLines = (rules: Rules, password: string) => {
  const settled = useSettled(password)
  const { data } = useQuery(verdictQuery(settled))
  const isJudged = settled === password
  const verdict = isJudged ? (data?.failed ?? null) : null
  const warnings = isJudged ? (data?.warnings ?? []) : []
  return { lines: ruleLines(rules, { password, verdict }), warnings }
}

const useChange = () => {
  const text = useText('userPortal')
  const navigate = useNavigate()
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const change = async (currentPassword: string, newPassword: string): Promise<void> => {
    if (isPending) return
    setIsPending(true)
    setFailure(null)
    try {
      const { warnings } = await changePassword({ currentPassword, newPassword })
      if (warnings.includes('radius_too_long')) {
        showMessage(text('userPortal:password.changedNotForRadius'), { icon: 'warning' })
      } else showMessage(text('userPortal:password.changed'))
      void navigate('/myprofile/authenticators')
    } catch (error) {
      setFailure(error)
      setIsPending(false)
    }
  }
  return { change, isPending, failure }
}

interface FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

const CurrentField = (props: FieldProps) => {
  const text = useText('userPortal')
  return (
    <TextInput
      {...props}
      label={text('userPortal:password.current')}
      type="password"
      autoComplete="current-password"
      isRequired
    />
  )
}

const NewField = (props: FieldProps) => {
  const text = useText('userPortal')
  return (
    <TextInput
      {...props}
      label={text('userPortal:password.new')}
      hint={text('userPortal:password.hint')}
      type="password"
      autoComplete="new-password"
      isRequired
    />
  )
}

const Form = ({ rules }: { readonly rules: Rules }) => {
  const text = useText('userPortal')
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const { lines, warnings } = useLines(rules, next)
  const { change, isPending, failure } = useChange()
  const isFit = next !== '' && lines.every(({ standing }) => standing !== 'unmet')
  const isReady = current !== '' && isFit
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (isReady) void change(current, next)
  }
  return (
    <Stack component="form" noValidate spacing={2} sx={{ maxWidth: 420 }} onSubmit={handleSubmit}>
      {failure !== null && <ErrorNotice error={failure} isDetailed />}
      <CurrentField value={current} onChange={setCurrent} />
      <NewField value={next} onChange={setNext} />
      <RuleList lines={lines} rules={rules} />
      {warnings.includes('radius_too_long') && (
        <Notice severity="warning">{text('userPortal:password.notForRadius')}</Notice>
      )}
      <div>
        <Button type="submit" kind="primary" isPending={isPending} isDisabled={!isReady}>
          {text('userPortal:password.change')}
        </Button>
      </div>
    </Stack>
  )
}

/** Changes my own password; every other session of mine ends. */
const PasswordPage = () => {
  const text = useText('userPortal')
  const query = useQuery(rulesQuery)
  return (
    <DetailsPage title={text('common:pages.myPassword')}>
      <Section
        title={text('userPortal:password.change')}
        description={text('userPortal:password.text')}
      >
        <QueryView query={query}>{(rules) => <Form rules={rules} />}</QueryView>
      </Section>
    </DetailsPage>
  )
}

export default PasswordPage
