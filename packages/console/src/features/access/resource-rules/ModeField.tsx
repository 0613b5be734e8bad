import { FormSelect } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import type { TypedRule } from './rule-form.ts'

const modes = ['ALLOWED', 'DENIED'] as const

/** Whether what is listed is where somebody should be, or where not. */
export const ModeField = ({ at }: { readonly at: number }) => {
  const text = useText('resource')
  return (
    <FormSelect<TypedRule>
      name={`factors.${at}.mode`}
      label={text('resource:rules.mode')}
      options={modes.map((value) => ({ value, label: text(`resource:rules.modes.${value}`) }))}
    />
  )
}
