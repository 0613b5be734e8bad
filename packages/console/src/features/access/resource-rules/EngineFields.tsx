import { optionsOf } from '../../../kit/fields.ts'
import { FormSelect } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useRiskEngines } from '../../../pickers/risk-engines.ts'
import type { TypedRule } from './rule-form.ts'

/** Which risk engine is asked, and from what it says on the factor fails. */
export const EngineFields = ({ at }: { readonly at: number }) => {
  const text = useText('resource')
  const levels = optionsOf(['MEDIUM', 'HIGH'], (value) => text(`resource:rules.engine.${value}`))
  return (
    <>
      <FormSelect<TypedRule>
        name={`factors.${at}.engineId`}
        label={text('resource:rules.engine.name')}
        placeholder={text('resource:rules.choose')}
        options={useRiskEngines().map(({ id, name }) => ({ value: id, label: name }))}
        isRequired
      />
      <FormSelect<TypedRule>
        name={`factors.${at}.failsFrom`}
        label={text('resource:rules.engine.failsFrom')}
        options={levels}
      />
    </>
  )
}
