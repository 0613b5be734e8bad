import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Page.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { type ApiCall, referenceLink } from './api-calls.queries.ts'
import { CallerFields, ParameterFields } from './CallFields.tsx'
import { ShownAnswer } from './ShownAnswer.tsx'
import {
  type Caller,
  isDestructive,
  keyOf,
  NoJson,
  type SentCall,
  sendCall,
  type Values,
} from './send-call.ts'

const exampleOf = ({ body }: ApiCall): string => {
  if (body === null || body.example === undefined) return ''
  return typeof body.example === 'string' ? body.example : JSON.stringify(body.example, null, 2)
}

const isComplete = ({ parameters }: ApiCall, values: Values): boolean =>
  parameters.every((one) => !one.isRequired || (values[keyOf(one)] ?? '') !== '')

/** What is filled in, and what was answered last. */
const useCall = (call: ApiCall, caller: Caller) => {
  const [values, setValues] = useState<Values>({})
  const [body, setBody] = useState(() => exampleOf(call))
  const [isChecked, setIsChecked] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const sending = useMutation({ mutationFn: sendCall })
  const sent: SentCall = { call, caller, values, body }
  const submit = (): void => {
    setIsChecked(true)
    if (!isComplete(call, values)) return
    if (isDestructive(call)) setIsAsked(true)
    else sending.mutate(sent)
  }
  return {
    fields: { values, setValues, body, setBody, isChecked },
    sending,
    submit,
    question: isAsked
      ? { onClose: () => setIsAsked(false), onConfirm: () => sending.mutateAsync(sent) }
      : null,
  }
}

const CallFacts = ({ call }: { readonly call: ApiCall }) => {
  const text = useText('resource')
  const reference = (
    <Link href={referenceLink(call)} target="_blank" rel="noreferrer">
      {text('resource:tryApi.reference')}
    </Link>
  )
  return (
    <Facts
      facts={[
        {
          label: text('resource:tryApi.call'),
          value: <code>{`${call.method} ${call.path}`}</code>,
        },
        { label: text('resource:tryApi.permission'), value: call.permission },
        { label: text('resource:tryApi.about'), value: reference },
      ]}
    />
  )
}

interface BodyFieldProps {
  readonly isRequired: boolean
  readonly value: string
  readonly onChange: (value: string) => void
  readonly failure: unknown
}

const BodyField = ({ isRequired, value, onChange, failure }: BodyFieldProps) => {
  const text = useText('resource')
  return (
    <TextInput
      label={text('resource:tryApi.body')}
      hint={text('resource:tryApi.bodyHint')}
      error={failure instanceof NoJson ? text('resource:tryApi.bodyInvalid') : undefined}
      rows={6}
      {...{ isRequired, value, onChange }}
    />
  )
}

interface CallFormProps {
  readonly call: ApiCall
  readonly caller: Caller
  readonly onCaller: (caller: Caller) => void
}

type Made = ReturnType<typeof useCall>

interface FieldsProps extends CallFormProps {
  readonly fields: Made['fields']
  readonly failure: unknown
}

const Fields = ({ call, caller, onCaller, fields, failure }: FieldsProps) => (
  <>
    {call.credentials.length > 0 && <CallerFields caller={caller} onChange={onCaller} />}
    <ParameterFields
      parameters={call.parameters}
      values={fields.values}
      isChecked={fields.isChecked}
      onChange={fields.setValues}
    />
    {call.body !== null && (
      <BodyField
        isRequired={call.body.whole.isRequired}
        value={fields.body}
        onChange={fields.setBody}
        failure={failure}
      />
    )}
  </>
)

interface QuestionProps extends NonNullable<Made['question']> {
  readonly call: ApiCall
}

const Question = ({ call: { method, path }, ...question }: QuestionProps) => {
  const text = useText('resource')
  return (
    <ConfirmAction
      title={text('resource:tryApi.confirmTitle')}
      confirmLabel={text('resource:tryApi.send')}
      isDestructive
      {...question}
    >
      {text('resource:tryApi.confirmText', { call: `${method} ${path}` })}
    </ConfirmAction>
  )
}

/** A call with its parameters and body to fill in, and what it is answered. */
export const CallForm = (props: CallFormProps) => {
  const { call, caller } = props
  const text = useText('resource')
  const { fields, sending, submit, question } = useCall(call, caller)
  const { error, data, isPending } = sending
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    submit()
  }
  return (
    <>
      <Section title={call.summary}>
        <Box component="form" noValidate onSubmit={handleSubmit}>
          <Stack spacing={2} sx={{ maxWidth: 640 }}>
            <CallFacts call={call} />
            <Fields {...props} fields={fields} failure={error} />
            <div>
              <Button type="submit" kind="primary" isPending={isPending}>
                {text('resource:tryApi.send')}
              </Button>
            </div>
            {!(error instanceof NoJson) && <ErrorNotice error={error} />}
          </Stack>
        </Box>
      </Section>
      {data !== undefined && <ShownAnswer answer={data} />}
      {question !== null && <Question call={call} {...question} />}
    </>
  )
}
