import type { WorkflowDefinition } from '@signet/card/enrolment/definition'
import { useState } from 'react'
import { isConflict } from '../../../../kit/conflict.tsx'
import { useUpdate } from '../../../../kit/entity.ts'
import type { Tagged } from '../../../../lib/call.ts'
import { useText } from '../../../../lib/i18n.ts'
import { showMessage } from '../../../../lib/messages.ts'
import { createStore } from '../../../../lib/store.ts'
import type { Named } from '../../../../pickers/NamedPicker.tsx'
import { type WorkflowDetail, workflows } from '../workflow-designs.queries.ts'

/** What is edited and not yet saved. */
export interface Draft {
  readonly name: string
  readonly description: string
  readonly credentialDesignId: string
  readonly cardName: string
  readonly allGroups: boolean
  readonly groups: readonly Named[]
  readonly definition: WorkflowDefinition
}

const draftOf = (design: WorkflowDetail): Draft => ({
  name: design.name,
  description: design.description ?? '',
  credentialDesignId: design.credentialDesignId,
  cardName: design.credentialDesignName,
  allGroups: design.allGroups,
  groups: design.groups,
  definition: design.definition,
})

const bodyOf = (draft: Draft) => ({
  name: draft.name,
  description: draft.description.trim() === '' ? null : draft.description,
  credentialDesignId: draft.credentialDesignId,
  allGroups: draft.allGroups,
  groupIds: draft.groups.map(({ id }) => id),
  definition: draft.definition,
})

/** A draft over what was read; saving asks that it is still so, and brings another's change. */
export const useDraft = (first: Tagged<WorkflowDetail>) => {
  const text = useText('issuancePortal')
  const save = useUpdate(workflows)
  const [read, setRead] = useState(first)
  const [draft, setDraft] = useState(() => draftOf(first.value))
  const [theirs, setTheirs] = useState<Tagged<WorkflowDetail> | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isLeaving] = useState(() => createStore(false))
  const take = (to: Tagged<WorkflowDetail>): void => {
    setRead(to)
    setDraft(draftOf(to.value))
    setTheirs(null)
    setFailure(null)
  }
  const store = async (etag: string | null): Promise<void> => {
    try {
      const saved = await save.mutateAsync({ id: read.value.id, body: bodyOf(draft), etag })
      take(saved)
      showMessage(text('issuancePortal:enrollmentDesigns.saved', { name: saved.value.name }))
    } catch (error) {
      if (isConflict(error)) setTheirs(await workflows.read(read.value.id))
      else setFailure(error)
    }
  }
  return {
    read: read.value,
    draft,
    put: (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change })),
    isDirty: JSON.stringify(bodyOf(draft)) !== JSON.stringify(bodyOf(draftOf(read.value))),
    isPending: save.isPending,
    isLeaving,
    failure,
    theirs,
    save: () => store(read.etag),
    keepMine: () => store(theirs?.etag ?? null),
    takeTheirs: () => {
      if (theirs !== null) take(theirs)
    },
  }
}
