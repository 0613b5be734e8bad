import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { showMessage } from '../lib/messages.ts'
import { ConfirmAction } from './ConfirmAction.tsx'

interface Deletion {
  /** What has to be typed. */
  readonly name: string
  readonly texts: {
    readonly title: string
    /** The verb of the deed, of the menu too. */
    readonly action: string
    /** What goes with it. */
    readonly text: ReactNode
    readonly done: string
  }
  /** Where one is afterwards. */
  readonly listPath: string
  readonly onDelete: () => Promise<unknown>
}

/** Deletes something for good whose name is typed, tells so, and leads to the list. */
export const DeleteDialog = (props: Deletion & { readonly onClose: () => void }) => {
  const { name, texts, listPath, onDelete, onClose } = props
  const navigate = useNavigate()
  const run = async (): Promise<void> => {
    await onDelete()
    showMessage(texts.done)
    void navigate(listPath)
  }
  return (
    <ConfirmAction
      title={texts.title}
      confirmLabel={texts.action}
      typed={name}
      isDestructive
      onConfirm={run}
      onClose={onClose}
    >
      {texts.text}
    </ConfirmAction>
  )
}

/** The action of a menu that deletes, and the dialog that it opens. */
export const useDeletion = (deletion: Deletion) => {
  const [isOpen, setIsOpen] = useState(false)
  return {
    action: {
      label: deletion.texts.action,
      icon: <DeleteIcon fontSize="small" />,
      isDestructive: true,
      onSelect: () => setIsOpen(true),
    },
    dialog: isOpen && <DeleteDialog {...deletion} onClose={() => setIsOpen(false)} />,
  }
}
