import type { ConnectorUse } from '@signet/rules/connectors'
import type { Need } from '@signet/rules/permissions'
import { useWatch } from 'react-hook-form'
import { FormToggle } from '../../kit/form-fields.tsx'
import { SettingsForm } from '../../kit/SettingsForm.tsx'
import type { Tagged } from '../../lib/call.ts'
import { useText } from '../../lib/i18n.ts'
import { ConnectorFields, useConnectorLabels } from './ConnectorFields.tsx'
import { ConnectorTest } from './ConnectorTest.tsx'
import {
  type Connector,
  connectorForm,
  type GivenConnector,
  type TypedConnector,
  typedOf,
} from './connector-form.ts'

interface ConnectorSectionProps {
  readonly use: ConnectorUse
  /** The name it is saved by. */
  readonly saved: string
  readonly queryKey: readonly unknown[]
  readonly read: (signal?: AbortSignal) => Promise<Tagged<Connector | null>>
  readonly save: (connector: GivenConnector | null, etag: string | null) => Promise<unknown>
  /** What a change takes; that on settings where it is left out. */
  readonly needs?: Need
}

const Fields = ({ use, saved }: Pick<ConnectorSectionProps, 'use' | 'saved'>) => {
  const text = useText('settings')
  const isOn = useWatch<TypedConnector, 'enabled'>({ name: 'enabled' })
  return (
    <>
      <FormToggle<TypedConnector> name="enabled" label={text('settings:connectors.enabled')} />
      {isOn && (
        <>
          <ConnectorFields use={use} isKept />
          <ConnectorTest use={use} saved={saved} />
        </>
      )}
    </>
  )
}

/** One connector as a form of its own: switched on, described, tried. */
export const ConnectorSection = (props: ConnectorSectionProps) => {
  const { use, saved, queryKey, read, save, needs } = props
  const { labels } = useConnectorLabels()
  return (
    <SettingsForm
      queryKey={queryKey}
      schema={connectorForm(use)}
      read={async (signal) => {
        const { value, etag } = await read(signal)
        return { value: typedOf(value), etag }
      }}
      save={save}
      labels={labels}
      {...(needs === undefined ? {} : { needs })}
    >
      <Fields use={use} saved={saved} />
    </SettingsForm>
  )
}
