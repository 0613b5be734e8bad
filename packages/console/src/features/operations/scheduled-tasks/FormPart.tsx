import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

interface FormPartProps {
  readonly title: string
  readonly children: ReactNode
}

/** Fields of one subject within a long form, under its name. */
export const FormPart = ({ title, children }: FormPartProps) => {
  const id = useId()
  return (
    <Stack
      component="section"
      spacing={2}
      aria-labelledby={id}
      sx={{ borderTop: 1, borderColor: 'divider', pt: 2 }}
    >
      <Typography id={id} component="h3" variant="h3">
        {title}
      </Typography>
      {children}
    </Stack>
  )
}
