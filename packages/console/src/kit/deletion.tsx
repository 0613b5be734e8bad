import type { Need } from '@signet/rules/permissions'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '../lib/i18n.ts'
import { showMessage } from '../lib/messages.ts'
import { useMay } from '../session/session-context.tsx'
import { ActionMenu, type MenuAction } from '../ui/ActionMenu.tsx'
import { ConfirmAction } from './ConfirmAction.tsx'
import { type Removable, useRemove } from './entity.ts'

interface Deletion<Id> {
  readonly entity: Removable<Id>
  readonly id: Id
  /** What has to be typed, if anything. */
  readonly typed?: string | undefined
  readonly texts: {
    readonly title: string
    /** The verb of the deed, of the menu too. */
    readonly action: string
    /** What goes with it. */
    readonly text: ReactNode
    readonly done: string
  }
  /** Where one is afterwards; otherwise the page stays. */
  readonly listPath?: string | undefined
}

interface DeleteDialogProps<Id> extends Deletion<Id> {
  readonly onClose: () => void
}

/** Deletes something after a question, says so, and leads to the list. */
export const DeleteDialog = <Id,>(props: DeleteDialogProps<Id>) => {
  const { entity, id, typed, texts, listPath, onClose } = props
  const navigate = useNavigate()
  const remove = useRemove(entity)
  const run = async (): Promise<void> => {
    await remove.mutateAsync(id)
    showMessage(texts.done)
    if (listPath !== undefined) void navigate(listPath)
  }
  return (
    <ConfirmAction
      title={texts.title}
      confirmLabel={texts.action}
      typed={typed}
      isDestructive
      onConfirm={run}
      onClose={onClose}
    >
      {texts.text}
    </ConfirmAction>
  )
}

/** The action of a menu that deletes, and the dialog that it opens. */
export const useDeletion = <Id,>(deletion: Deletion<Id>) => {
  const [isOpen, setIsOpen] = useState(false)
  return {
    action: {
      label: deletion.texts.action,
      isDestructive: true,
      onSelect: () => setIsOpen(true),
    },
    dialog: isOpen && <DeleteDialog {...deletion} onClose={() => setIsOpen(false)} />,
  }
}

interface DeletionMenuProps<Id> extends Deletion<Id> {
  /** Whose menu it is. */
  readonly name: string
  readonly needs: Need
  /** What else can be done with it. */
  readonly actions?: readonly MenuAction[]
}

/** The menu of one thing that can be deleted, by those who may. */
export const DeletionMenu = <Id,>({
  name,
  needs,
  actions = [],
  ...deletion
}: DeletionMenuProps<Id>) => {
  const text = useText()
  const mayRemove = useMay()(needs)
  const { action, dialog } = useDeletion(deletion)
  return (
    <>
      <ActionMenu
        actions={[...actions, ...(mayRemove ? [action] : [])]}
        label={text('common:list.rowActions', { name })}
      />
      {dialog}
    </>
  )
}
