import { useFormContext } from 'react-hook-form'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { type Definition, DefinitionForm, type Prefix } from './definition-form.ts'

interface PreviewButtonProps {
  readonly prefix: Prefix
  readonly onPreview: (definition: Definition) => void
}

/** Shows what the report of the form around it would tell; faults stand at their fields. */
export const PreviewButton = ({ prefix, onPreview }: PreviewButtonProps) => {
  const text = useText('dashboard')
  const { getValues, trigger } = useFormContext<Record<string, unknown>>()
  const show = (): void => {
    const given = prefix === '' ? getValues() : getValues('report')
    const { data } = DefinitionForm.safeParse(given)
    if (data === undefined) void trigger()
    else onPreview(data)
  }
  return <Button onClick={show}>{text('dashboard:reports.preview.action')}</Button>
}
