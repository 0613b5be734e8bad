import Stack from '@mui/material/Stack'
import type { Severity } from '@signet/rules/severity'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { TabbedPage } from '../../../kit/TabbedPage.tsx'
import { WeakerOf } from '../../../kit/weaker.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { SyslogActions } from './SyslogActions.tsx'
import {
  type Change,
  type Collector,
  collectorPath,
  collectorQuery,
  readCollector,
  useCollectorChanges,
} from './syslog-applications.queries.ts'
import { formOf, SyslogFields, SyslogForm, useSyslogLabels } from './syslog-form.tsx'

interface ReadProps {
  readonly read: Tagged<Collector>
}

const severities: Readonly<Record<Collector['state'], Severity>> = {
  ACTIVE: 'OK',
  FAILING: 'WARNING',
  OFF: 'INFO',
}

const versionOf = ({ value, etag }: Tagged<Collector>) => ({ value: formOf(value), etag })

const Editor = ({ read }: ReadProps) => {
  const text = useText('resource')
  const { labels } = useSyslogLabels()
  const { save } = useCollectorChanges()
  const { id, name } = read.value
  return (
    <EntityForm
      key={read.etag}
      schema={SyslogForm}
      initial={versionOf(read)}
      labels={labels}
      reload={async () => versionOf(await readCollector(id))}
      save={(body: Change, etag) => save.mutateAsync({ id, body, etag })}
      onSaved={() => showMessage(text('resource:applications.saved', { name }))}
    >
      <WeakerOf kind="SYSLOG_APPLICATION">
        <SyslogFields />
      </WeakerOf>
    </EntityForm>
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
    <QueryView query={useQuery(collectorQuery(id))} isPage>
      {(read) => <Loaded read={read} tab={tab} />}
    </QueryView>
  )
}

export default SyslogPage
