import Paper from '@mui/material/Paper'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import {
  type GroupPolicy,
  groupPolicyQuery,
  readOne,
  useGroupPolicyChanges,
} from './group-policies.queries.ts'
import { PolicyFields, usePolicyLabels } from './PolicyFields.tsx'
import { PolicyTag } from './PolicyTag.tsx'
import { PolicyForm, typedPolicy } from './policy-form.ts'
import { RemovePolicyDialog } from './RemovePolicyDialog.tsx'

const versionOf = ({ value, etag }: Tagged<GroupPolicy>) => ({ value: typedPolicy(value), etag })

const Editor = ({ read }: { readonly read: Tagged<GroupPolicy> }) => {
  const text = useText('settings')
  const { save } = useGroupPolicyChanges()
  const isReadOnly = !useMay()(['SETTINGS', 'EDIT'])
  const { id } = read.value
  return (
    <Paper variant="outlined" sx={{ p: 2.5 }}>
      {isReadOnly && <Notice severity="info">{text('common:form.readOnly')}</Notice>}
      <EntityForm
        key={read.etag}
        schema={PolicyForm}
        initial={versionOf(read)}
        labels={usePolicyLabels()}
        reload={async () => versionOf(await readOne(id))}
        save={(body, etag) => save.mutateAsync({ id, body, etag })}
        onSaved={() => showMessage(text('settings:policies.saved'))}
        isReadOnly={isReadOnly}
      >
        <PolicyFields />
      </EntityForm>
    </Paper>
  )
}

/** One policy: whose settings it sets, and which. */
const GroupPolicyPage = () => {
  const text = useText('settings')
  const navigate = useNavigate()
  const query = useQuery(groupPolicyQuery(useParams().id ?? ''))
  const mayRemove = useMay()(['SETTINGS', 'REMOVE'])
  const [isRemoving, setIsRemoving] = useState(false)
  const policy = query.data?.value
  const remove = mayRemove && policy !== undefined && (
    <Button onClick={() => setIsRemoving(true)}>{text('settings:policies.remove')}</Button>
  )
  return (
    <>
      <PageHeader
        title={policy?.name ?? text('common:pages.groupPolicy')}
        tag={policy && <PolicyTag state={policy.state} />}
        actions={remove}
      />
      <QueryView query={query} skeleton={<FormSkeleton />}>
        {(read) => <Editor read={read} />}
      </QueryView>
      {isRemoving && policy !== undefined && (
        <RemovePolicyDialog
          policy={policy}
          onRemoved={() => void navigate('/settings/grouppolicies')}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </>
  )
}

export default GroupPolicyPage
