import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { EditForm } from '../../../kit/EditForm.tsx'
import { oneQuery } from '../../../kit/entity.ts'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { PolicyTag } from '../../../pickers/policies/PolicyTag.tsx'
import { type GroupPolicy, policies } from '../../../pickers/policies/policies.queries.ts'
import { PolicyForm, typedPolicy } from '../../../pickers/policies/policy-form.ts'
import { usePolicyLabels } from '../../../pickers/policies/policy-labels.ts'
import { policySubjects } from '../../../pickers/policies/policy-subjects.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { PolicyFields } from './PolicyFields.tsx'
import { RemovePolicyDialog } from './RemovePolicyDialog.tsx'

/** The same settings page by page, beside what everybody has. */
const Pages = ({ id }: { readonly id: string }) => {
  const text = useText('settings')
  return (
    <Section
      title={text('settings:policies.ofPage.pages')}
      description={text('settings:policies.ofPage.pagesText')}
    >
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
        {Object.entries(policySubjects).map(([subject, { title }]) => (
          <Button key={subject} to={`/settings/${subject}/${id}`}>
            {text(title)}
          </Button>
        ))}
      </Stack>
    </Section>
  )
}

const Editor = ({ read }: { readonly read: Tagged<GroupPolicy> }) => {
  const text = useText('settings')
  const isReadOnly = !useMay()(['SETTINGS', 'EDIT'])
  return (
    <Paper variant="outlined" sx={{ p: 2.5 }}>
      {isReadOnly && <Notice severity="info">{text('common:form.readOnly')}</Notice>}
      <EditForm
        entity={policies}
        read={read}
        formOf={typedPolicy}
        schema={PolicyForm}
        labels={usePolicyLabels()}
        saved={() => text('settings:policies.saved')}
        isReadOnly={isReadOnly}
      >
        <PolicyFields />
      </EditForm>
    </Paper>
  )
}

/** One policy: whose settings it sets, and which. */
const GroupPolicyPage = () => {
  const text = useText('settings')
  const query = useQuery(oneQuery(policies, useParams().id ?? ''))
  const mayRemove = useMay()(['SETTINGS', 'REMOVE'])
  const [isRemoving, setIsRemoving] = useState(false)
  const policy = query.data?.value
  const remove = mayRemove && policy !== undefined && (
    <Button onClick={() => setIsRemoving(true)}>{text('settings:policies.remove')}</Button>
  )
  return (
    <DetailsPage
      title={policy?.name ?? text('common:pages.groupPolicy')}
      tag={policy && <PolicyTag state={policy.state} />}
      actions={remove}
    >
      <QueryView query={query} skeleton={<FormSkeleton />}>
        {(read) => <Editor read={read} />}
      </QueryView>
      {policy !== undefined && <Pages id={policy.id} />}
      {isRemoving && policy !== undefined && (
        <RemovePolicyDialog
          policy={policy}
          listPath="/settings/grouppolicies"
          onClose={() => setIsRemoving(false)}
        />
      )}
    </DetailsPage>
  )
}

export default GroupPolicyPage
