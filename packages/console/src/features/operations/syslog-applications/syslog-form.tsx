import {
  SyslogApplicationChange,
  SyslogDetail,
  SyslogSecurity,
} from '@signet/contract/operations/syslog-applications'
import type { z } from 'zod'
import { FormLines } from '../../../kit/FormLines.tsx'
import { labelsOf, optionsOf, picked } from '../../../kit/fields.ts'
import {
  FormHost,
  FormNumber,
  FormSelect,
  FormText,
  FormToggle,
} from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import type { Collector } from './syslog-applications.queries.ts'

export const SyslogForm = SyslogApplicationChange.required()
type SyslogValues = z.input<typeof SyslogForm>

export const newCollector: SyslogValues = {
  name: '',
  description: '',
  enabled: true,
  host: '',
  port: 6514,
  security: 'TLS',
  caCertificates: null,
  facility: 13,
  events: ['*'],
  detail: 'FULL',
}

const fields = [
  'name',
  'description',
  'enabled',
  'host',
  'port',
  'security',
  'caCertificates',
  'facility',
  'events',
  'detail',
] as const

export const formOf = (collector: Collector): SyslogValues => picked(collector, fields)

/** The fields as people see them: one by one, and all for the summary of faults. */
export const useSyslogLabels = () => {
  const text = useText('resource')
  const label = (name: (typeof fields)[number]): string => text(`resource:syslog.fields.${name}`)
  return { label, labels: labelsOf(fields, label) }
}

const Receiver = () => {
  const text = useText('resource')
  const { label } = useSyslogLabels()
  return (
    <>
      <FormHost<SyslogValues> name="host" portName="port" label={label('host')} isRequired />
      <FormNumber<SyslogValues> name="port" label={label('port')} isRequired />
      <FormSelect<SyslogValues>
        name="security"
        label={label('security')}
        hint={text('resource:syslog.hints.security')}
        options={optionsOf(SyslogSecurity.options, (value) =>
          text(`resource:syslog.security.${value}`),
        )}
      />
      <FormText<SyslogValues>
        name="caCertificates"
        label={label('caCertificates')}
        hint={text('resource:syslog.hints.caCertificates')}
        rows={4}
        whenEmpty={null}
      />
    </>
  )
}

/** Everything that is said of a collector. */
export const SyslogFields = () => {
  const text = useText('resource')
  const { label } = useSyslogLabels()
  return (
    <>
      <FormText<SyslogValues> name="name" label={label('name')} isRequired maxLength={100} />
      <FormText<SyslogValues>
        name="description"
        label={label('description')}
        rows={2}
        maxLength={500}
      />
      <Receiver />
      <FormLines<SyslogValues>
        name="events"
        label={label('events')}
        hint={text('resource:syslog.hints.events')}
        rows={3}
      />
      <FormSelect<SyslogValues>
        name="detail"
        label={label('detail')}
        options={optionsOf(SyslogDetail.options, (value) =>
          text(`resource:syslog.detail.${value}`),
        )}
      />
      <FormNumber<SyslogValues>
        name="facility"
        label={label('facility')}
        hint={text('resource:syslog.hints.facility')}
      />
      <FormToggle<SyslogValues> name="enabled" label={label('enabled')} />
    </>
  )
}
