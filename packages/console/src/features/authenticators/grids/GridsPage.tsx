import Add from '@mui/icons-material/Add'
import { useState } from 'react'
import { useParams } from 'react-router'
import { TabbedPage } from '../../../kit/TabbedPage.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { AssignedGrids, UnassignedGrids } from './GridLists.tsx'
import { MakeGridsDialog } from './MakeGridsDialog.tsx'

const content = {
  assigned: () => <AssignedGrids />,
  unassigned: () => <UnassignedGrids />,
}

/** Grid cards: those people have, and those nobody has. */
const GridsPage = () => {
  const text = useText('resource')
  const may = useMay()
  const [isMaking, setIsMaking] = useState(false)
  const make = may(['GRIDS', 'ADD']) && (
    <Button kind="primary" icon={<Add />} onClick={() => setIsMaking(true)}>
      {text('resource:grids.make.action')}
    </Button>
  )
  return (
    <>
      <TabbedPage
        title={text('common:pages.grids')}
        base="/grids"
        tab={useParams().tab}
        actions={make}
        tabs={[
          {
            key: 'assigned',
            label: text('resource:grids.assigned'),
            content: content.assigned,
          },
          {
            key: 'unassigned',
            label: text('resource:grids.unassigned'),
            content: content.unassigned,
          },
        ]}
      />
      {isMaking && <MakeGridsDialog onClose={() => setIsMaking(false)} />}
    </>
  )
}

export default GridsPage
