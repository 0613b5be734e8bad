import Box from '@mui/material/Box'
import type { Difference } from '@signet/card/differences'
import { type Design, sideNames } from '@signet/card/document'
import type { Values } from '@signet/card/template'
import { useText } from '../../../../lib/i18n.ts'
import { DrawnSide } from '../../../../pickers/drawing/DrawnSide.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'

interface ConflictProps {
  readonly changedBy: string
  /** What they have otherwise than what was opened. */
  readonly changes: readonly Difference[]
  readonly theirs: Design
  readonly mine: Design
  readonly onTakeTheirs: () => void
  readonly onKeepMine: () => void
  readonly onClose: () => void
}

const nobody: Values = {}

const useWords = () => {
  const text = useText('issuancePortal')
  return ({ kind, name, property, before, after }: Difference): string =>
    kind === 'CHANGED'
      ? text('issuancePortal:designs.differences.CHANGED', {
          name: name || text('issuancePortal:designs.card'),
          property: property ?? '',
          before: before ?? '',
          after: after ?? '',
        })
      : text(`issuancePortal:designs.differences.${kind}`, { name })
}

const Sides = ({ title, design }: { readonly title: string; readonly design: Design }) => (
  <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
    <Box component="h3" sx={{ fontSize: '0.875rem', m: 0, mb: 1 }}>
      {title}
    </Box>
    {sideNames
      .filter((side) => design[side] !== null)
      .map((side) => (
        <DrawnSide key={side} design={design} side={side} values={nobody} label={title} />
      ))}
  </Box>
)

/** Somebody else saved meanwhile: both designs side by side, and what they changed in words. */
export const ConflictDialog = (props: ConflictProps) => {
  const text = useText('issuancePortal')
  const words = useWords()
  return (
    <Dialog
      isOpen
      isAlert
      width="md"
      title={text('issuancePortal:designs.conflict', { name: props.changedBy })}
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onTakeTheirs}>{text('common:form.takeTheirs')}</Button>
          <Button kind="primary" onClick={props.onKeepMine}>
            {text('common:form.keepMine')}
          </Button>
        </>
      }
    >
      <Box component="ul" sx={{ mt: 0, pl: 2.5 }}>
        {props.changes.map((change) => (
          <li key={`${change.side}-${change.shapeId}-${change.kind}-${change.property}`}>
            {words(change)}
          </li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Sides title={text('issuancePortal:designs.theirs')} design={props.theirs} />
        <Sides title={text('issuancePortal:designs.mine')} design={props.mine} />
      </Box>
    </Dialog>
  )
}
