import { NewSubscriber } from '@signet/contract/provider/subscribers'
import { TenantHostChange } from '@signet/contract/provider/tenants'
import { bundleTypes } from '@signet/rules/bundles'
import { z } from 'zod'
import { FormNumber, FormSelect, FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useSession } from '../../../session/session-context.tsx'
import type { TenantDetail } from './tenants.queries.ts'

/** A name without a dot is completed by the provider's own host. */
const completed = (name: string, own: string): string => {
  const typed = name.trim()
  return typed === '' || typed.includes('.') ? typed : `${typed}.${own}`
}

/** Without an address, the setup link is shown. */
export const newTenantForm = (own: string) =>
  z
    .object({
      companyName: z.string(),
      hostname: z.string(),
      authenticationAccount: z.boolean(),
      issuanceAccount: z.boolean(),
      isSp: z.boolean(),
      entitlement: z.object({
        bundle: z.string(),
        users: z.number().nullable(),
        contractMode: z.string(),
      }),
      administrator: z.object({ email: z.string() }),
    })
    .transform(({ hostname, administrator, ...values }): unknown => ({
      ...values,
      hostname: completed(hostname, own),
      administrator: administrator.email.trim() === '' ? null : administrator,
    }))
    .pipe(NewSubscriber)

type NewTenantValues = z.input<ReturnType<typeof newTenantForm>>

export const newTenant: NewTenantValues = {
  companyName: '',
  hostname: '',
  authenticationAccount: true,
  issuanceAccount: false,
  isSp: false,
  entitlement: { bundle: 'STANDARD', users: null, contractMode: 'TRIAL' },
  administrator: { email: '' },
}

export const useNewTenantLabels = () => {
  const text = useText('serviceProvider')
  const label = (name: Parameters<typeof fieldKey>[0]) => text(fieldKey(name))
  const labels: Readonly<Record<string, string>> = {
    companyName: label('companyName'),
    hostname: label('hostname'),
    authenticationAccount: label('authenticationAccount'),
    issuanceAccount: label('issuanceAccount'),
    isSp: label('isSp'),
    'entitlement.bundle': label('bundle'),
    'entitlement.users': label('users'),
    'entitlement.contractMode': label('contractMode'),
    'administrator.email': label('email'),
  }
  return labels
}

type Field =
  | 'companyName'
  | 'hostname'
  | 'authenticationAccount'
  | 'issuanceAccount'
  | 'isSp'
  | 'bundle'
  | 'users'
  | 'contractMode'
  | 'email'
  | 'aliases'
const fieldKey = <const F extends Field>(field: F) =>
  `serviceProvider:tenants.fields.${field}` as const

/** What the tenant is: an authentication account, an issuance account, a provider. */
const KindFields = () => {
  const text = useText('serviceProvider')
  const { theme } = useSession()
  return (
    <>
      <FormToggle<NewTenantValues>
        name="authenticationAccount"
        label={text(fieldKey('authenticationAccount'))}
      />
      <FormToggle<NewTenantValues>
        name="issuanceAccount"
        label={text(fieldKey('issuanceAccount'))}
      />
      {theme.parentHostname === null && (
        <FormToggle<NewTenantValues>
          name="isSp"
          label={text(fieldKey('isSp'))}
          hint={text('serviceProvider:tenants.hints.isSp')}
        />
      )}
    </>
  )
}

/** What it buys. */
const EntitlementFields = () => {
  const text = useText('serviceProvider')
  return (
    <>
      <FormSelect<NewTenantValues>
        name="entitlement.bundle"
        label={text(fieldKey('bundle'))}
        options={bundleTypes.map((value) => ({ value, label: value }))}
      />
      <FormNumber<NewTenantValues>
        name="entitlement.users"
        label={text(fieldKey('users'))}
        hint={text('serviceProvider:tenants.hints.users')}
      />
      <FormSelect<NewTenantValues>
        name="entitlement.contractMode"
        label={text(fieldKey('contractMode'))}
        options={(['TRIAL', 'PRODUCTION'] as const).map((value) => ({
          value,
          label: text(`serviceProvider:tenants.contractModes.${value}`),
        }))}
      />
    </>
  )
}

export const NewTenantFields = () => {
  const text = useText('serviceProvider')
  const { theme } = useSession()
  return (
    <>
      <FormText<NewTenantValues>
        name="companyName"
        label={text(fieldKey('companyName'))}
        isRequired
        maxLength={200}
      />
      <FormText<NewTenantValues>
        name="hostname"
        label={text(fieldKey('hostname'))}
        hint={text('serviceProvider:tenants.hints.hostname', { host: theme.hostname })}
        isRequired
        maxLength={253}
      />
      <KindFields />
      <EntitlementFields />
      <FormText<NewTenantValues>
        name="administrator.email"
        label={text(fieldKey('email'))}
        hint={text('serviceProvider:tenants.hints.email')}
        type="email"
        maxLength={320}
      />
    </>
  )
}

/** Aliases one per line. */
export const HostForm = z
  .object({ hostname: z.string(), aliases: z.string() })
  .transform(({ hostname, aliases }): unknown => ({
    hostname,
    aliases: aliases.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()])),
  }))
  .pipe(TenantHostChange)
type HostValues = z.input<typeof HostForm>

export const hostFormOf = ({ hostname, aliases }: TenantDetail): HostValues => ({
  hostname,
  aliases: aliases.join('\n'),
})

export const useHostLabels = () => {
  const text = useText('serviceProvider')
  const labels: Readonly<Record<string, string>> = {
    hostname: text(fieldKey('hostname')),
    aliases: text(fieldKey('aliases')),
  }
  return labels
}

export const HostFields = () => {
  const text = useText('serviceProvider')
  return (
    <>
      <FormText<HostValues>
        name="hostname"
        label={text(fieldKey('hostname'))}
        hint={text('serviceProvider:tenants.hints.newHostname')}
        isRequired
        maxLength={253}
      />
      <FormText<HostValues>
        name="aliases"
        label={text(fieldKey('aliases'))}
        hint={text('serviceProvider:tenants.hints.aliases')}
        rows={3}
      />
    </>
  )
}
