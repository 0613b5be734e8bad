import Stack from '@mui/material/Stack'
import type { Severity } from '@signet/rules/severity'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { EditForm } from '../../../kit/EditForm.tsx'
import { oneQuery } from '../../../kit/entity.ts'
import { QueryView } from '../../../kit/QueryView.tsx'
import { TabbedPage } from '../../../kit/TabbedPage.tsx'
import { WeakerOf } from '../../../kit/weaker.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { SyslogActions } from './SyslogActions.tsx'
import { type Collector, collectorPath, collectors } from './syslog-applications.queries.ts'
import { formOf, SyslogFields, SyslogForm, useSyslogLabels } from './syslog-form.tsx'

interface ReadProps {
  readonly read: Tagged<Collector>
}

const severities: Readonly<Record<Collector['state'], Severity>> = {
  ACTIVE: 'OK',
  FAILING: 'WARNING',
  OFF: 'INFO',
}

const Editor = ({ read }: ReadProps) => {
  const text = useText('resource')
  const { labels } = useSyslogLabels()
  const { name } = read.value
  return (
    <EditForm
      entity={collectors}
      {...{ read, formOf }}
      schema={SyslogForm}
      labels={labels}
      saved={() => text('resource:applications.saved', { name })}
    >
      <WeakerOf kind="SYSLOG_APPLICATION">
        <SyslogFields />
      </WeakerOf>
    </EditForm>
  )
}

const Definition = ({ read }: ReadProps) => {
  const text = useText('resource')
  const { label } = useSyslogLabels()
  const { host, port, security, events, detail } = read.value
  return (
    <Facts
      facts={[
        { label: label('host'), value: `${host}:${port}` },
        { label: label('security'), value: text(`resource:syslog.security.${security}`) },
        { label: label('events'), value: events.join(', ') },
        { label: label('detail'), value: text(`resource:syslog.detail.${detail}`) },
      ]}
    />
  )
}

const Standing = ({ collector }: { readonly collector: Collector }) => {
  const text = useText('resource')
  const { date } = useFormats()
  const fact = (key: 'lastSuccess' | 'failingSince' | 'created', value: string | null) => ({
    label: text(`resource:syslog.facts.${key}`),
    value: value === null ? '' : date(value),
  })
  return (
    <Facts
      facts={[
        fact('lastSuccess', collector.lastSuccessAt),
        fact('failingSince', collector.failingSince),
        fact('created', collector.createdAt),
      ]}
    />
  )
}

const General = ({ read }: ReadProps) => {
  const text = useText('resource')
  const may = useMay()
  const { failure } = read.value
  return (
    <Stack spacing={2}>
      {failure !== null && (
        <Notice severity="warning">{text(`resource:syslog.failure.${failure}`)}</Notice>
      )}
      <Section
        title={text('resource:applications.sections.general')}
        description={text('resource:syslog.kindText')}
      >
        {may(['APPLICATIONS', 'EDIT']) ? <Editor read={read} /> : <Definition read={read} />}
      </Section>
      <Section title={text('resource:apiApplications.sections.standing')}>
        <Standing collector={read.value} />
      </Section>
    </Stack>
  )
}

const tabKeys = ['general'] as const
const contentOf = (read: ReadProps['read']): ReactNode => <General read={read} />

interface LoadedProps extends ReadProps {
  readonly tab: string | undefined
}

const Loaded = ({ read, tab }: LoadedProps) => {
  const text = useText('resource')
  const { id, name, state } = read.value
  return (
    <TabbedPage
      title={name}
      tag={<Tag label={text(`resource:syslog.states.${state}`)} severity={severities[state]} />}
      actions={<SyslogActions collector={read.value} />}
      base={collectorPath(id)}
      tab={tab}
      tabs={tabKeys.map((key) => ({
        key,
        label: text(`resource:applications.tabs.${key}`),
        content: () => contentOf(read),
      }))}
    />
  )
}

/** One collector, with how it is doing. */
const SyslogPage = () => {
  const { id = '', tab } = useParams()
  return (
    <QueryView query={useQuery(oneQuery(collectors, id))} isPage>
      {(read) => <Loaded read={read} tab={tab} />}
    </QueryView>
  )
}

export default SyslogPage
