import Box from '@mui/material/Box'
import type { Graphic } from '@signet/card/commands/graphics'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../../kit/ConfirmAction.tsx'
import { useText } from '../../../../lib/i18n.ts'
import { showMessage } from '../../../../lib/messages.ts'
import { showFailure } from '../../../../lib/show-failure.ts'
import { useMay } from '../../../../session/session-context.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { SelectInput } from '../../../../ui/SelectInput.tsx'
import { graphicsQuery, readGraphic, useGraphicChanges } from './graphics.queries.ts'

interface LibraryProps {
  readonly graphic: Graphic
  readonly put: (graphic: Graphic) => void
  /** Of the shape: it is kept under it. */
  readonly name: string
}

const row = { display: 'flex', flexWrap: 'wrap', gap: 1 } as const

/** Says that it was done, or why not. */
const telling = async (deed: Promise<unknown>, done: string): Promise<void> => {
  try {
    await deed
    showMessage(done)
  } catch (error) {
    showFailure(error)
  }
}

/** Keeps the pictures for further cards; of the same name only when told to. */
const KeepButton = ({ graphic, name }: Pick<LibraryProps, 'graphic' | 'name'>) => {
  const text = useText('issuancePortal')
  const { data = [] } = useQuery(graphicsQuery)
  const { create, replace } = useGraphicChanges()
  const [isAsking, setIsAsking] = useState(false)
  const same = data.find((each) => each.name.toLowerCase() === name.toLowerCase())
  const body = { name, cases: [...graphic.cases], otherwise: graphic.otherwise }
  const done = text('issuancePortal:designs.graphics.kept', { name })
  const keep = (): void => {
    if (same === undefined) void telling(create.mutateAsync(body), done)
    else setIsAsking(true)
  }
  const label = text('issuancePortal:designs.graphics.keep')
  return (
    <>
      <Button
        isDisabled={graphic.cases.length === 0}
        isPending={create.isPending || replace.isPending}
        onClick={keep}
      >
        {label}
      </Button>
      {isAsking && same !== undefined && (
        <ConfirmAction
          title={text('issuancePortal:designs.graphics.replaceTitle', { name })}
          confirmLabel={text('issuancePortal:designs.graphics.replace')}
          onConfirm={async () => {
            await replace.mutateAsync({ id: same.id, body })
            showMessage(done)
          }}
          onClose={() => setIsAsking(false)}
        >
          {text('issuancePortal:designs.graphics.copies')}
        </ConfirmAction>
      )}
    </>
  )
}

interface DeleteProps {
  readonly kept: { readonly id: string; readonly name: string }
  readonly onDone: () => void
}

const DeleteButton = ({ kept: { id, name }, onDone }: DeleteProps) => {
  const text = useText('issuancePortal')
  const { remove } = useGraphicChanges()
  const [isAsking, setIsAsking] = useState(false)
  const label = text('issuancePortal:designs.graphics.delete')
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{label}</Button>
      {isAsking && (
        <ConfirmAction
          title={text('issuancePortal:designs.graphics.deleteTitle', { name })}
          confirmLabel={label}
          isDestructive
          onConfirm={async () => {
            await remove.mutateAsync(id)
            onDone()
          }}
          onClose={() => setIsAsking(false)}
        >
          {text('issuancePortal:designs.graphics.copies')}
        </ConfirmAction>
      )}
    </>
  )
}

/** What is kept for all cards: taken from it, put into it, removed from it. */
export const GraphicLibrary = ({ graphic, put, name }: LibraryProps) => {
  const text = useText('issuancePortal')
  const may = useMay()
  const { data = [] } = useQuery(graphicsQuery)
  const [chosen, setChosen] = useState('')
  const kept = data.find(({ id }) => id === chosen)
  const take = async (id: string): Promise<void> => {
    try {
      const { cases, otherwise } = await readGraphic(id)
      put({ cases, otherwise })
    } catch (error) {
      showFailure(error)
    }
  }
  const mayRemove = may(['CREDENTIALDESIGNS', 'REMOVE']) || may(['ENROLLMENTDESIGNS', 'REMOVE'])
  return (
    <>
      <SelectInput
        label={text('issuancePortal:designs.graphics.library')}
        placeholder={text('issuancePortal:designs.graphics.choose')}
        value={kept === undefined ? '' : chosen}
        onChange={setChosen}
        options={data.map((each) => ({ value: each.id, label: each.name }))}
      />
      <Box sx={row}>
        {kept !== undefined && (
          <Button onClick={() => void take(kept.id)}>
            {text('issuancePortal:designs.graphics.take')}
          </Button>
        )}
        {kept !== undefined && mayRemove && (
          <DeleteButton kept={kept} onDone={() => setChosen('')} />
        )}
        <KeepButton {...{ graphic, name }} />
      </Box>
    </>
  )
}
