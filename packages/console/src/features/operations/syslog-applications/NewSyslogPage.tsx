import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { WeakerOf } from '../../../kit/weaker.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { type Change, collectorPath, useCollectorChanges } from './syslog-applications.queries.ts'
import { newCollector, SyslogFields, SyslogForm, useSyslogLabels } from './syslog-form.tsx'

/** Adds a collector, and opens it. */
const NewSyslogPage = () => {
  const text = useText('resource')
  const navigate = useNavigate()
  const { labels } = useSyslogLabels()
  const { create } = useCollectorChanges()
  const madeId = useRef('')
  const save = async (values: Change): Promise<void> => {
    const { id, name } = await create.mutateAsync(values)
    madeId.current = id
    showMessage(text('resource:applications.created', { name }))
  }
  return (
    <>
      <PageHeader title={text('resource:syslog.kind')} detail={text('resource:syslog.kindText')} />
      <Section title={text('resource:applications.sections.general')}>
        <EntityForm
          schema={SyslogForm}
          initial={newCollector}
          labels={labels}
          save={save}
          saveLabel={text('resource:applications.create')}
          onSaved={() => void navigate(collectorPath(madeId.current))}
          onCancel={() => void navigate('/applications/add')}
        >
          <WeakerOf kind="SYSLOG_APPLICATION">
            <SyslogFields />
          </WeakerOf>
        </EntityForm>
      </Section>
    </>
  )
}

export default NewSyslogPage
