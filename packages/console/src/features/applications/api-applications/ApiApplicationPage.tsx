import Stack from '@mui/material/Stack'
import { severityOf } from '@signet/rules/severity'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { durationText } from '../../../kit/durations.ts'
import { EditForm } from '../../../kit/EditForm.tsx'
import { oneQuery } from '../../../kit/entity.ts'
import { NoSuchPage } from '../../../kit/no-such-page.ts'
import { QueryView } from '../../../kit/QueryView.tsx'
import { TabbedPage } from '../../../kit/TabbedPage.tsx'
import { WeakerOf } from '../../../kit/weaker.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useRoleWords } from '../../../pickers/role-words.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { AgentSetUp } from './AgentSetUp.tsx'
import { ApiApplicationActions } from './ApiApplicationActions.tsx'
import { formFor, formOf, ProgramFields, useProgramLabels } from './api-application-form.tsx'
import {
  isProgramType,
  type Program,
  type ProgramType,
  programPath,
  programsOf,
} from './api-applications.queries.ts'

interface ReadProps {
  readonly read: Tagged<Program>
}

const Editor = ({ read }: ReadProps) => {
  const text = useText('resource')
  const { labels } = useProgramLabels()
  const { name, applicationType } = read.value
  return (
    <EditForm
      entity={programsOf(applicationType)}
      {...{ read, formOf }}
      schema={formFor(applicationType)}
      labels={labels}
      saved={() => text('resource:applications.saved', { name })}
    >
      <WeakerOf kind="API_APPLICATION">
        <ProgramFields type={applicationType} />
      </WeakerOf>
    </EditForm>
  )
}

const Definition = ({ read }: ReadProps) => {
  const { label } = useProgramLabels()
  const { nameOf } = useRoleWords()
  const { description, roleName, roleBuiltIn, addresses, tokenTtlSeconds } = read.value
  const role = roleName === null ? '' : nameOf({ name: roleName, builtIn: roleBuiltIn })
  return (
    <Facts
      facts={[
        { label: label('description'), value: description },
        { label: label('roleId'), value: role },
        { label: label('addresses'), value: addresses.join(', ') },
        { label: label('tokenTtlSeconds'), value: durationText(tokenTtlSeconds, 'sec') },
      ]}
    />
  )
}

const Standing = ({ program }: { readonly program: Program }) => {
  const text = useText('resource')
  const { date } = useFormats()
  const time = (value: string | null): string => (value === null ? '' : date(value))
  const fact = (key: 'lastUsed' | 'formerSecret' | 'created', value: string | null) => ({
    label: text(`resource:apiApplications.facts.${key}`),
    value: time(value),
  })
  return (
    <Facts
      facts={[
        fact('lastUsed', program.lastUsedAt),
        fact('formerSecret', program.formerSecretEndsAt),
        fact('created', program.createdAt),
      ]}
    />
  )
}

const General = ({ read }: ReadProps) => {
  const text = useText('resource')
  const may = useMay()
  return (
    <Stack spacing={2}>
      <Section
        title={text('resource:applications.sections.general')}
        description={text(`resource:apiApplications.kindText.${read.value.applicationType}`)}
      >
        {may(['APPLICATIONS', 'EDIT']) ? <Editor read={read} /> : <Definition read={read} />}
      </Section>
      <Section title={text('resource:apiApplications.sections.standing')}>
        <Standing program={read.value} />
      </Section>
      <AgentSetUp program={read.value} />
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
  const { id, name, enabled, applicationType } = read.value
  const status = enabled ? 'ACTIVE' : 'INACTIVE'
  return (
    <TabbedPage
      title={name}
      id={{ value: id, copyLabel: text('resource:apiApplications.copyId') }}
      tag={
        <Tag label={text(`resource:applications.status.${status}`)} severity={severityOf(status)} />
      }
      actions={<ApiApplicationActions program={read.value} />}
      base={programPath(id, applicationType)}
      tab={tab}
      tabs={tabKeys.map((key) => ({
        key,
        label: text(`resource:applications.tabs.${key}`),
        content: () => contentOf(read),
      }))}
    />
  )
}

interface OneProps {
  readonly type: ProgramType
  readonly id: string
  readonly tab: string | undefined
}

const One = ({ type, id, tab }: OneProps) => (
  <QueryView query={useQuery(oneQuery(programsOf(type), id))} isPage>
    {(read) => <Loaded read={read} tab={tab} />}
  </QueryView>
)

/** One program, with how it is doing. */
const ApiApplicationPage = () => {
  const { templateId = '', id = '', tab } = useParams()
  if (!isProgramType(templateId)) return <NoSuchPage />
  return <One type={templateId} id={id} tab={tab} />
}

export default ApiApplicationPage
