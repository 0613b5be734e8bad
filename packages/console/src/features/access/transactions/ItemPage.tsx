import { useParams } from 'react-router'
import { DefinitionPage } from '../../../pickers/definitions/DefinitionPage.tsx'
import { itemKind } from './item-kind.tsx'

const ItemPage = () => <DefinitionPage kind={itemKind} id={useParams().id ?? ''} />

export default ItemPage
