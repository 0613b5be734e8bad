import { differences } from '@signet/card/differences'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { isConflict } from '../../../kit/conflict.tsx'
import { oneQuery, useUpdate } from '../../../kit/entity.ts'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { DesignActions } from './DesignActions.tsx'
import { ConflictDialog } from './designer/ConflictDialog.tsx'
import { Designer, type Drafted } from './designer/Designer.tsx'
import { type DesignDetail, designs } from './designs.queries.ts'

interface Clash {
  readonly theirs: Tagged<DesignDetail>
  readonly mine: Drafted
}

interface EditorProps {
  readonly read: Tagged<DesignDetail>
  readonly onTake: (read: Tagged<DesignDetail>) => void
}

/** Saves over the version that was read; a refusal brings the version that is there now. */
const useSaving = (read: Tagged<DesignDetail>) => {
  const text = useText('issuancePortal')
  const save = useUpdate(designs)
  const [etag, setEtag] = useState(read.etag)
  const [clash, setClash] = useState<Clash | null>(null)
  const { id } = read.value
  const store = async (body: Drafted, over: string | null): Promise<void> => {
    const saved = await save.mutateAsync({ id, body, etag: over })
    setEtag(saved.etag)
    setClash(null)
    showMessage(text('issuancePortal:designs.saved', { version: saved.value.version }))
  }
  const onSave = async (mine: Drafted) => {
    try {
      await store(mine, etag)
    } catch (error) {
      if (!isConflict(error)) throw error
      setClash({ theirs: await designs.read(id), mine })
      return null
    }
    return () => undefined
  }
  return { onSave, store, clash, leave: () => setClash(null) }
}

const Editor = ({ read, onTake }: EditorProps) => {
  const { onSave, store, clash, leave } = useSaving(read)
  const actions = <DesignActions design={read.value} />
  return (
    <>
      <Designer initial={read.value} {...{ onSave, actions }} />
      {clash !== null && (
        <ConflictDialog
          changedBy={clash.theirs.value.modifiedBy}
          changes={differences(read.value.design, clash.theirs.value.design)}
          theirs={clash.theirs.value.design}
          mine={clash.mine.design}
          onTakeTheirs={() => onTake(clash.theirs)}
          onKeepMine={() => void store(clash.mine, clash.theirs.etag)}
          onClose={leave}
        />
      )}
    </>
  )
}

const Taken = ({ first }: { readonly first: Tagged<DesignDetail> }) => {
  const [read, setRead] = useState(first)
  return <Editor key={read.etag} read={read} onTake={setRead} />
}

/** A saved design in the designer. */
const EditDesignPage = () => {
  const { designId = '' } = useParams()
  return (
    <QueryView query={useQuery(oneQuery(designs, designId))} isPage>
      {(read) => <Taken first={read} />}
    </QueryView>
  )
}

export default EditDesignPage
