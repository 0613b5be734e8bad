import {
  SyslogApplicationChange,
  SyslogDetail,
  SyslogSecurity,
} from '@signet/contract/operations/syslog-applications'
import { FormLines } from '../../../kit/FormLines.tsx'
import { FormNumber, FormSelect, FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import type { Change, Collector } from './syslog-applications.queries.ts'

export const SyslogForm = SyslogApplicationChange.required()

export const newCollector = {
  value: {
    name: '',
    description: '',
    enabled: true,
    host: '',
    port: 6514,
    security: 'TLS' as const,
    caCertificates: null,
    facility: 13,
    events: ['*'],
    detail: 'FULL' as const,
  },
  etag: null,
}

export const formOf = (collector: Collector): Change => {
  const { name, description, enabled, host, port, security } = collector
  const { caCertificates, facility, events, detail } = collector
  return {
    name,
    description,
    enabled,
    host,
    port,
    security,
    caCertificates,
    facility,
    events,
    detail,
  }
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

/** The fields as people see them: one by one, and all for the summary of faults. */
export const useSyslogLabels = () => {
  const text = useText('resource')
  const label = (name: (typeof fields)[number]): string => text(`resource:syslog.fields.${name}`)
  const labels: Readonly<Record<string, string>> = Object.fromEntries(
    fields.map((name) => [name, label(name)]),
  )
  return { label, labels }
}

const Receiver = () => {
  const text = useText('resource')
  const { label } = useSyslogLabels()
  return (
    <>
      <FormText<Change> name="host" label={label('host')} isRequired maxLength={253} />
      <FormNumber<Change> name="port" label={label('port')} isRequired />
      <FormSelect<Change>
        name="security"
        label={label('security')}
        hint={text('resource:syslog.hints.security')}
        options={SyslogSecurity.options.map((value) => ({
          value,
          label: text(`resource:syslog.security.${value}`),
        }))}
      />
      <FormText<Change>
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
      <FormText<Change> name="name" label={label('name')} isRequired maxLength={100} />
      <FormText<Change> name="description" label={label('description')} rows={2} maxLength={500} />
      <Receiver />
      <FormLines<Change>
        name="events"
        label={label('events')}
        hint={text('resource:syslog.hints.events')}
        rows={3}
      />
      <FormSelect<Change>
        name="detail"
        label={label('detail')}
        options={SyslogDetail.options.map((value) => ({
          value,
          label: text(`resource:syslog.detail.${value}`),
        }))}
      />
      <FormNumber<Change>
        name="facility"
        label={label('facility')}
        hint={text('resource:syslog.hints.facility')}
      />
      <FormToggle<Change> name="enabled" label={label('enabled')} />
    </>
  )
}
