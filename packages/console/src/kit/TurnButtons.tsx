import Stack from '@mui/material/Stack'
import { useText } from '../lib/i18n.ts'
import { Button } from '../ui/Button.tsx'

interface TurnProps {
  readonly paging: { readonly prevCursor: string | null; readonly nextCursor: string | null }
  readonly onTurn: (cursor: string) => void
}

/** To the page before and after, for lists within a page: their place is not in the address. */
export const TurnButtons = ({ paging: { prevCursor, nextCursor }, onTurn }: TurnProps) => {
  const text = useText()
  return (
    <Stack direction="row" spacing={1} sx={{ mt: 1 }}>
      {prevCursor !== null && (
        <Button onClick={() => onTurn(prevCursor)}>{text('common:list.previous')}</Button>
      )}
      {nextCursor !== null && (
        <Button onClick={() => onTurn(nextCursor)}>{text('common:list.next')}</Button>
      )}
    </Stack>
  )
}
