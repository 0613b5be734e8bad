import Stack from '@mui/material/Stack'
import { useText } from '../../../lib/i18n.ts'
import { Tag } from '../../../ui/Tag.tsx'
import type { Flow } from './flows.queries.ts'

/** What kind of flow it is. */
export const FlowTags = ({ flow }: { readonly flow: Flow }) => {
  const text = useText('resource')
  return (
    <Stack direction="row" spacing={1}>
      {flow.default && <Tag label={text('resource:flows.tags.default')} severity="OK" />}
      {flow.system && <Tag label={text('resource:flows.tags.system')} severity="UNKNOWN" />}
      {flow.outcome === 'DENY' && (
        <Tag label={text('resource:flows.tags.denies')} severity="WARNING" />
      )}
    </Stack>
  )
}
