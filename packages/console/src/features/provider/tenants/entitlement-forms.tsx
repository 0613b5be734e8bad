import { EntitlementChange } from '@signet/contract/provider/tenant-entitlements'
import type { TenantEntitlement } from '@signet/contract/tenancy/entitlements'
import { bundleMoves, bundleTypes } from '@signet/rules/bundles'
import type { EntitlementType } from '@signet/rules/entitlements'
import { z } from 'zod'
import { labelsOf, optionsOf } from '../../../kit/fields.ts'
import { FormNumber, FormSelect, FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'

export type Bought = z.output<typeof TenantEntitlement>

/** Of this type; the end is local time, as its field holds it, and empty while none was agreed. */
export const entitlementForm = (type: EntitlementType) =>
  z
    .object({
      bundle: z.string().nullable(),
      allotment: z.number().nullable(),
      contractMode: z.string(),
      endDate: z.string(),
      overage: z.boolean(),
      smsVoiceAllotment: z.number().nullable(),
    })
    .transform(({ endDate, overage, ...values }): unknown => ({
      ...values,
      type,
      endDate: endDate === '' ? null : new Date(endDate).toISOString(),
      overageType: overage ? 'ALLOWED' : 'NO',
    }))
    .pipe(EntitlementChange)

type Typed = z.input<ReturnType<typeof entitlementForm>>

const localOf = (instant: string | null): string => {
  if (instant === null) return ''
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export const newEntitlement: Typed = {
  bundle: 'STANDARD',
  allotment: null,
  contractMode: 'TRIAL',
  endDate: '',
  overage: false,
  smsVoiceAllotment: null,
}

export const entitlementFormOf = (bought: Bought): Typed => ({
  bundle: bought.bundle,
  allotment: bought.allotment,
  contractMode: bought.contractMode,
  endDate: localOf(bought.endDate),
  overage: bought.overageType === 'ALLOWED',
  smsVoiceAllotment: bought.smsVoice?.allotment ?? null,
})

const names = [
  'bundle',
  'allotment',
  'contractMode',
  'endDate',
  'overage',
  'smsVoiceAllotment',
] as const

/** Users are counted for signing in, credentials for issuing. */
const counted = { AUTHENTICATION: 'users', ISSUANCE: 'credentials' } as const

export const useEntitlementLabels = (type: EntitlementType) => {
  const text = useText('serviceProvider')
  const keys = { allotment: counted[type], smsVoiceAllotment: 'smsVoice' } as const
  return labelsOf(names, (name) => {
    const key = name === 'allotment' || name === 'smsVoiceAllotment' ? keys[name] : name
    return text(`serviceProvider:entitlements.fields.${key}`)
  })
}

/** The present bundle, and those that it may move to. */
const bundlesFrom = (bought: Bought | null) =>
  bought === null || bought.bundle === null
    ? bundleTypes
    : bundleTypes.filter(
        (type) => type === bought.bundle || bundleMoves[bought.bundle ?? type].includes(type),
      )

interface FieldsProps {
  readonly type: EntitlementType
  readonly bought: Bought | null
}

export const EntitlementFields = ({ type, bought }: FieldsProps) => {
  const text = useText('serviceProvider')
  const labels = useEntitlementLabels(type)
  const hint = (name: 'bundle' | 'endDate' | 'number' | 'smsVoice') =>
    text(`serviceProvider:entitlements.hints.${name}`)
  return (
    <>
      <FormSelect<Typed>
        name="bundle"
        label={labels.bundle}
        hint={hint('bundle')}
        options={optionsOf(bundlesFrom(bought), (bundle) => bundle)}
      />
      <FormNumber<Typed> name="allotment" label={labels.allotment} hint={hint('number')} />
      <FormToggle<Typed> name="overage" label={labels.overage} />
      {type === 'AUTHENTICATION' && (
        <FormNumber<Typed>
          name="smsVoiceAllotment"
          label={labels.smsVoiceAllotment}
          hint={hint('smsVoice')}
        />
      )}
      <FormSelect<Typed>
        name="contractMode"
        label={labels.contractMode}
        options={optionsOf(['TRIAL', 'PRODUCTION'], (mode) =>
          text(`serviceProvider:tenants.contractModes.${mode}`),
        )}
      />
      <FormText<Typed>
        name="endDate"
        type="datetime-local"
        label={labels.endDate}
        hint={hint('endDate')}
      />
    </>
  )
}
