import type { Passthrough } from '@signet/contract/authenticators/passthrough'
import { connectorFaults } from '@signet/rules/connectors'
import { z } from 'zod'
import { FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import {
  ConnectorFields,
  useConnectorLabels,
} from '../../../pickers/connectors/ConnectorFields.tsx'
import { ConnectorTest } from '../../../pickers/connectors/ConnectorTest.tsx'
import { connectorOf, TypedFields, typedOf } from '../../../pickers/connectors/connector-form.ts'
import { FormGroups } from '../../../pickers/FormGroups.tsx'

const Typed = TypedFields.extend({
  name: z.string().trim().min(1).max(100),
  description: z.string().max(500),
  groupIds: z.array(z.string()),
})
type TypedPassthrough = z.input<typeof Typed>

/** A definition as it is typed, its connector's fields beside its own. */
export const PassthroughForm = Typed.superRefine((typed, context) => {
  for (const { path, message } of connectorFaults('PASSTHROUGH', connectorOf(typed))) {
    context.addIssue({ code: 'custom', path: path.split('.').slice(0, 2), message })
  }
}).transform((typed) => ({
  name: typed.name,
  description: typed.description,
  enabled: typed.enabled,
  groupIds: typed.groupIds,
  connector: connectorOf(typed),
}))

export const emptyPassthrough: TypedPassthrough = {
  ...typedOf(null),
  enabled: true,
  name: '',
  description: '',
  groupIds: [],
}

export const typedPassthrough = (read: z.output<typeof Passthrough>): TypedPassthrough => ({
  ...typedOf(read.connector),
  name: read.name,
  description: read.description,
  enabled: read.enabled,
  groupIds: read.groupIds,
})

const useOwnLabels = () => {
  const text = useText('settings')
  return {
    name: text('settings:connectors.passthrough.name'),
    description: text('settings:connectors.passthrough.description'),
    groupIds: text('settings:connectors.passthrough.groups'),
    enabled: text('settings:connectors.enabled'),
  }
}

export const usePassthroughLabels = () => ({ ...useConnectorLabels().labels, ...useOwnLabels() })

/** Everything that is said of a definition. */
export const PassthroughFields = ({ saved }: { readonly saved: string }) => {
  const text = useText('settings')
  const labels = useOwnLabels()
  return (
    <>
      <FormText<TypedPassthrough> name="name" label={labels.name} isRequired maxLength={100} />
      <FormText<TypedPassthrough> name="description" label={labels.description} maxLength={500} />
      <FormToggle<TypedPassthrough> name="enabled" label={labels.enabled} />
      <FormGroups<TypedPassthrough>
        name="groupIds"
        label={labels.groupIds}
        hint={text('settings:connectors.passthrough.groupsHint')}
      />
      <ConnectorFields use="PASSTHROUGH" isKept={saved !== ''} />
      <ConnectorTest use="PASSTHROUGH" saved={saved} />
    </>
  )
}
