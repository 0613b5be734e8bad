import { useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import { AcceptDialog, EndDialog } from './grant-dialogs.tsx'
import type { Grant } from './support-access.queries.ts'

interface Chosen {
  readonly deed: 'accept' | 'end'
  readonly grant: Pick<Grant, 'id' | 'reason' | 'state'>
}

/** What may be done with a grant or a request, and the dialog that it opens. */
export const useGrantActions = () => {
  const text = useText('serviceProvider')
  const mayEdit = useMay()(['SUPPORTGRANTS', 'EDIT'])
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const onClose = (): void => setChosen(null)
  const actionsOf = (grant: Chosen['grant']): readonly MenuAction[] => {
    const isRequest = grant.state === 'REQUESTED'
    if (!mayEdit || !(isRequest || grant.state === 'ACTIVE')) return []
    const end: MenuAction = {
      label: text(`serviceProvider:supportAccess.${isRequest ? 'reject' : 'end'}`),
      isDestructive: true,
      onSelect: () => setChosen({ deed: 'end', grant }),
    }
    const accept: MenuAction = {
      label: text('serviceProvider:supportAccess.accept'),
      onSelect: () => setChosen({ deed: 'accept', grant }),
    }
    return isRequest ? [accept, end] : [end]
  }
  const dialog = chosen !== null && (
    <>
      {chosen.deed === 'accept' && <AcceptDialog grant={chosen.grant} onClose={onClose} />}
      {chosen.deed === 'end' && <EndDialog grant={chosen.grant} onClose={onClose} />}
    </>
  )
  return { actionsOf, dialog }
}
