import {
  createListView,
  deleteListView,
  readListView,
  setDefaultListView,
  updateListView,
} from '@signet/contract/operations/list-views'
import type { ExportedList } from '@signet/rules/list-exports'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callWithEtag } from '../lib/call.ts'
import { useText } from '../lib/i18n.ts'
import { showMessage } from '../lib/messages.ts'
import { showFailure } from '../lib/show-failure.ts'
import { PopupMenu } from '../ui/PopupMenu.tsx'
import type { PopupItem } from '../ui/popup-items.ts'
import { DeleteDialog } from './deletion.tsx'
import { callsOf, useCreate, useSaved, useUpdate } from './entity.ts'
import type { ListState } from './list-state.ts'
import { type SavedView, viewsQuery, viewsSubject } from './list-views.ts'
import { ViewDialog } from './ViewDialog.tsx'

const listViews = {
  subject: viewsSubject,
  ...callsOf({
    read: readListView,
    create: createListView,
    update: updateListView,
    remove: deleteListView,
  }),
}

const none: readonly SavedView[] = []

const useViewTexts = () => {
  const text = useText('dashboard')
  return {
    text,
    labelOf: ({ name, shared }: SavedView): string =>
      shared ? text('dashboard:views.shared', { name }) : name,
  }
}

const useDefault = () =>
  useSaved({ subject: viewsSubject }, ({ id, isDefault }: Pick<SavedView, 'id' | 'isDefault'>) =>
    callWithEtag(setDefaultListView, { params: { id }, body: { isDefault } }),
  )

interface ActiveProps {
  readonly view: SavedView | undefined
  readonly state: ListState
  readonly ask: (dialog: 'edit' | 'delete') => void
}

/** What can be done with the view that is open. */
const useActiveItems = ({ view, state, ask }: ActiveProps): readonly PopupItem[] => {
  const { text } = useViewTexts()
  const { mutate: update } = useUpdate(listViews)
  const { mutate: choose } = useDefault()
  if (view === undefined) return []
  const { id, name, version, mayChange, isDefault } = view
  const keep = (): void => {
    const onSuccess = () => showMessage(text('dashboard:views.saved', { name }))
    const save = { id, body: { query: state.query }, etag: `"${version}"` }
    update(save, { onSuccess, onError: showFailure })
  }
  const changes: readonly PopupItem[] = [
    ...(state.query === view.query
      ? []
      : [{ label: text('dashboard:views.keep', { name }), onSelect: keep }]),
    { label: text('dashboard:views.edit', { name }), onSelect: () => ask('edit') },
    {
      label: text('dashboard:views.delete', { name }),
      isDestructive: true,
      onSelect: () => ask('delete'),
    },
  ]
  return [
    {
      label: text('dashboard:views.default'),
      isChecked: isDefault,
      onSelect: () => choose({ id, isDefault: !isDefault }, { onError: showFailure }),
    },
    ...(mayChange ? changes : []),
  ]
}

interface DialogProps {
  readonly list: ExportedList
  readonly state: ListState
  readonly onClose: () => void
}

const NewViewDialog = ({ list, state, onClose }: DialogProps) => {
  const { text } = useViewTexts()
  const create = useCreate(listViews)
  return (
    <ViewDialog
      title={text('dashboard:views.new')}
      initial={{ name: '', shared: false }}
      onSave={async (fields) => {
        const made = await create.mutateAsync({ list, query: state.query, ...fields })
        state.open(made)
        showMessage(text('dashboard:views.saved', { name: made.name }))
      }}
      onClose={onClose}
    />
  )
}

interface OneViewProps extends Pick<DialogProps, 'onClose'> {
  readonly view: SavedView
}

const EditViewDialog = ({ view, onClose }: OneViewProps) => {
  const { text } = useViewTexts()
  const update = useUpdate(listViews)
  const { id, version } = view
  return (
    <ViewDialog
      title={text('dashboard:views.edit', { name: view.name })}
      initial={view}
      onSave={async (body) => {
        await update.mutateAsync({ id, body, etag: `"${version}"` })
        showMessage(text('dashboard:views.saved', { name: body.name }))
      }}
      onClose={onClose}
    />
  )
}

type DeleteViewProps = OneViewProps & Pick<DialogProps, 'state'>

const DeleteViewDialog = ({ view: { id, name, shared }, state, onClose }: DeleteViewProps) => {
  const { text } = useViewTexts()
  const remove = async (): Promise<void> => {
    await listViews.remove(id)
    // The list stays as it is, and is no view any more.
    state.open({ id: null, query: state.query }, { replace: true })
  }
  return (
    <DeleteDialog
      entity={{ ...listViews, remove }}
      id={id}
      texts={{
        title: text('dashboard:views.deleteTitle', { name }),
        action: text('dashboard:views.deleteAction'),
        text: text(shared ? 'dashboard:views.deleteShared' : 'dashboard:views.deleteText'),
        done: text('dashboard:views.deleted', { name }),
      }}
      onClose={onClose}
    />
  )
}

interface ViewsMenuProps extends DialogProps {
  readonly id: string
  readonly anchor: HTMLElement | null
}

/** The saved views of a list, and what can be done with the one that is open. */
const ViewsMenu = ({ id, list, state, anchor, onClose }: ViewsMenuProps) => {
  const { text, labelOf } = useViewTexts()
  // Others change and delete views meanwhile: each opening reads them again.
  const { data: views = none } = useQuery({
    ...viewsQuery(list),
    enabled: anchor !== null,
    staleTime: 0,
  })
  const [dialog, setDialog] = useState<'new' | 'edit' | 'delete' | null>(null)
  const view = views.find((one) => one.id === state.view)
  const active = useActiveItems({ view, state, ask: setDialog })
  const items: readonly PopupItem[] = [
    {
      label: text('dashboard:views.all'),
      isSelected: state.query === '' && state.view === null,
      onSelect: () => state.open({ id: null, query: '' }),
    },
    ...views.map((one) => ({
      key: one.id,
      label: labelOf(one),
      isSelected: one.id === state.view,
      onSelect: () => state.open(one),
    })),
    {
      label: text('dashboard:views.new'),
      startsGroup: true,
      onSelect: () => setDialog('new'),
    },
    ...active,
  ]
  const close = (): void => setDialog(null)
  return (
    <>
      <PopupMenu {...{ id, items, anchor, onClose }} label={text('common:list.views')} />
      {dialog === 'new' && <NewViewDialog {...{ list, state }} onClose={close} />}
      {dialog === 'edit' && view && <EditViewDialog view={view} onClose={close} />}
      {dialog === 'delete' && view && <DeleteViewDialog {...{ view, state }} onClose={close} />}
    </>
  )
}

export default ViewsMenu
