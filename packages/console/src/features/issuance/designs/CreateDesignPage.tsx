import { blankDesign } from '@signet/card/document'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { oneQuery, useCreate } from '../../../kit/entity.ts'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { designPath } from './design-paths.ts'
import { Designer, type Drafted } from './designer/Designer.tsx'
import { designs } from './designs.queries.ts'

const Begun = ({ draft }: { readonly draft: Drafted }) => {
  const navigate = useNavigate()
  const create = useCreate(designs)
  return (
    <Designer
      initial={draft}
      onSave={async (body) => {
        const { id } = await create.mutateAsync(body)
        return () => void navigate(designPath(id))
      }}
    />
  )
}

const Copied = ({ id }: { readonly id: string }) => {
  const text = useText('issuancePortal')
  return (
    <QueryView query={useQuery(oneQuery(designs, id))} isPage>
      {({ value }) => (
        <Begun
          draft={{
            name: text('issuancePortal:designs.copyOf', { name: value.name }).slice(0, 100),
            description: value.description,
            design: value.design,
          }}
        />
      )}
    </QueryView>
  )
}

/** A new design: empty, or a copy of another. */
const CreateDesignPage = () => {
  const { designId } = useParams()
  return designId === undefined ? (
    <Begun draft={{ name: '', description: null, design: blankDesign() }} />
  ) : (
    <Copied id={designId} />
  )
}

export default CreateDesignPage
