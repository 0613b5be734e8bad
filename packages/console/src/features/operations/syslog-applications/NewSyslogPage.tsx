import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { WeakerOf } from '../../../kit/weaker.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import { collectorPath, collectors } from './syslog-applications.queries.ts'
import { newCollector, SyslogFields, SyslogForm, useSyslogLabels } from './syslog-form.tsx'

/** Adds a collector, and opens it. */
const NewSyslogPage = () => {
  const text = useText('resource')
  const { labels } = useSyslogLabels()
  return (
    <FormPage title={text('resource:syslog.kind')} detail={text('resource:syslog.kindText')}>
      <Section title={text('resource:applications.sections.general')}>
        <NewForm
          entity={collectors}
          schema={SyslogForm}
          initial={newCollector}
          labels={labels}
          saveLabel={text('resource:applications.create')}
          made={({ name }) => text('resource:applications.created', { name })}
          pathOf={({ id }) => collectorPath(id)}
          listPath="/applications/add"
        >
          <WeakerOf kind="SYSLOG_APPLICATION">
            <SyslogFields />
          </WeakerOf>
        </NewForm>
      </Section>
    </FormPage>
  )
}

export default NewSyslogPage
