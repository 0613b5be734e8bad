import { useState } from 'react'
import type { BulkAction, Selection } from '../../../kit/list-types.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'

/** What can be done to ticked tokens. */
export type ManyDeed = 'switchOn' | 'switchOff' | 'unassign' | 'remove'

export interface ChosenTokens {
  readonly deed: ManyDeed
  readonly ids: readonly string[]
}

const edits = {
  assigned: ['unassign', 'switchOff', 'switchOn'],
  unassigned: [],
} as const satisfies Readonly<Record<string, readonly ManyDeed[]>>

const idsOf = (selection: Selection): readonly string[] =>
  selection.kind === 'ids' ? selection.ids : []

/** The actions on ticked tokens, and the one that was chosen. */
export const useManyTokens = (list: keyof typeof edits) => {
  const text = useText('resource')
  const may = useMay()
  const [chosen, setChosen] = useState<ChosenTokens | null>(null)
  const deeds: readonly ManyDeed[] = [
    ...(may(['TOKENS', 'EDIT']) ? edits[list] : []),
    ...(may(['TOKENS', 'REMOVE']) ? (['remove'] as const) : []),
  ]
  const bulkActions = deeds.map(
    (deed): BulkAction => ({
      label: text(`resource:tokens.many.${deed}.action`),
      isDestructive: deed === 'remove',
      run: (selection) => setChosen({ deed, ids: idsOf(selection) }),
    }),
  )
  return {
    chosen,
    close: () => setChosen(null),
    ...(bulkActions.length > 0 ? { bulkActions } : {}),
  }
}
