import Add from '@mui/icons-material/Add'
import type { Need } from '@signet/rules/permissions'
import { useMay } from '../session/session-context.tsx'
import { Button } from '../ui/Button.tsx'

/** The button of a list that leads to the page for a new one, for those who may add. */
export const useAddButton = (needs: Need, to: string, label: string) =>
  useMay()(needs) && (
    <Button kind="primary" icon={<Add />} to={to}>
      {label}
    </Button>
  )
