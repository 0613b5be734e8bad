import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { fieldsOfWorkflow } from '@signet/card/enrolment/definition'
import { severityOf } from '@signet/rules/severity'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { type Conflict, conflictOf, isConflict } from '../../../kit/conflict.tsx'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import type { CallError } from '../../../lib/call-error.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import type { Named } from '../../../pickers/NamedPicker.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { MoreActions, PrintButton, usePrinting } from './EnrollmentActions.tsx'
import { type Clash, EnrollmentForm, type Written } from './EnrollmentForm.tsx'
import { searchPath } from './enrollment-paths.ts'
import {
  type Credential,
  credentialQuery,
  readCredential,
  useEnrollmentChanges,
} from './enrollments.queries.ts'
import { useStatusName } from './status-name.ts'
import { changesOf, type Values } from './values.ts'
import { WriteBacks } from './WriteBacks.tsx'

const useTitle = ({ enrollment }: Credential): string => {
  const text = useText('issuancePortal')
  return enrollment.title || text('issuancePortal:enrollments.unnamed')
}

const DeleteButton = ({ credential }: { readonly credential: Credential }) => {
  const text = useText('issuancePortal')
  const navigate = useNavigate()
  const { remove } = useEnrollmentChanges()
  const [isAsking, setIsAsking] = useState(false)
  const title = useTitle(credential)
  const { enrollment, workflow } = credential
  const run = async (): Promise<void> => {
    await remove.mutateAsync([enrollment.id])
    showMessage(text('issuancePortal:enrollments.deletes.done', { name: title }))
    void navigate(searchPath(workflow.id))
  }
  return (
    <>
      <Button kind="danger" icon={<DeleteIcon />} onClick={() => setIsAsking(true)}>
        {text('issuancePortal:enrollments.deletes.action')}
      </Button>
      {isAsking && (
        <ConfirmAction
          title={text('issuancePortal:enrollments.deletes.many', { count: 1 })}
          confirmLabel={text('issuancePortal:enrollments.deletes.action')}
          typed={title}
          isDestructive
          onConfirm={run}
          onClose={() => setIsAsking(false)}
        >
          {text('issuancePortal:enrollments.deletes.text')}
        </ConfirmAction>
      )}
    </>
  )
}

const groupOf = ({ groupId, groupName }: Credential['enrollment']) =>
  groupId === null ? null : { id: groupId, name: groupName ?? groupId }

interface FrameProps {
  readonly credential: Credential
  readonly children: ReactNode
}

const Frame = ({ credential, children }: FrameProps) => {
  const text = useText('issuancePortal')
  const may = useMay()
  const { date } = useFormats()
  const statusName = useStatusName()
  const title = useTitle(credential)
  const { enrollment, workflow } = credential
  const { status, modifiedAt, modifiedBy } = enrollment
  const detail = text('issuancePortal:enrollments.changedBy', {
    design: workflow.name,
    at: date(modifiedAt),
    by: modifiedBy,
  })
  return (
    <DetailsPage
      title={title}
      tag={<Tag label={statusName(status)} severity={severityOf(status)} />}
      detail={detail}
      actions={
        <>
          {may(['ISSUANCE', 'ADD']) && <PrintButton credential={credential} />}
          {may(['ENROLLMENTS', 'REMOVE']) && <DeleteButton credential={credential} />}
          <MoreActions credential={credential} name={title} />
        </>
      }
    >
      {children}
    </DetailsPage>
  )
}

interface PersonProps {
  readonly read: Tagged<Credential>
  readonly onSaved: () => Promise<unknown>
}

/** Pictures are told, not written out. */
const readable = (value: string): string => (value.startsWith('data:') ? '…' : value)

const withoutPictures = ({ changes, changedBy }: Conflict): Conflict => ({
  changedBy,
  changes: changes.map(({ name, theirs, mine }) => ({
    name,
    theirs: readable(theirs),
    mine: readable(mine),
  })),
})

/** What two versions can be compared by. */
const useComparable = ({ definition }: Credential) => {
  const text = useText('issuancePortal')
  const groupLabel = text('issuancePortal:enrollments.group')
  const names = fieldsOfWorkflow(definition).map(({ name }) => name)
  return {
    labels: {
      ...Object.fromEntries(names.map((name) => [`value ${name}`, name])),
      group: groupLabel,
    },
    comparable: (values: Values, group: Named | null): Readonly<Record<string, string>> => ({
      ...Object.fromEntries(names.map((name) => [`value ${name}`, values[name] ?? ''])),
      group: group?.name ?? '',
    }),
  }
}

const bodyOf = (credential: Credential, { values, group, draft }: Written) => {
  const { enrollment } = credential
  return {
    values: changesOf(credential, enrollment.values, values),
    draft,
    ...(group?.id === (enrollment.groupId ?? undefined) ? {} : { groupId: group?.id ?? null }),
  }
}

/** Saves what was changed over what was read; a refusal brings what somebody else has saved. */
const useSaving = ({ read: { value: credential, etag }, onSaved }: PersonProps) => {
  const text = useText('issuancePortal')
  const { save } = useEnrollmentChanges()
  const printing = usePrinting()
  const [clash, setClash] = useState<Clash | null>(null)
  const { labels, comparable } = useComparable(credential)
  const { id } = credential.enrollment
  const compare = async (error: CallError, { values, group, draft }: Written): Promise<void> => {
    const { value: theirs, etag: now } = await readCredential(id)
    const [before, after] = [credential.enrollment, theirs.enrollment]
    const conflict = conflictOf(error, {
      before: comparable(before.values, groupOf(before)),
      theirs: comparable(after.values, groupOf(after)),
      mine: comparable(values, group),
    })
    const told = withoutPictures({ ...conflict, changedBy: after.modifiedBy })
    setClash({ conflict: told, labels, draft, etag: now ?? '' })
  }
  const onSave = async (written: Written, over?: string) => {
    try {
      const body = bodyOf(credential, written)
      const { value } = await save.mutateAsync({ id, body, etag: over ?? etag })
      return () => {
        showMessage(text('issuancePortal:enrollments.saved', { name: value.title }))
        if (written.isToPrint) printing.ask()
        void onSaved()
      }
    } catch (error) {
      if (!isConflict(error)) throw error
      await compare(error, written)
      return null
    }
  }
  return { onSave, clash }
}

const Person = ({ read, onSaved }: PersonProps) => {
  const { value: credential } = read
  const { onSave, clash } = useSaving({ read, onSaved })
  const { enrollment } = credential
  return (
    <Frame credential={credential}>
      <WriteBacks writeBacks={credential.writeBacks} />
      <EnrollmentForm
        form={credential}
        initial={{ values: enrollment.values, group: groupOf(enrollment) }}
        onSave={onSave}
        clash={clash}
        onTakeTheirs={() => void onSaved()}
      />
    </Frame>
  )
}

/** Somebody who is enrolled. */
const EditEnrollmentPage = () => {
  const { enrollmentId = '' } = useParams()
  const query = useQuery(credentialQuery(enrollmentId))
  return (
    <QueryView query={query} isPage>
      {(read) => (
        <Person key={read.value.enrollment.version} read={read} onSaved={() => query.refetch()} />
      )}
    </QueryView>
  )
}

export default EditEnrollmentPage
