import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import type { PolicyPartName } from '@signet/contract/settings/policy-parts'
import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { EditForm } from '../../kit/EditForm.tsx'
import { oneQuery } from '../../kit/entity.ts'
import { FieldGroup } from '../../kit/FieldGroup.tsx'
import { DetailsPage } from '../../kit/frames.tsx'
import { QueryView } from '../../kit/QueryView.tsx'
import type { Tagged } from '../../lib/call.ts'
import { useText } from '../../lib/i18n.ts'
import { useMay } from '../../session/session-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import { InheritedSetting } from './InheritedSetting.tsx'
import { OwnSetting } from './PartFields.tsx'
import { PolicyTag } from './PolicyTag.tsx'
import { type GroupPolicy, policies } from './policies.queries.ts'
import { PolicyForm, settingsOf, type TypedPolicy, typedPolicy } from './policy-form.ts'
import { usePolicyLabels } from './policy-labels.ts'
import { parts } from './policy-parts.ts'
import { everybodysQuery, type PolicySubject, policySubjects } from './policy-subjects.ts'

type Values = Readonly<Record<string, unknown>>

interface PartProps {
  readonly part: PolicyPartName
  /** What everybody has. */
  readonly inherited: Values
  readonly isReadOnly: boolean
}

/** The own values of one part. A part without any is no part of the policy: the next one decides it. */
const useOwnValues = (part: PolicyPartName) => {
  const { setValue, unregister } = useFormContext<TypedPolicy>()
  const settings: TypedPolicy['settings'] = useWatch<TypedPolicy, 'settings'>({ name: 'settings' })
  const own: Values = settings[part] ?? {}
  const put = (next: Values): void => {
    const { [part]: _former, ...others } = settings
    const held = Object.keys(next).length === 0 ? others : { ...others, [part]: { ...next } }
    setValue('settings', held, { shouldDirty: true })
  }
  return {
    own,
    set: (field: string, value: unknown): void => put({ ...own, [field]: value }),
    giveBack: (field: string): void => {
      const { [field]: _gone, ...rest } = own
      unregister(`settings.${part}.${field}`)
      put(rest)
    },
  }
}

const Part = ({ part, inherited, isReadOnly }: PartProps) => {
  const text = useText('settings')
  const { own, set, giveBack } = useOwnValues(part)
  return (
    <FieldGroup label={text(parts[part].title)}>
      {() => (
        <Stack spacing={1.5} sx={{ pl: 2, borderLeft: 2, borderColor: 'divider' }}>
          {[...settingsOf(part)].map(([field, setting]) =>
            own[field] === undefined ? (
              <InheritedSetting
                key={field}
                {...{ setting, isReadOnly }}
                value={inherited[field]}
                onSet={() => set(field, inherited[field])}
              />
            ) : (
              <OwnSetting
                key={field}
                {...{ part, field, setting }}
                onRemove={() => giveBack(field)}
              />
            ),
          )}
        </Stack>
      )}
    </FieldGroup>
  )
}

interface EditorProps {
  readonly subject: PolicySubject
  readonly read: Tagged<GroupPolicy>
}

const Editor = ({ subject, read }: EditorProps) => {
  const text = useText('settings')
  const isReadOnly = !useMay()(['SETTINGS', 'EDIT'])
  const everybodys = useQuery(everybodysQuery(subject))
  const labels = usePolicyLabels()
  return (
    <Paper variant="outlined" sx={{ p: 2.5 }}>
      {isReadOnly && <Notice severity="info">{text('common:form.readOnly')}</Notice>}
      <QueryView query={everybodys} skeleton={<FormSkeleton />}>
        {(inherited) => (
          <EditForm
            entity={policies}
            read={read}
            formOf={typedPolicy}
            schema={PolicyForm}
            labels={labels}
            saved={() => text('settings:policies.saved')}
            isReadOnly={isReadOnly}
          >
            {policySubjects[subject].parts.map((part) => (
              <Part key={part} {...{ part, isReadOnly }} inherited={inherited.get(part) ?? {}} />
            ))}
          </EditForm>
        )}
      </QueryView>
    </Paper>
  )
}

interface PolicySubjectPageProps {
  readonly subject: PolicySubject
  /** Of the group policy. */
  readonly id: string
}

/** What a policy has of its own among the settings of one page, and what its people have like everybody. */
export const PolicySubjectPage = ({ subject, id }: PolicySubjectPageProps) => {
  const text = useText('settings')
  const query = useQuery(oneQuery(policies, id))
  const policy = query.data?.value
  const page = text(policySubjects[subject].title)
  const groups = policy?.groups.map(({ name }) => name).join(', ')
  return (
    <DetailsPage
      title={
        policy === undefined
          ? page
          : text('settings:policies.ofPage.title', { page, policy: policy.name })
      }
      tag={policy && <PolicyTag state={policy.state} />}
      detail={groups && text('settings:policies.ofPage.detail', { groups })}
      actions={
        <Button to={`/settings/grouppolicies/${id}`}>
          {text('settings:policies.ofPage.back')}
        </Button>
      }
    >
      <QueryView query={query} skeleton={<FormSkeleton />}>
        {(read) => <Editor subject={subject} read={read} />}
      </QueryView>
    </DetailsPage>
  )
}
