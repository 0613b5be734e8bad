import Stack from '@mui/material/Stack'
import { useText } from '../../../lib/i18n.ts'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import type { Parameter } from './api-calls.queries.ts'
import { type Caller, keyOf, type Values } from './send-call.ts'

const plain = (value: string): string => {
  const parsed: unknown = JSON.parse(value)
  return String(parsed)
}

interface ParameterFieldProps {
  readonly parameter: Parameter
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

const ParameterField = ({ parameter, value, error, onChange }: ParameterFieldProps) => {
  const { name, text, isRequired, values, type } = parameter
  const field = { label: name, hint: text.replaceAll('`', ''), error, isRequired, value, onChange }
  if (values.length === 0 || type.startsWith('array')) return <TextInput {...field} />
  const options = values.map(plain).map((one) => ({ value: one, label: one }))
  return <SelectInput {...field} options={options} placeholder="–" />
}

interface ParameterFieldsProps {
  readonly parameters: readonly Parameter[]
  readonly values: Values
  /** Whether those that are missing are said to be. */
  readonly isChecked: boolean
  readonly onChange: (values: Values) => void
}

/** A field for each parameter of the path, the query and the headers. */
export const ParameterFields = (props: ParameterFieldsProps) => {
  const { parameters, values, isChecked, onChange } = props
  const text = useText('resource')
  return (
    <Stack spacing={2}>
      {parameters.map((parameter) => {
        const key = keyOf(parameter)
        const value = values[key] ?? ''
        const isMissing = isChecked && parameter.isRequired && value === ''
        return (
          <ParameterField
            key={key}
            parameter={parameter}
            value={value}
            error={isMissing ? text('resource:tryApi.missing') : undefined}
            onChange={(next) => onChange({ ...values, [key]: next })}
          />
        )
      })}
    </Stack>
  )
}

interface CallerFieldsProps {
  readonly caller: Caller
  readonly onChange: (caller: Caller) => void
}

/** As whom the call is made. A token stays in the memory of the page. */
export const CallerFields = ({ caller, onChange }: CallerFieldsProps) => {
  const text = useText('resource')
  return (
    <Stack spacing={2}>
      <SelectInput
        label={text('resource:tryApi.caller')}
        value={caller.kind}
        onChange={(kind) => onChange(kind === 'token' ? { kind, token: '' } : { kind: 'session' })}
        options={[
          { value: 'session', label: text('resource:tryApi.session') },
          { value: 'token', label: text('resource:tryApi.token') },
        ]}
      />
      {caller.kind === 'token' && (
        <TextInput
          type="password"
          label={text('resource:tryApi.token')}
          hint={text('resource:tryApi.tokenHint')}
          value={caller.token}
          onChange={(token) => onChange({ kind: 'token', token })}
        />
      )}
    </Stack>
  )
}
