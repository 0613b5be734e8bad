import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ErrorNotice } from '../kit/ErrorNotice.tsx'
import { useText } from '../lib/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Page.tsx'
import { type Option, SelectInput } from '../ui/SelectInput.tsx'
import { TextInput } from '../ui/TextInput.tsx'

interface BeginDesignProps {
  readonly texts: {
    readonly title: string
    readonly description: string
    readonly name: string
    readonly begin: string
  }
  /** What it begins from. */
  readonly from: {
    readonly label: string
    readonly placeholder?: string
    readonly options: readonly Option[]
    readonly isRequired?: boolean
  }
  /** Chosen at first. */
  readonly first?: string
  /** Makes the design; the answer is its address. */
  readonly begin: (name: string, from: string) => Promise<string>
  readonly listPath: string
}

interface BeginFormProps extends Omit<BeginDesignProps, 'begin'> {
  readonly isPending: boolean
  readonly onBegin: (name: string, from: string) => void
}

const BeginForm = (props: BeginFormProps) => {
  const { texts, from, first = '', listPath, isPending, onBegin } = props
  const text = useText()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState(first)
  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      sx={{ maxWidth: 480 }}
      onSubmit={(event) => {
        event.preventDefault()
        onBegin(name, chosen)
      }}
    >
      <TextInput label={texts.name} value={name} onChange={setName} maxLength={100} isRequired />
      <SelectInput {...from} value={chosen} onChange={setChosen} />
      <Stack direction="row" spacing={1}>
        <Button
          kind="primary"
          type="submit"
          isPending={isPending}
          isDisabled={name.trim() === '' || chosen === ''}
        >
          {texts.begin}
        </Button>
        <Button to={listPath}>{text('common:actions.cancel')}</Button>
      </Stack>
    </Stack>
  )
}

/** Begins a design from its name and what it is about; it is edited afterwards. */
export const BeginDesign = ({ begin, ...form }: BeginDesignProps) => {
  const navigate = useNavigate()
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const run = async (name: string, from: string): Promise<void> => {
    setIsPending(true)
    try {
      void navigate(await begin(name, from))
    } catch (error) {
      setFailure(error)
      setIsPending(false)
    }
  }
  return (
    <Section title={form.texts.title} description={form.texts.description}>
      <ErrorNotice error={failure} />
      <BeginForm {...form} isPending={isPending} onBegin={(...begun) => void run(...begun)} />
    </Section>
  )
}
