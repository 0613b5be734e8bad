import Box from '@mui/material/Box'
import type { Design } from '@signet/card/document'
import { type ReactNode, useReducer, useState } from 'react'
import { ErrorNotice } from '../../../../kit/ErrorNotice.tsx'
import { ToolPage } from '../../../../kit/frames.tsx'
import { UnsavedGuard } from '../../../../kit/unsaved.tsx'
import { useText } from '../../../../lib/i18n.ts'
import { createStore } from '../../../../lib/store.ts'
import { Button } from '../../../../ui/Button.tsx'
import { TextInput } from '../../../../ui/TextInput.tsx'
import { reduce, start } from './state.ts'
import { Views } from './Views.tsx'

export interface Drafted {
  readonly name: string
  readonly description: string | null
  readonly design: Design
}

interface DesignerProps {
  readonly initial: Drafted
  /** Saves it; gives what comes then, or null where it was not saved. @throws CallError */
  readonly onSave: (draft: Drafted) => Promise<(() => void) | null>
  readonly actions?: ReactNode
}

/** What was saved last, and the way to save what is drawn now. */
const useSaving = ({ initial, onSave }: DesignerProps, draft: Drafted) => {
  const [saved, setSaved] = useState<Drafted>(initial)
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [isLeaving] = useState(() => createStore(false))
  const save = async (): Promise<void> => {
    setIsSaving(true)
    setFailure(null)
    try {
      const next = await onSave(draft)
      if (next === null) return
      setSaved(draft)
      isLeaving.set(true)
      next()
    } catch (error) {
      setFailure(error)
    } finally {
      setIsSaving(false)
    }
  }
  const isDirty = saved.design !== draft.design || saved.name !== draft.name
  return { save, isSaving, failure, isLeaving, isDirty }
}

/** Draws a card: what is seen is what is printed. */
export const Designer = (props: DesignerProps) => {
  const { initial, actions } = props
  const text = useText('issuancePortal')
  const [state, dispatch] = useReducer(reduce, initial.design, start)
  const [name, setName] = useState(initial.name)
  const draft = { name, description: initial.description, design: state.history.design }
  const { save, isSaving, failure, isLeaving, isDirty } = useSaving(props, draft)
  const saveButton = (
    <Button
      kind="primary"
      isPending={isSaving}
      isDisabled={!isDirty || name.trim() === ''}
      onClick={() => void save()}
    >
      {text('common:actions.save')}
    </Button>
  )
  const title = name || text('common:pages.credentialDesigner')
  const label = text('issuancePortal:designs.name')
  return (
    <ToolPage
      title={title}
      actions={
        <>
          {actions}
          {saveButton}
        </>
      }
    >
      <UnsavedGuard isDirty={isDirty} isLeaving={isLeaving} />
      <ErrorNotice error={failure} />
      <Box sx={{ maxWidth: 480, mb: 2 }}>
        <TextInput label={label} value={name} onChange={setName} maxLength={100} isRequired />
      </Box>
      <Views {...{ state, dispatch }} />
    </ToolPage>
  )
}
